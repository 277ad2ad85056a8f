import { and, asc, eq, getTableColumns, inArray } from "drizzle-orm";
import { AUDITED } from "../../petition/audit.ts";
import type { NameStanding } from "../../petition/held-names.ts";
import type { Visibility } from "../../petition/signing.ts";
import type { Transaction } from "../database/open.ts";
import { auditLog, pendingConfirmations, shownTexts, signatures } from "../database/schema.ts";

const { searchText: _derived, ...columns } = getTableColumns(signatures);

export type Owned = NonNullable<Awaited<ReturnType<typeof find>>>;

export async function find(tx: Transaction, id: string) {
  const [row] = await tx
    .select({ ...columns, consentText: shownTexts.text })
    .from(signatures)
    .leftJoin(shownTexts, eq(shownTexts.version, signatures.consentVersion))
    .where(eq(signatures.id, id));
  return row ?? null;
}

type Corrected = NameStanding & { fullName: string; visibility: Visibility };

export async function change(tx: Transaction, id: string, to: Corrected): Promise<void> {
  await tx.update(signatures).set(to).where(eq(signatures.id, id));
}

export function waitingFor(tx: Transaction, normalisedEmail: string) {
  const { fullName, email, visibility, locale, status, createdAt, expiresAt, ipAddress, userAgent } = pendingConfirmations;
  const { consentVersion, petitionVersion, policyVersion } = pendingConfirmations;
  return tx
    .select({
      ...{ fullName, email, visibility, locale, status, createdAt, expiresAt, ipAddress, userAgent },
      ...{ consentVersion, petitionVersion, policyVersion },
    })
    .from(pendingConfirmations)
    .where(eq(pendingConfirmations.normalisedEmail, normalisedEmail))
    .orderBy(asc(pendingConfirmations.createdAt));
}

export function auditOf(tx: Transaction, id: string) {
  return (
    tx
      .select({ action: auditLog.action, changes: auditLog.changes, at: auditLog.timestamp })
      .from(auditLog)
      // By all kinds: the index begins with them.
      .where(and(inArray(auditLog.entityType, [...AUDITED]), eq(auditLog.entityId, id)))
      .orderBy(asc(auditLog.timestamp))
  );
}
