/**
 * What was erased, a signature or what was still to be confirmed, as its restore link carries it: short, since the whole link must stay
 * below 1,200 characters. It leaves out IP address and user agent. Layout: numbers first, then texts, all of it deflated where
 * that is shorter.
 */
import { domainToASCII, domainToUnicode } from "node:url";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { pendingConfirmations, signatures } from "../database/schema.ts";

export type SignatureRow = typeof signatures.$inferSelect;
export type PendingRow = typeof pendingConfirmations.$inferSelect;

/** What cannot be worked out again, without the origin. */
export type ErasedSignature = Omit<
  SignatureRow,
  "ipAddress" | "userAgent" | "normalisedEmail" | "searchText" | "quarantineId" | "secondsToConfirm"
>;

/** What is entered again; the consent is given anew. */
export type ErasedPending = Pick<PendingRow, "id" | "fullName" | "email" | "visibility" | "createdAt" | "locale"> & {
  /** Its own link and those of the other rows of its address, the newest first: a token is made of the row's id and its end. */
  links: Array<{ pendingId: string; confirmationExpiresAt: Date }>;
};

/** `until`: how long the link works. */
export type RestoreRecord = { expiresAt: Date } & (
  | { kind: "signature"; signature: ErasedSignature }
  | { kind: "pending"; pending: ErasedPending }
);

const SIGNATURE = 2;
const PENDING = 3;
const PLAIN = 0;
const DEFLATED = 1;
/** No record comes near this: what inflates beyond it is not ours. */
const LONGEST = 20_000;
/** More links than a mailbox gets in a day are too many for the address of a page. */
export const LINKS_MAX = 5;

export function encodeRecord(record: RestoreRecord): Buffer {
  const body =
    record.kind === "signature"
      ? bytesOfSignature(record.signature, record.expiresAt)
      : bytesOfPending(record.pending, record.expiresAt);
  const packed = deflateRawSync(body, { level: 9 });
  const isShorter = packed.length < body.length;
  return Buffer.concat([Buffer.from([isShorter ? DEFLATED : PLAIN]), isShorter ? packed : body]);
}

/** Null for what is no such record. */
export function decodeRecord(bytes: Buffer): RestoreRecord | null {
  try {
    const packed = bytes.subarray(1);
    const body = bytes[0] === DEFLATED ? inflateRawSync(packed, { maxOutputLength: LONGEST }) : packed;
    if (body[0] === SIGNATURE) return readSignature(body);
    return body[0] === PENDING ? readPending(body) : null;
  } catch {
    return null;
  }
}

function bytesOfSignature(signature: ErasedSignature, expiresAt: Date): Buffer {
  return Buffer.concat([
    Buffer.from([SIGNATURE, signature.visibility === "private" ? 1 : 0, signature.gdprConsentGiven ? 1 : 0]),
    bytesOfId(signature.id),
    bytesOfNumber(signature.restorations),
    ...[expiresAt, signature.confirmedAt, signature.createdAt, signature.gdprConsentTimestamp].map(bytesOfMoment),
    ...[signature.quarantinedAt, signature.nameHiddenAt].map(bytesOfMoment),
    ...[signature.signatureSalt, signature.signatureHash, signature.consentVersion, signature.petitionVersion].map(bytesOfText),
    ...[signature.locale, signature.fullName, shortAddress(signature.email)].map(bytesOfText),
  ]);
}

function readSignature(body: Buffer): RestoreRecord | null {
  const reader = readerOf(body, 3);
  const id = reader.id();
  const restorations = reader.number();
  const expiresAt = reader.moment();
  const confirmedAt = reader.moment();
  const createdAt = reader.moment();
  const gdprConsentTimestamp = reader.moment();
  const quarantinedAt = reader.moment();
  const nameHiddenAt = reader.moment();
  const [signatureSalt, signatureHash, consentVersion, petitionVersion] = [
    reader.text(),
    reader.text(),
    reader.text(),
    reader.text(),
  ];
  const [locale, fullName, email] = [reader.text(), reader.text(), reader.text()];
  if (!expiresAt || !confirmedAt || !createdAt || !gdprConsentTimestamp || !locale || !fullName || !email) return null;
  return {
    kind: "signature",
    expiresAt,
    signature: {
      id,
      fullName,
      email: fullAddress(email),
      visibility: body[1] === 1 ? "private" : "public",
      confirmedAt,
      createdAt,
      signatureHash,
      signatureSalt,
      gdprConsentGiven: body[2] === 1,
      gdprConsentTimestamp,
      consentVersion,
      petitionVersion,
      locale,
      quarantinedAt,
      nameHiddenAt,
      restorations,
    },
  };
}

function bytesOfPending(pending: ErasedPending, expiresAt: Date): Buffer {
  const links = pending.links.slice(0, LINKS_MAX);
  return Buffer.concat([
    Buffer.from([PENDING, pending.visibility === "private" ? 1 : 0, links.length]),
    bytesOfId(pending.id),
    ...[expiresAt, pending.createdAt].map(bytesOfMoment),
    ...links.flatMap(({ pendingId, confirmationExpiresAt }) => [bytesOfId(pendingId), bytesOfMoment(confirmationExpiresAt)]),
    ...[pending.locale, pending.fullName, shortAddress(pending.email)].map(bytesOfText),
  ]);
}

function readPending(body: Buffer): RestoreRecord | null {
  const reader = readerOf(body, 3);
  const id = reader.id();
  const [expiresAt, createdAt] = [reader.moment(), reader.moment()];
  const links = Array.from({ length: body[2] ?? 0 }, () => ({
    pendingId: reader.id(),
    confirmationExpiresAt: reader.moment() ?? new Date(0),
  }));
  const [locale, fullName, email] = [reader.text(), reader.text(), reader.text()];
  if (!expiresAt || !createdAt || !locale || !fullName || !email) return null;
  const visibility = body[1] === 1 ? "private" : "public";
  return {
    kind: "pending",
    expiresAt,
    pending: { id, fullName, email: fullAddress(email), visibility, createdAt, locale, links },
  };
}

/** An international domain in Punycode is shorter than in UTF-8; marked by a space, which no address holds. */
function shortAddress(address: string): string {
  const cut = address.lastIndexOf("@") + 1;
  const domain = address.slice(cut);
  const wire = domainToASCII(domain);
  if (wire === "" || wire === domain) return address;
  const isSame = domainToUnicode(wire) === domain;
  // One that does not come back letter by letter stays as typed, unless that would make the link too long.
  const isBetter = isSame ? wire.length < Buffer.byteLength(domain) : Buffer.byteLength(address) > 254;
  return isBetter ? ` ${address.slice(0, cut)}${wire}` : address;
}

function fullAddress(kept: string): string {
  if (!kept.startsWith(" ")) return kept;
  const cut = kept.lastIndexOf("@") + 1;
  return kept.slice(1, cut) + domainToUnicode(kept.slice(cut));
}

const NOTHING = 0;
const HEX = 1;
const UTF8 = 2;

/** Its kind, its length in two bytes, itself; hexadecimal texts in half their length. */
function bytesOfText(text: string | null): Buffer {
  if (text === null) return Buffer.from([NOTHING]);
  const kind = /^(?:[0-9a-f]{2})+$/.test(text) ? HEX : UTF8;
  const bytes = Buffer.from(text, kind === HEX ? "hex" : "utf8");
  return Buffer.concat([Buffer.from([kind, bytes.length >> 8, bytes.length & 255]), bytes]);
}

function bytesOfId(id: string): Buffer {
  return Buffer.from(id.replaceAll("-", ""), "hex");
}

function bytesOfNumber(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}

/** Milliseconds; none is 0. */
function bytesOfMoment(moment: Date | null): Buffer {
  const bytes = Buffer.alloc(6);
  bytes.writeUIntBE(moment?.getTime() ?? 0, 0, 6);
  return bytes;
}

function readerOf(body: Buffer, start: number) {
  let at = start;
  const bytes = (length: number): Buffer => {
    if (at + length > body.length) throw new RangeError("The record is cut off");
    at += length;
    return body.subarray(at - length, at);
  };
  return {
    id: () =>
      bytes(16)
        .toString("hex")
        .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
    number: () => bytes(4).readUInt32BE(),
    moment(): Date | null {
      const milliseconds = bytes(6).readUIntBE(0, 6);
      return milliseconds === 0 ? null : new Date(milliseconds);
    },
    text(): string | null {
      const [kind] = bytes(1);
      if (kind === NOTHING) return null;
      return bytes(bytes(2).readUInt16BE()).toString(kind === HEX ? "hex" : "utf8");
    },
  };
}
