/** Neither the answer nor its time shows whether there was anything (specification, "Withdrawal"). */
import { randomUUID } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import type { AuditAction, Audited } from "../../../petition/audit.ts";
import { isExpired } from "../../../petition/confirmation.ts";
import { tombstoneDay } from "../../../petition/erasure.ts";
import { DEFAULT_LANGUAGE, isLanguage } from "../../../petition/language.ts";
import { RESTORE_LIFETIME } from "../../../petition/withdrawal.ts";
import type { Clock } from "../../platform/clock.ts";
import { type Crypto, sha256 } from "../../platform/crypto/crypto.ts";
import { lockedIds } from "../../platform/database/locked.ts";
import { idsOfMailbox, normalisedOf } from "../../platform/database/mailbox.ts";
import type { Transaction } from "../../platform/database/open.ts";
import { runOrRollBack } from "../../platform/database/run-or-roll-back.ts";
import { erasedSignatures, outbox, pendingConfirmations, signatures } from "../../platform/database/schema.ts";
import { put } from "../../platform/jobs/outbox.ts";
import { emailOrDecoy, NOBODY } from "../../platform/mail/decoy.ts";
import { encryptEmail } from "../../platform/mail/encrypted-email.ts";
import { forgetLines, writeAudit } from "../audit/audit.ts";
import { type Counted, changeList, countOut } from "../count/count.ts";
import { type ErasedSignature, encodeRecord, type PendingRow, type RestoreRecord, type SignatureRow } from "./record.ts";

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

/** By the administrator, without an e-mail. Null if there is no such signature. */
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
  find = () => idsOfMailbox(tx, normalisedEmail),
): Promise<Erased> {
  const known = await find();
  await deleteConsequences(tx, [...known, ...(await pendingIdsOf(tx, normalisedEmail))]);
  const pendings = await deletePendings(tx, normalisedEmail);
  // Found again: a link may have been followed while we waited for its row.
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

type Uncounted = ErasedSignature & Counted;

async function uncount(tools: ErasureTools, tx: Transaction, signature: Uncounted, action: Erasing): Promise<void> {
  const { clock } = tools;
  await keepTombstone(tx, tombstoneOf(signature, tombstoneDay(clock.now())));
  await noteErased(tools, tx, "signature", signature.id, action);
  // One in quarantine was not counted, but is in the administration's lists.
  await (signature.quarantinedAt === null
    ? countOut(tx, signature, action === "erased" ? "withdrawn" : "deleted", clock)
    : changeList(tx));
}

function noteErased({ clock }: ErasureTools, tx: Transaction, entityType: Audited, id: string, action: Erasing): Promise<void> {
  return writeAudit(tx, clock, { entityType, entityId: sha256(id), action });
}

async function tellOwner({ clock, crypto }: ErasureTools, tx: Transaction, erased: Erased, restorable: boolean): Promise<void> {
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + RESTORE_LIFETIME);
  const record = restorable ? recordOf(erased, expiresAt, clock) : null;
  const token = record && crypto.encrypt("restore", encodeRecord(record));
  const { email, locale } = erased.signatures[0] ?? erased.pendings[0] ?? invented(clock);
  const restores = record?.kind ?? "signature";
  const language = isLanguage(locale) ? locale : DEFAULT_LANGUAGE;
  const payload = encryptEmail(crypto, { email, language, token, restores, expiresAt: expiresAt.getTime() });
  await put(tx, { kind: emailOrDecoy("erased-email", isSomething(erased)), subjectId: randomUUID(), payload, at: now });
}

/** The signature, else what waited. Null if that could not be confirmed any more. */
function recordOf({ signatures, pendings }: Erased, expiresAt: Date, clock: Clock): RestoreRecord | null {
  if (signatures[0] || pendings.length === 0)
    return { kind: "signature", signature: signatures[0] ?? invented(clock), expiresAt };
  const entries = pendings.filter((pending) => !isExpired(pending.expiresAt, clock.now()));
  if (entries.length === 0) return null;
  const links = pendings.map(({ id, expiresAt }) => ({ pendingId: id, confirmationExpiresAt: expiresAt }));
  return { kind: "pending", links, entries, expiresAt };
}

/** Somebody who never signed, of the usual length. */
function invented(clock: Clock): Uncounted {
  const now = clock.now();
  return {
    id: randomUUID(),
    fullName: "Nobody Nowhere",
    email: NOBODY.email,
    visibility: "public",
    confirmedAt: now,
    createdAt: now,
    signatureHash: sha256(""),
    petitionVersion: sha256(""),
    locale: DEFAULT_LANGUAGE,
    quarantinedAt: null,
    releasedAt: null,
    nameHiddenAt: null,
    nameCheck: null,
    listKey: null,
    objectedAt: null,
    restorations: 0,
  };
}

export async function mailboxOf(tx: Transaction, id: string): Promise<string | null> {
  const [row] = await tx
    .select({ email: signatures.email, normalised: signatures.normalisedEmail })
    .from(signatures)
    .where(eq(signatures.id, id));
  return row ? normalisedOf(row) : null;
}

export async function pendingIdsOf(tx: Transaction, normalisedEmail: string): Promise<string[]> {
  const rows = await tx
    .select({ id: pendingConfirmations.id })
    .from(pendingConfirmations)
    .where(eq(pendingConfirmations.normalisedEmail, normalisedEmail));
  return rows.map(({ id }) => id);
}

export async function deleteConsequences(tx: Transaction, ids: string[]): Promise<void> {
  const locked = lockedIds(tx, outbox, inArray(outbox.subjectId, orNobody(ids)));
  await tx.delete(outbox).where(inArray(outbox.id, locked));
}

async function deletePendings(tx: Transaction, normalisedEmail: string): Promise<PendingRow[]> {
  const locked = await tx
    .select()
    .from(pendingConfirmations)
    .where(eq(pendingConfirmations.normalisedEmail, normalisedEmail))
    .orderBy(pendingConfirmations.id)
    .for("update");
  await tx.delete(pendingConfirmations).where(inArray(pendingConfirmations.id, orNobody(locked.map(({ id }) => id))));
  return locked;
}

/** Answers what was there, the one that the mailbox counts by first. */
async function deleteSignatures(tx: Transaction, ids: string[]): Promise<SignatureRow[]> {
  const locked = lockedIds(tx, signatures, inArray(signatures.id, orNobody(ids)));
  const deleted = await tx.delete(signatures).where(inArray(signatures.id, locked)).returning();
  return deleted.sort((one, other) => Number(one.normalisedEmail === null) - Number(other.normalisedEmail === null));
}

export interface Tombstone {
  idHash: string;
  erasedOn: string;
  restorations: number;
}

function tombstoneOf({ id, restorations }: Pick<SignatureRow, "id" | "restorations">, erasedOn: string): Tombstone {
  return { idHash: sha256(id), erasedOn, restorations };
}

async function keepTombstone(tx: Transaction, tombstone: Tombstone): Promise<void> {
  await tx.insert(erasedSignatures).values(tombstone).onConflictDoUpdate({ target: erasedSignatures.idHash, set: tombstone });
}

/** False if a restore link has undone this erasure, or another one followed. */
export async function isLatestErasure(
  tx: Transaction,
  { idHash, restorations }: Omit<Tombstone, "erasedOn">,
): Promise<boolean> {
  const itself = and(eq(erasedSignatures.idHash, idHash), eq(erasedSignatures.restorations, restorations));
  return (await tx.$count(erasedSignatures, itself)) > 0;
}

export async function hasTombstone(tx: Transaction, idHashes: string[]): Promise<boolean> {
  return (await tx.$count(erasedSignatures, inArray(erasedSignatures.idHash, idHashes))) > 0;
}

export async function deleteTombstone(tx: Transaction, idHash: string): Promise<void> {
  await tx.delete(erasedSignatures).where(eq(erasedSignatures.idHash, idHash));
}

/** Every state of an address leads to the same statements. */
function orNobody(ids: string[]): string[] {
  return ids.length > 0 ? ids : [NOBODY.id];
}
