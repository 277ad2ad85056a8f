import { eq, sql } from "drizzle-orm";
import { breachNotices, UNCONFIRMED_STATUSES } from "../database/schema.ts";
import { type Also, also, type Writer } from "../jobs/outbox.ts";

interface Noted {
  id: string;
  became: "sent" | "deferred" | "given-up";
  at: Date | null;
}

/** A signature has no such row; it is looked for all the same: equal work. */
export function noteSent(id: string, at: Date): Also {
  return also(notePending, { id, became: "sent", at });
}

export function noteDeferred(id: string): Also {
  return also(notePending, { id, became: "deferred", at: null });
}

export function noteGivenUp(id: string): Also {
  return also(notePending, { id, became: "given-up", at: null });
}

export function noteTold(notice: string): Also {
  return also(countTold, notice);
}

/** What was confirmed meanwhile stays so. Rows that another transaction has locked are skipped: all e-mails would wait. */
async function notePending(tx: Writer, noted: Noted[]): Promise<void> {
  // Of two e-mails about one row, one that was sent counts.
  const last = new Map(
    noted.toSorted((one, other) => Number(one.became === "sent") - Number(other.became === "sent")).map((one) => [one.id, one]),
  );
  await tx.execute(sql`
    with unconfirmed as (
      select pending_confirmations.id, became, at from pending_confirmations
      join json_to_recordset(${JSON.stringify([...last.values()])}) as given(id uuid, became text, at timestamptz) using (id)
      where status = any(${sql.param(UNCONFIRMED_STATUSES)})
      order by pending_confirmations.id for update of pending_confirmations skip locked)
    update pending_confirmations set
      status = case became when 'sent' then 'sent' when 'given-up' then 'failed' else status end,
      email_sent_at = coalesce(at, email_sent_at),
      email_retry_count = email_retry_count + (became = 'deferred')::int
    from unconfirmed where pending_confirmations.id = unconfirmed.id`);
}

async function countTold(tx: Writer, notices: string[]): Promise<void> {
  for (const notice of [...new Set(notices)].sort()) {
    const told = notices.filter((one) => one === notice).length;
    await tx
      .update(breachNotices)
      .set({ sent: sql`${breachNotices.sent} + ${told}` })
      .where(eq(breachNotices.id, notice));
  }
}
