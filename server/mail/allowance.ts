import { sql } from "drizzle-orm";
import { MAIL_COOLDOWN } from "../../petition/signing.ts";
import type { Transaction } from "../database/open.ts";
import { mailCooldowns } from "../database/schema.ts";

/** False while it cools down (decision 0017). One statement, so that of many requests at once exactly one goes through. */
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
