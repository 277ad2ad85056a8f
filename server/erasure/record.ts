/** The whole restore link must stay below 1,200 characters. A new column is left out of the types below or has its place in the layouts. */
import { domainToASCII, domainToUnicode } from "node:url";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { NameCheck } from "../../petition/held-names.ts";
import type { pendingConfirmations, signatures } from "../database/schema.ts";
import {
  bytesOf,
  COUNT,
  fields,
  type Layout,
  listOf,
  MOMENT,
  MOMENT_OR_NONE,
  oneOf,
  oneOfOrNone,
  TEXT,
  TEXT_OR_NONE,
  UUID,
} from "./layout.ts";

export type SignatureRow = typeof signatures.$inferSelect;
export type PendingRow = typeof pendingConfirmations.$inferSelect;

/** Made anew: whoever brings it back consents to what is shown then. */
type ProofOfConsent =
  | ("consentVersion" | "policyVersion" | "gdprConsentGiven" | "gdprConsentTimestamp")
  | ("signatureHash" | "signatureSalt");

export type ErasedSignature = Omit<
  SignatureRow,
  | (
      | "ipAddress"
      | "userAgent"
      | "normalisedEmail"
      | "searchText"
      | "quarantineId"
      | "secondsToConfirm"
      | "listKey"
      | "objectedAt"
    )
  | ProofOfConsent
>;

export type ErasedPending = Omit<
  PendingRow,
  | "token"
  | "normalisedEmail"
  | "expiresAt"
  | "ipAddress"
  | "userAgent"
  | "emailSentAt"
  | "emailRetryCount"
  | "status"
  | ProofOfConsent
> & {
  links: Array<{ pendingId: string; confirmationExpiresAt: Date }>;
};

export type RestoreRecord = { expiresAt: Date } & (
  | { kind: "signature"; signature: ErasedSignature }
  | { kind: "pending"; pending: ErasedPending }
);

/** More links than a mailbox gets in a day are too many for the address of a page. */
export const LINKS_MAX = 5;

const MARK = { signature: 2, pending: 3 };

const VISIBILITY = oneOf({ public: 0, private: 1 });

const NAME_CHECK = oneOfOrNone<NameCheck>({ held: 1, approved: 2 });

const EMAIL: Layout<string> = {
  write: (email) => TEXT.write(shortAddress(email)),
  read: (from) => fullAddress(TEXT.read(from)),
};

const SIGNATURE = fields<Extract<RestoreRecord, { kind: "signature" }>>({
  kind: oneOf({ signature: MARK.signature }),
  expiresAt: MOMENT,
  signature: fields<ErasedSignature>({
    visibility: VISIBILITY,
    id: UUID,
    restorations: COUNT,
    confirmedAt: MOMENT,
    createdAt: MOMENT,
    quarantinedAt: MOMENT_OR_NONE,
    releasedAt: MOMENT_OR_NONE,
    nameHiddenAt: MOMENT_OR_NONE,
    nameCheck: NAME_CHECK,
    petitionVersion: TEXT_OR_NONE,
    locale: TEXT,
    fullName: TEXT,
    email: EMAIL,
  }),
});

const PENDING = fields<Extract<RestoreRecord, { kind: "pending" }>>({
  kind: oneOf({ pending: MARK.pending }),
  expiresAt: MOMENT,
  pending: fields<ErasedPending>({
    visibility: VISIBILITY,
    id: UUID,
    createdAt: MOMENT,
    petitionVersion: TEXT,
    links: listOf(fields<ErasedPending["links"][number]>({ pendingId: UUID, confirmationExpiresAt: MOMENT }), LINKS_MAX),
    locale: TEXT,
    fullName: TEXT,
    email: EMAIL,
  }),
});

const PLAIN = 0;
const DEFLATED = 1;
/** No record comes near this: what inflates beyond it is not ours. */
const LONGEST = 20_000;

export function encodeRecord(record: RestoreRecord): Buffer {
  const body = record.kind === "signature" ? SIGNATURE.write(record) : PENDING.write(record);
  const packed = deflateRawSync(body, { level: 9 });
  const isShorter = packed.length < body.length;
  return Buffer.concat([Buffer.from([isShorter ? DEFLATED : PLAIN]), isShorter ? packed : body]);
}

export function decodeRecord(bytes: Buffer): RestoreRecord | null {
  try {
    const packed = bytes.subarray(1);
    const body = bytes[0] === DEFLATED ? inflateRawSync(packed, { maxOutputLength: LONGEST }) : packed;
    return body[0] === MARK.signature ? SIGNATURE.read(bytesOf(body)) : PENDING.read(bytesOf(body));
  } catch {
    return null;
  }
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
