import { and, asc, eq, getTableColumns, inArray, notLike } from "drizzle-orm";
import { AUDITED } from "../../../petition/audit.ts";
import { idsOfMailbox } from "../../platform/database/mailbox.ts";
import type { Transaction } from "../../platform/database/open.ts";
import {
  auditLog,
  clusterSignatures,
  clusters,
  logEntries,
  mailCooldowns,
  outbox,
  pendingConfirmations,
  shownTexts,
  signatureLinks,
  signatures,
  spreadsheetRows,
  suppressions,
} from "../../platform/database/schema.ts";
import { ANY_DECOY } from "../../platform/mail/decoy.ts";

export type Owned = NonNullable<Awaited<ReturnType<typeof find>>>;

export async function find(tx: Transaction, id: string) {
  const [row] = await found(tx, id);
  return row ?? null;
}

export async function findToChange(tx: Transaction, id: string) {
  const [row] = await found(tx, id).for("no key update", { of: signatures });
  return row ?? null;
}

function found(tx: Transaction, id: string) {
  return tx
    .select({ ...getTableColumns(signatures), consentText: shownTexts.text })
    .from(signatures)
    .leftJoin(shownTexts, eq(shownTexts.version, signatures.consentVersion))
    .where(eq(signatures.id, id));
}

export async function othersOf(tx: Transaction, normalisedEmail: string, id: string): Promise<Owned[]> {
  const others: Owned[] = [];
  for (const one of await idsOfMailbox(tx, normalisedEmail)) {
    const other = one === id ? null : await find(tx, one);
    if (other) others.push(other);
  }
  return others;
}

export function enteredWith(tx: Transaction, normalisedEmail: string) {
  return tx
    .select()
    .from(pendingConfirmations)
    .where(eq(pendingConfirmations.normalisedEmail, normalisedEmail))
    .orderBy(asc(pendingConfirmations.createdAt));
}

export function linksOf(tx: Transaction, id: string) {
  return tx.select().from(signatureLinks).where(eq(signatureLinks.signatureId, id)).orderBy(asc(signatureLinks.tokenHash));
}

export function clustersOf(tx: Transaction, id: string) {
  const { reason, foundAt, lastAt } = clusters;
  return tx
    .select({ clusterId: clusters.id, reason, foundAt, lastAt })
    .from(clusterSignatures)
    .innerJoin(clusters, eq(clusters.id, clusterSignatures.clusterId))
    .where(eq(clusterSignatures.signatureId, id))
    .orderBy(asc(clusters.foundAt));
}

export function cooldownsOf(tx: Transaction, emailHashes: string[]) {
  return tx.select().from(mailCooldowns).where(inArray(mailCooldowns.emailHash, emailHashes));
}

export function suppressionsOf(tx: Transaction, emailHashes: string[]) {
  return tx.select().from(suppressions).where(inArray(suppressions.emailHash, emailHashes));
}

export function mailsAbout(tx: Transaction, ids: string[]) {
  const { payload: _encrypted, ...columns } = getTableColumns(outbox);
  return tx
    .select(columns)
    .from(outbox)
    .where(and(inArray(outbox.subjectId, ids), notLike(outbox.kind, ANY_DECOY)))
    .orderBy(asc(outbox.createdAt));
}

export async function entriesOf(tx: Transaction, { signatureHash }: Pick<Owned, "signatureHash">) {
  return signatureHash === null ? [] : tx.select().from(logEntries).where(eq(logEntries.commitment, signatureHash));
}

export function copyOf(tx: Transaction, id: string) {
  return tx.select().from(spreadsheetRows).where(eq(spreadsheetRows.signatureId, id));
}

export function linesAbout(tx: Transaction, ids: string[]) {
  return (
    tx
      .select()
      .from(auditLog)
      // By all kinds: the index begins with them.
      .where(and(inArray(auditLog.entityType, [...AUDITED]), inArray(auditLog.entityId, ids)))
      .orderBy(asc(auditLog.timestamp))
  );
}
