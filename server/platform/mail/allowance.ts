import { and, gt, inArray, sql } from "drizzle-orm";
import { MAIL_COOLDOWN } from "../../../petition/signing.ts";
import type { Base } from "../base.ts";
import { allowanceKey, emailHashes } from "../crypto/links.ts";
import type { Transaction } from "../database/open.ts";
import { runOrRollBack } from "../database/run-or-roll-back.ts";
import { suppressions } from "../database/schema.ts";

/** For e-mails that anybody can ask for. The same statements whatever the answers; counted only if one is sent (decision 0008). */
export async function leaveToMail(
  { crypto, clock }: Pick<Base, "crypto" | "clock">,
  tx: Transaction,
  normalisedEmail: string,
  causesMail: boolean,
): Promise<"granted" | "cooling-down" | "suppressed"> {
  const present = and(
    inArray(suppressions.emailHash, emailHashes(crypto, normalisedEmail)),
    gt(suppressions.until, clock.now()),
  );
  const suppressed = (await tx.$count(suppressions, present)) > 0;
  let mayMail = false;
  await runOrRollBack(tx, causesMail && !suppressed, async () => {
    mayMail = await takeFromAllowance(tx, allowanceKey(crypto, normalisedEmail, "sign"), clock.now());
  });
  if (suppressed) return "suppressed";
  return mayMail ? "granted" : "cooling-down";
}

/** One statement, so that of many requests at once exactly one goes through (decision 0008). */
export async function takeFromAllowance(tx: Transaction, allowanceKey: string, now: Date): Promise<boolean> {
  const asked = sql`select ${allowanceKey}::text as mailbox, ${now.toISOString()}::timestamptz as at`;
  const { rows } = await tx.execute(sql`with asked as (${asked}) ${TAKING_ONE}`);
  return rows.length > 0;
}

/** Answers the keys that had an e-mail left, of those that `mailboxes` selects once each. Locks in their order (decision 0016). */
export function takingFromAllowances(mailboxes: string, now: string): string {
  const { perDay, gap, day } = MAIL_COOLDOWN;
  return `insert into mail_cooldowns (email_hash, accepted_at, last_at)
    select mailbox, array[${now}], ${now} from (${mailboxes}) as taking (mailbox) order by mailbox
    on conflict (email_hash) do update set
      accepted_at = (array[${now}] || mail_cooldowns.accepted_at)[1:${perDay}], last_at = ${now}
    where mail_cooldowns.last_at <= ${now} - interval '${gap} milliseconds'
      and coalesce(mail_cooldowns.accepted_at[${perDay}], '-infinity') <= ${now} - interval '${day} milliseconds'
    returning email_hash`;
}

const TAKING_ONE = sql.raw(takingFromAllowances("select mailbox from asked", "(select at from asked)"));
