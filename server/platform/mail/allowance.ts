import { and, gt, inArray, sql } from "drizzle-orm";
import { MAIL_COOLDOWN } from "../../../petition/signing.ts";
import type { Base } from "../base.ts";
import { allowanceKey, emailHashes } from "../crypto/links.ts";
import type { Transaction } from "../database/open.ts";
import { runOrRollBack } from "../database/run-or-roll-back.ts";
import { mailCooldowns, suppressions } from "../database/schema.ts";

/** For e-mails that anybody can ask for. The same statements whatever the answers; counted only if one is sent (decision 0017). */
export async function leaveToMail(
  { crypto, clock }: Pick<Base, "crypto" | "clock">,
  tx: Transaction,
  normalisedEmail: string,
  causesMail: boolean,
): Promise<"granted" | "cooling-down" | "suppressed"> {
  const suppressed = await isSuppressed(tx, emailHashes(crypto, normalisedEmail), clock.now());
  let mayMail = false;
  await runOrRollBack(tx, causesMail && !suppressed, async () => {
    mayMail = await takeFromAllowance(tx, allowanceKey(crypto, normalisedEmail, "sign"), clock.now());
  });
  if (suppressed) return "suppressed";
  return mayMail ? "granted" : "cooling-down";
}

/** One statement, so that of many requests at once exactly one goes through (decision 0017). */
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

async function isSuppressed(tx: Transaction, emailHashes: string[], now: Date): Promise<boolean> {
  const rows = await tx
    .select({ until: suppressions.until })
    .from(suppressions)
    .where(and(inArray(suppressions.emailHash, emailHashes), gt(suppressions.until, now)))
    .limit(1);
  return rows.length > 0;
}
