/** The whole restore link must stay below 1,200 characters. A new column is left out of these types or gets into the layouts. */
import { domainToASCII, domainToUnicode } from "node:url";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { NameCheck } from "../../../petition/held-names.ts";
import { bytesOfUuid, uuidFrom } from "../../platform/crypto/crypto.ts";
import type { pendingConfirmations, signatures } from "../../platform/database/schema.ts";

export type SignatureRow = typeof signatures.$inferSelect;
export type PendingRow = typeof pendingConfirmations.$inferSelect;

/** Written again when the signature is brought back: its owner then consents to what is shown. */
type ProofOfConsent =
  | ("consentVersion" | "policyVersion" | "gdprConsentGiven" | "gdprConsentTimestamp")
  | ("signatureHash" | "signatureSalt" | "committedAddress");

export type ErasedSignature = Omit<
  SignatureRow,
  | ("ipAddress" | "userAgent" | "normalisedEmail" | "searchText" | "quarantineId" | "secondsToConfirm" | "listKey")
  | ("addressAskedAt" | "linksSince")
  | ProofOfConsent
>;

export type ErasedPending = Omit<
  PendingRow,
  | ("token" | "normalisedEmail" | "expiresAt" | "ipAddress" | "userAgent" | "emailSentAt" | "emailRetryCount" | "status")
  | ProofOfConsent
>;

interface ErasedLink {
  pendingId: string;
  confirmationExpiresAt: Date;
}

export type RestoreRecord = { expiresAt: Date } & (
  | { kind: "signature"; signature: ErasedSignature }
  /** The earliest entry of the mailbox first, which is most likely its owner's. `links`: of all its e-mails. */
  | { kind: "pending"; links: ErasedLink[]; entries: ErasedPending[] }
);

export const LINKS_MAX = 5;

const ENTRIES_MAX = 20;

/** Bytes: three become four characters of base64url, after the address of the page. */
const SEVERAL_MAX = 780;

/** Values as bytes, one after another, read in the order in which they are written. Functions, whose parameters are checked more strictly than methods'. */
interface Layout<Value> {
  write: (value: Value) => Buffer;
  read: (from: Bytes) => Value;
}

type Bytes = (length: number) => Buffer;

function bytesOf(body: Buffer): Bytes {
  let at = 0;
  return (length) => {
    if (at + length > body.length) throw new RangeError("The bytes are cut off");
    at += length;
    return body.subarray(at - length, at);
  };
}

function fields<Value extends object>(layouts: { [Key in keyof Value]-?: Layout<Value[Key]> }): Layout<Value> {
  const names = Object.keys(layouts) as (keyof Value)[];
  return {
    write: (value) => Buffer.concat(names.map((name) => layouts[name].write(value[name]))),
    read: (from) => Object.fromEntries(names.map((name) => [name, layouts[name].read(from)])) as Value,
  };
}

function listOf<Item>(item: Layout<Item>, most: number): Layout<Item[]> {
  return {
    write: (items) => Buffer.concat([Buffer.from([Math.min(items.length, most)]), ...items.slice(0, most).map(item.write)]),
    read: (from) => Array.from({ length: from(1).readUInt8() }, () => item.read(from)),
  };
}

function oneOf<Choice extends string>(choices: Record<Choice, number>): Layout<Choice> {
  const names = Object.keys(choices) as Choice[];
  return {
    write: (choice) => Buffer.from([choices[choice]]),
    read(from) {
      const byte = from(1).readUInt8();
      const found = names.find((name) => choices[name] === byte);
      if (found === undefined) throw new RangeError("None of the choices");
      return found;
    },
  };
}

function oneOfOrNone<Choice extends string>(choices: Record<Choice, number>): Layout<Choice | null> {
  const some = oneOf<Choice | "none">({ ...choices, none: 0 } as Record<Choice | "none", number>);
  return {
    write: (choice) => some.write(choice ?? "none"),
    read(from) {
      const choice = some.read(from);
      return choice === "none" ? null : choice;
    },
  };
}

const COUNT: Layout<number> = {
  write(count) {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(count);
    return bytes;
  },
  read: (from) => from(4).readUInt32BE(),
};

const UUID: Layout<string> = {
  write: bytesOfUuid,
  read: (from) => uuidFrom(from(16)),
};

const MOMENT_OR_NONE: Layout<Date | null> = {
  write(moment) {
    const bytes = Buffer.alloc(6);
    bytes.writeUIntBE(moment?.getTime() ?? 0, 0, 6);
    return bytes;
  },
  read(from) {
    const milliseconds = from(6).readUIntBE(0, 6);
    return milliseconds === 0 ? null : new Date(milliseconds);
  },
};

const MOMENT: Layout<Date> = { write: MOMENT_OR_NONE.write, read: (from) => present(MOMENT_OR_NONE.read(from)) };

const NOTHING = 0;
const HEX = 1;
const UTF8 = 2;

const TEXT_OR_NONE: Layout<string | null> = {
  write(text) {
    if (text === null) return Buffer.from([NOTHING]);
    const kind = /^(?:[0-9a-f]{2})+$/.test(text) ? HEX : UTF8;
    const bytes = Buffer.from(text, kind === HEX ? "hex" : "utf8");
    return Buffer.concat([Buffer.from([kind, bytes.length >> 8, bytes.length & 255]), bytes]);
  },
  read(from) {
    const kind = from(1).readUInt8();
    return kind === NOTHING ? null : from(from(2).readUInt16BE()).toString(kind === HEX ? "hex" : "utf8");
  },
};

const TEXT: Layout<string> = { write: TEXT_OR_NONE.write, read: (from) => present(TEXT_OR_NONE.read(from)) };

function present<Value>(value: Value | null): Value {
  if (value === null) throw new RangeError("Nothing where something must be");
  return value;
}

const MARK = { signatureBefore: 2, onePending: 3, pending: 4, signature: 5 };

const VISIBILITY = oneOf({ public: 0, private: 1 });

const EMAIL: Layout<string> = {
  write: (email) => TEXT.write(shortAddress(email)),
  read: (from) => fullAddress(TEXT.read(from)),
};

const NAMED = { locale: TEXT, fullName: TEXT, email: EMAIL };

const ERASED = {
  visibility: VISIBILITY,
  id: UUID,
  restorations: COUNT,
  confirmedAt: MOMENT,
  createdAt: MOMENT,
  quarantinedAt: MOMENT_OR_NONE,
  releasedAt: MOMENT_OR_NONE,
  nameHiddenAt: MOMENT_OR_NONE,
  nameCheck: oneOfOrNone<NameCheck>({ held: 1, approved: 2 }),
  petitionVersion: TEXT_OR_NONE,
  ...NAMED,
};

const ENTERED = { visibility: VISIBILITY, id: UUID, createdAt: MOMENT, petitionVersion: TEXT };

const SIGNATURE = fields<Extract<RestoreRecord, { kind: "signature" }>>({
  kind: oneOf({ signature: MARK.signature }),
  expiresAt: MOMENT,
  signature: fields<ErasedSignature>({ ...ERASED, objectedAt: MOMENT_OR_NONE }),
});

const LINKS = listOf(fields<ErasedLink>({ pendingId: UUID, confirmationExpiresAt: MOMENT }), LINKS_MAX);

const PENDING = fields<Extract<RestoreRecord, { kind: "pending" }>>({
  kind: oneOf({ pending: MARK.pending }),
  expiresAt: MOMENT,
  links: LINKS,
  entries: listOf(fields<ErasedPending>({ ...ENTERED, ...NAMED }), ENTRIES_MAX),
});

/** These two are of the last release, whose links still work: remove them with the next one. */
const SIGNATURE_BEFORE = fields<{ kind: "signature"; expiresAt: Date; signature: Omit<ErasedSignature, "objectedAt"> }>({
  kind: oneOf({ signature: MARK.signatureBefore }),
  expiresAt: MOMENT,
  signature: fields(ERASED),
});

const ONE_PENDING = fields<{ kind: "pending"; expiresAt: Date; pending: ErasedPending & { links: ErasedLink[] } }>({
  kind: oneOf({ pending: MARK.onePending }),
  expiresAt: MOMENT,
  pending: fields<ErasedPending & { links: ErasedLink[] }>({ ...ENTERED, links: LINKS, ...NAMED }),
});

const PLAIN = 0;
const DEFLATED = 1;
const LONGEST = 20_000;

export function encodeRecord(record: RestoreRecord): Buffer {
  if (record.kind === "signature") return packed(SIGNATURE.write(record));
  const all = record.entries.slice(0, ENTRIES_MAX);
  const shorter = all.map((_, without) => packed(PENDING.write({ ...record, entries: all.slice(0, all.length - without) })));
  return shorter.find(({ length }) => length <= SEVERAL_MAX) ?? (shorter.at(-1) as Buffer);
}

function packed(body: Buffer): Buffer {
  const deflated = deflateRawSync(body, { level: 9 });
  const isShorter = deflated.length < body.length;
  return Buffer.concat([Buffer.from([isShorter ? DEFLATED : PLAIN]), isShorter ? deflated : body]);
}

export function decodeRecord(bytes: Buffer): RestoreRecord | null {
  try {
    const packed = bytes.subarray(1);
    const body = bytes[0] === DEFLATED ? inflateRawSync(packed, { maxOutputLength: LONGEST }) : packed;
    switch (body[0]) {
      case MARK.signatureBefore: {
        const record = SIGNATURE_BEFORE.read(bytesOf(body));
        return { ...record, signature: { ...record.signature, objectedAt: null } };
      }
      case MARK.onePending: {
        const { pending, ...record } = ONE_PENDING.read(bytesOf(body));
        const { links, ...entry } = pending;
        return { ...record, links, entries: [entry] };
      }
      case MARK.pending:
        return PENDING.read(bytesOf(body));
      default:
        return SIGNATURE.read(bytesOf(body));
    }
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
  // If it cannot be converted back exactly it stays as typed, unless the link would be too long.
  const isBetter = isSame ? wire.length < Buffer.byteLength(domain) : Buffer.byteLength(address) > 254;
  return isBetter ? ` ${address.slice(0, cut)}${wire}` : address;
}

function fullAddress(kept: string): string {
  if (!kept.startsWith(" ")) return kept;
  const cut = kept.lastIndexOf("@") + 1;
  return kept.slice(1, cut) + domainToUnicode(kept.slice(cut));
}
