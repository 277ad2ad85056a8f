import { and, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { AdminEnd } from "../../../contract/administration/ending.ts";
import { isAboutSomebody } from "../../ledger/audit/logins.ts";
import type { Database } from "../../platform/database/open.ts";
import { pendingConfirmations, UNCONFIRMED_STATUSES } from "../../platform/database/schema.ts";

export async function countConfirmable(db: Database["db"], now: Date): Promise<number> {
  const { expiresAt, status } = pendingConfirmations;
  return db.$count(pendingConfirmations, and(gt(expiresAt, now), inArray(status, UNCONFIRMED_STATUSES)));
}

const all = (...tables: string[]): SQL => sql.raw(tables.map((table) => `(select count(*) from ${table})`).join(" + "));

export async function countGoing(db: Database["db"]): Promise<AdminEnd["going"]> {
  const { rows } = await db.execute<Record<keyof AdminEnd["going"], string>>(sql`
    select ${all("signatures")} as signatures, ${all("pending_confirmations")} as unconfirmed, ${all("outbox")} as emails,
      ${all("mail_cooldowns", "suppressions", "mail_caps", "rate_limits")} as hashes,
      ${all("clusters", "quarantines", "suspicions")} as groups,
      (select count(*) from audit_log where ${isAboutSomebody}) as lines`);
  const [{ signatures = 0, unconfirmed = 0, emails = 0, hashes = 0, groups = 0, lines = 0 } = {}] = rows;
  return {
    signatures: Number(signatures),
    unconfirmed: Number(unconfirmed),
    emails: Number(emails),
    hashes: Number(hashes),
    groups: Number(groups),
    lines: Number(lines),
  };
}
