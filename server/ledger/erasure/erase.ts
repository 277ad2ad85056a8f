/** Whether there was anything shows neither in answer nor in time (specification, "Withdrawal"). */
import { randomBytes, randomUUID } from "node:crypto";
import type { AuditAction, Audited } from "../../../petition/audit.ts";
import { isExpired } from "../../../petition/confirmation.ts";
import { tombstoneDay } from "../../../petition/erasure.ts";
import { DEFAULT_LANGUAGE, isLanguage, type Language } from "../../../petition/language.ts";
import { RESTORE_LIFETIME } from "../../../petition/withdrawal.ts";
import type { Clock } from "../../platform/clock.ts";
import { type Crypto, sha256 } from "../../platform/crypto/crypto.ts";
import type { Transaction } from "../../platform/database/open.ts";
import { runOrRollBack } from "../../platform/database/run-or-roll-back.ts";
import { put } from "../../platform/jobs/outbox.ts";
import { emailOrDecoy, NOBODY } from "../../platform/mail/decoy.ts";
import { encryptEmail } from "../../platform/mail/encrypted-email.ts";
import { forgetLines, writeAudit } from "../audit/audit.ts";
import { changeList, countOut } from "../count/count.ts";
import { encodeRecord, type PendingRow, type RestoreRecord, type SignatureRow } from "./record.ts";
import {
  deleteConsequences,
  deletePendings,
  deleteSignatures,
  keepTombstone,
  mailboxOf,
  pendingIdsOf,
  signaturesOf,
  type Tombstone,
  tombstoneOf,
} from "./store.ts";

export interface ErasureTools {
  clock: Clock;
  crypto: Crypto;
}

export interface Erased {
  /** The mailbox's signature first; further ones only after an import. */
  signatures: SignatureRow[];
  /** The earliest first: anybody may have added the later ones. */
  pendings: PendingRow[];
  tombstones: Tombstone[];
}

export function isSomething({ signatures, pendings }: Erased): boolean {
  return signatures.length > 0 || pendings.length > 0;
}

/** `restorable`: the e-mail can bring it back. Locks the count until the transaction ends: call it last. */
export async function eraseAndTell(
  tools: ErasureTools,
  tx: Transaction,
  normalisedEmail: string,
  { restorable }: { restorable: boolean },
): Promise<Erased> {
  const erased = await clear(tools, tx, normalisedEmail);
  await tellOwner(tools, tx, erased, restorable);
  await settle(tools, tx, erased);
  return erased;
}

/** By the administrator, without a word to its owner; null if there is no such (any more). */
export async function eraseSignature(tools: ErasureTools, tx: Transaction, id: string): Promise<Erased | null> {
  const normalisedEmail = await mailboxOf(tx, id);
  if (normalisedEmail === null) return null;
  const erased = await clear(tools, tx, normalisedEmail, async () => [id]);
  if (erased.signatures.length === 0) return null;
  await settle(tools, tx, erased, "removed-signature");
  return erased;
}

async function clear(
  tools: ErasureTools,
  tx: Transaction,
  normalisedEmail: string,
  find = () => signaturesOf(tx, normalisedEmail),
): Promise<Erased> {
  // In the one order of locks (decision 0016).
  const known = await find();
  await deleteConsequences(tx, [...known, ...(await pendingIdsOf(tx, normalisedEmail))]);
  const pendings = await deletePendings(tx, normalisedEmail);
  // Asked once more: a link may have been followed while we waited for its row.
  const signatures = await deleteSignatures(tx, await find());
  await forgetLines(tx, [...known, ...signatures.map(({ id }) => id), ...pendings.map(({ id }) => id)]);
  pendings.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  const today = tombstoneDay(tools.clock.now());
  return { signatures, pendings, tombstones: signatures.map((signature) => tombstoneOf(signature, today)) };
}

type Erasing = Extract<AuditAction, "erased" | "removed-signature">;

async function settle(
  tools: ErasureTools,
  tx: Transaction,
  { signatures, pendings: [pending] }: Erased,
  action: Erasing = "erased",
): Promise<void> {
  const [first = invented(tools.clock), ...others] = signatures;
  const isPendingAlone = pending !== undefined && signatures.length === 0;
  await runOrRollBack(tx, isPendingAlone, () => noteErased(tools, tx, "pending_confirmation", pending?.id ?? first.id, action));
  await runOrRollBack(tx, signatures.length > 0, () => uncount(tools, tx, first, action));
  for (const other of others) await uncount(tools, tx, other, action);
}

async function uncount(tools: ErasureTools, tx: Transaction, signature: SignatureRow, action: Erasing): Promise<void> {
  const { clock } = tools;
  await keepTombstone(tx, tombstoneOf(signature, tombstoneDay(clock.now())));
  await noteErased(tools, tx, "signature", signature.id, action);
  // One in quarantine was not counted, but is on the administration's lists.
  await (signature.quarantinedAt === null
    ? countOut(tx, signature, action === "erased" ? "withdrawn" : "deleted", clock)
    : changeList(tx));
}

function noteErased({ clock }: ErasureTools, tx: Transaction, entityType: Audited, id: string, action: Erasing): Promise<void> {
  return writeAudit(tx, clock, { entityType, entityId: sha256(id), action });
}

/** No cool-down of the sign form holds it up. Where there was nobody, it goes to nobody. */
async function tellOwner({ clock, crypto }: ErasureTools, tx: Transaction, erased: Erased, restorable: boolean): Promise<void> {
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + RESTORE_LIFETIME);
  const record = restorable ? recordOf(erased, expiresAt, clock) : null;
  const token = record && crypto.encrypt("restore", encodeRecord(record));
  const { email, locale } = erased.signatures[0] ?? erased.pendings[0] ?? invented(clock);
  const restores = record?.kind ?? "signature";
  const payload = encryptEmail(crypto, {
    email,
    language: languageOf(locale),
    token,
    restores,
    expiresAt: expiresAt.getTime(),
  });
  await put(tx, { kind: emailOrDecoy("erased-email", isSomething(erased)), subjectId: randomUUID(), payload, at: now });
}

/** The signature, else what waited. Null where it was too late to confirm it anyway. */
function recordOf({ signatures, pendings }: Erased, expiresAt: Date, clock: Clock): RestoreRecord | null {
  if (signatures[0] || pendings.length === 0)
    return { kind: "signature", signature: signatures[0] ?? invented(clock), expiresAt };
  const entries = pendings.filter((pending) => !isExpired(pending.expiresAt, clock.now()));
  if (entries.length === 0) return null;
  const links = pendings.map(({ id, expiresAt }) => ({ pendingId: id, confirmationExpiresAt: expiresAt }));
  return { kind: "pending", links, entries, expiresAt };
}

function languageOf(locale: string): Language {
  return isLanguage(locale) ? locale : DEFAULT_LANGUAGE;
}

/** Somebody who never signed, of the usual length. */
function invented(clock: Clock): SignatureRow {
  const now = clock.now();
  return {
    id: randomUUID(),
    fullName: "Nobody Nowhere",
    email: NOBODY.email,
    normalisedEmail: null,
    visibility: "public",
    confirmedAt: now,
    createdAt: now,
    ipAddress: null,
    userAgent: null,
    signatureHash: sha256(""),
    signatureSalt: randomBytes(16).toString("hex"),
    gdprConsentGiven: true,
    gdprConsentTimestamp: now,
    consentVersion: null,
    petitionVersion: sha256(""),
    policyVersion: null,
    locale: DEFAULT_LANGUAGE,
    quarantinedAt: null,
    quarantineId: null,
    releasedAt: null,
    nameHiddenAt: null,
    nameCheck: null,
    secondsToConfirm: null,
    listKey: null,
    objectedAt: null,
    restorations: 0,
    searchText: null,
  };
}
