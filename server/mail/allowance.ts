/**
 * How many e-mails of ours a mailbox may get, so that nobody can be bombed through our forms (decision 0017). No deletion takes
 * what was counted here back: the keyed hash stays until its day is over.
 */
import { sql } from "drizzle-orm";
import { MAIL_COOLDOWN } from "../../petition/signing.ts";
import type { Transaction } from "../database/open.ts";
import { mailCooldowns } from "../database/schema.ts";

/**
 * Takes one e-mail from an allowance (`allowanceKey`); false while it cools down. One statement, so that of many requests at
 * once exactly one goes through.
 */
export async function takeFromAllowance(tx: Transaction, allowanceKey: string, now: Date): Promise<boolean> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const allowed = await tx
    .insert(mailCooldowns)
    .values({ emailHash: allowanceKey, acceptedAt: [now], lastAt: now })
    .onConflictDoUpdate({
      target: mailCooldowns.emailHash,
      set: {
        acceptedAt: sql`(array[${at}] || ${mailCooldowns.acceptedAt})[1:${sql.raw(String(MAIL_COOLDOWN.perDay))}]`,
        lastAt: now,
      },
      setWhere: sql`${mailCooldowns.lastAt} <= ${new Date(now.getTime() - MAIL_COOLDOWN.gap).toISOString()}::timestamptz
        and coalesce(${mailCooldowns.acceptedAt}[${sql.raw(String(MAIL_COOLDOWN.perDay))}], '-infinity')
          <= ${new Date(now.getTime() - MAIL_COOLDOWN.day).toISOString()}::timestamptz`,
    })
    .returning({ emailHash: mailCooldowns.emailHash });
  return allowed.length > 0;
}
