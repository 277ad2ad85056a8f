/** Derived from a row's id under SECRET_KEY, a token is the same in every retry, and the database holds nothing that would make it. */
import { pageIn } from "../../../petition/addresses.ts";
import { isExpired, mendToken, SUPPRESSION_LIFETIME } from "../../../petition/confirmation.ts";
import type { Language } from "../../../petition/language.ts";
import { withoutTag } from "../../../petition/mailbox.ts";
import { PERSONAL_LINK_LIFETIME, personalLinkExpiry } from "../../../petition/personal.ts";
import type { Clock } from "../clock.ts";
import { bytesOfUuid, type Crypto, isSame, sha256, uuidFrom } from "./crypto.ts";

const NONCE = 16;
const EXPIRY = 5;
const MAC = 16;
const UUID = 16;
const ADDRESS_KEY = 16;

export interface SuppressionLink {
  pendingId: string;
  emailHash: string;
  confirmationExpiresAt: Date;
}

export function makeToken(crypto: Crypto, pendingId: string, expiresAt: Date): { token: string; hash: string } {
  const [token] = tokensUnderEachKey(crypto, pendingId, expiresAt);
  if (token === undefined) throw new Error("SECRET_KEY is empty");
  return { token, hash: sha256(token) };
}

/** Null if the key that made it is gone. */
export function tokenOf(crypto: Crypto, row: { id: string; token: string; expiresAt: Date }): string | null {
  return tokensUnderEachKey(crypto, row.id, row.expiresAt).find((token) => sha256(token) === row.token) ?? null;
}

/** Null if we never made it: an expired link differs from a forged one even when the row is gone. */
export function readToken(crypto: Crypto, raw: string): { hash: string; expiresAt: Date } | null {
  const bytes = readMarked(crypto, "confirmation-token", raw, NONCE + EXPIRY);
  return bytes && { hash: sha256(bytes.toString("base64url")), expiresAt: momentFrom(bytes.subarray(NONCE)) };
}

export function makeSuppressionToken(crypto: Crypto, suppression: SuppressionLink): string {
  const body = Buffer.concat([
    bytesOfUuid(suppression.pendingId),
    Buffer.from(suppression.emailHash, "base64url"),
    bytesOfMoment(suppression.confirmationExpiresAt),
  ]);
  return Buffer.concat([body, crypto.mac("suppression-token", body).subarray(0, MAC)]).toString("base64url");
}

export function readSuppressionToken(crypto: Crypto, raw: string, now: Date): SuppressionLink | "expired" | null {
  const body = readMarked(crypto, "suppression-token", raw, UUID + ADDRESS_KEY + EXPIRY);
  if (body === null) return null;
  const confirmationExpiresAt = momentFrom(body.subarray(UUID + ADDRESS_KEY));
  if (isExpired(new Date(confirmationExpiresAt.getTime() + SUPPRESSION_LIFETIME), now)) return "expired";
  return {
    pendingId: uuidFrom(body),
    emailHash: body.subarray(UUID, UUID + ADDRESS_KEY).toString("base64url"),
    confirmationExpiresAt,
  };
}

export function confirmationHashes(
  crypto: Crypto,
  { pendingId, confirmationExpiresAt }: Omit<SuppressionLink, "emailHash">,
): string[] {
  return tokensUnderEachKey(crypto, pendingId, confirmationExpiresAt).map(sha256);
}

export function emailHash(crypto: Crypto, normalisedEmail: string): string {
  return crypto.mac("address", normalisedEmail).subarray(0, ADDRESS_KEY).toString("base64url");
}

export function emailHashes(crypto: Crypto, normalisedEmail: string): string[] {
  return crypto.macs("address", normalisedEmail).map((mac) => mac.subarray(0, ADDRESS_KEY).toString("base64url"));
}

export function allowanceKeys(crypto: Crypto, normalisedEmail: string, form: "sign" | "delete"): string[] {
  return emailHashes(crypto, allowanceOf(normalisedEmail, form));
}

/** One for each form, so that signing does not hold up the link to the button that erases. Every `+tag` draws on the same. */
export function allowanceKey(crypto: Crypto, normalisedEmail: string, form: "sign" | "delete"): string {
  return emailHash(crypto, allowanceOf(normalisedEmail, form));
}

function allowanceOf(normalisedEmail: string, form: "sign" | "delete"): string {
  const mailbox = withoutTag(normalisedEmail);
  return form === "sign" ? mailbox : `deletion link ${mailbox}`;
}

export function makePersonalToken(crypto: Crypto, signatureId: string, expiresAt: Date): string {
  const body = Buffer.concat([bytesOfUuid(signatureId), bytesOfMoment(expiresAt)]);
  return Buffer.concat([body, crypto.mac("personal", body).subarray(0, MAC)]).toString("base64url");
}

export function makePersonalLink({ crypto, clock }: { crypto: Crypto; clock: Clock }, signatureId: string, language: Language) {
  return `${pageIn(language, "personal")}?token=${makePersonalToken(crypto, signatureId, personalLinkExpiry(clock.now()))}`;
}

interface PersonalLink {
  signatureId: string;
  madeAt: Date;
}

export function readPersonalToken(crypto: Crypto, raw: string, now: Date): PersonalLink | "expired" | null {
  const body = readMarked(crypto, "personal", raw, UUID + EXPIRY);
  if (body === null) return null;
  const expiresAt = momentFrom(body.subarray(UUID));
  if (isExpired(expiresAt, now)) return "expired";
  return { signatureId: uuidFrom(body), madeAt: new Date(expiresAt.getTime() - PERSONAL_LINK_LIFETIME) };
}

/** Tokens have whole seconds: one of the same second still works. */
export function isRevoked({ madeAt }: PersonalLink, { linksSince }: { linksSince: Date | null }): boolean {
  return linksSince !== null && madeAt.getTime() + 1000 <= linksSince.getTime();
}

/** For a token that we made, for whichever link, also if it has expired: a name, the same in every spelling. Null for any other. */
export function nameOfOurs(crypto: Crypto, token: string): string | null {
  const atAnyTime = new Date(0);
  const read =
    readToken(crypto, token) ?? readPersonalToken(crypto, token, atAnyTime) ?? readSuppressionToken(crypto, token, atAnyTime);
  if (read !== null) return JSON.stringify(read);
  const opened = ENCRYPTED.map((purpose) => crypto.decryptBytes(purpose, token)).find(Boolean);
  return opened ? sha256(opened) : null;
}

function tokensUnderEachKey(crypto: Crypto, pendingId: string, expiresAt: Date): string[] {
  const nonces = crypto.macs("confirmation-nonce", pendingId).map((mac) => mac.subarray(0, NONCE));
  return nonces.map((nonce, age) => {
    const body = Buffer.concat([nonce, bytesOfMoment(expiresAt)]);
    const mac = crypto.macs("confirmation-token", body)[age];
    return Buffer.concat([body, mac?.subarray(0, MAC) ?? Buffer.alloc(0)]).toString("base64url");
  });
}

const ENCRYPTED = ["restore", "deletion-link", "address-link"] as const;

export function readEncrypted(crypto: Crypto, purpose: (typeof ENCRYPTED)[number], raw: string): Buffer | null {
  return readDamaged(raw, (token) => crypto.decryptBytes(purpose, token));
}

/** `length` bytes and our MAC. What has another length is not ours, and costs nothing. */
function readMarked(crypto: Crypto, purpose: string, raw: string, length: number): Buffer | null {
  return readDamaged(raw, (token) => {
    if (token.length !== Math.ceil(((length + MAC) * 4) / 3)) return null;
    const bytes = Buffer.from(token, "base64url");
    const macs = crypto.macs(purpose, bytes.subarray(0, length));
    return macs.some((mac) => isSame(mac.subarray(0, MAC), bytes.subarray(length))) ? bytes : null;
  });
}

/** Of the "=3D" that quoted-printable makes of "=", some mail programs leave the end in front of the token. */
function readDamaged(raw: string, read: (token: string) => Buffer | null): Buffer | null {
  const token = mendToken(raw);
  return read(token) ?? (token.startsWith("3D") ? read(token.slice(2)) : null);
}

function bytesOfMoment(moment: Date): Buffer {
  const bytes = Buffer.alloc(EXPIRY);
  bytes.writeUIntBE(Math.floor(moment.getTime() / 1000), 0, EXPIRY);
  return bytes;
}

function momentFrom(bytes: Buffer): Date {
  return new Date(bytes.readUIntBE(0, EXPIRY) * 1000);
}
