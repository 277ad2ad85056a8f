import { eq, sql } from "drizzle-orm";
import { RETRY_AFTER_MINUTES } from "../../../petition/confirmation.ts";
import { DAY } from "../../../petition/duration.ts";
import { NEW_ADDRESS_LIFETIME, OLD_ADDRESS_LIFETIME } from "../../../petition/personal.ts";
import { DELETION_LINK_LIFETIME, RESTORE_LIFETIME } from "../../../petition/withdrawal.ts";
import type { Base } from "../base.ts";
import { mailCaps, mailCooldowns, outbox, suppressions } from "../database/schema.ts";
import { changeInBatches, deleteAhead, deleteDue } from "../jobs/delete-due.ts";
import { inBatches } from "../jobs/in-batches.ts";
import { CLOCKS_DIFFER, later } from "../jobs/lease.ts";
import type { RetentionJob } from "../jobs/retention.ts";
import { HELD } from "./caps.ts";
import { decoyOf } from "./decoy.ts";
import { emailFileRetention, outboxFolderIn } from "./files.ts";
import { MAIL_KINDS } from "./metrics.ts";

export function mailRetention({ db, clock, configuration }: Pick<Base, "db" | "clock" | "configuration">): RetentionJob {
  const ago = (duration: number) => new Date(clock.now().getTime() - duration);
  const cooldowns = { table: mailCooldowns, time: mailCooldowns.lastAt, key: mailCooldowns.emailHash };
  const letters = { table: outbox, time: outbox.createdAt, key: outbox.id };
  const files = emailFileRetention(outboxFolderIn(configuration), clock.now);
  return async (work) => {
    let swept = await files(work);
    for (const due of [
      { ...cooldowns, until: ago(DAY) },
      { table: mailCaps, time: mailCaps.windowEndsAt, key: mailCaps.key, until: ago(0) },
      { ...letters, until: ago(RESTORE_LIFETIME), only: eq(outbox.kind, "erased-email") },
      { ...letters, until: ago(DELETION_LINK_LIFETIME), only: eq(outbox.kind, "deletion-link-email") },
      { ...letters, until: ago(NEW_ADDRESS_LIFETIME), only: eq(outbox.kind, "new-address-email") },
      { ...letters, until: ago(OLD_ADDRESS_LIFETIME), only: eq(outbox.kind, "old-address-email") },
      { table: suppressions, time: suppressions.until, key: suppressions.emailHash, until: ago(0) },
    ])
      swept += await deleteDue(db, work, due);
    return swept + (await deleteAhead(db, work, { ...cooldowns, from: ago(-CLOCKS_DIFFER) }));
  };
}

/** An entry that a clock that was ahead wrote is due now: it would wait until that hour comes again. */
export function outboxAhead({ db, clock }: Pick<Base, "db" | "clock">): RetentionJob {
  return (work) =>
    changeInBatches(db, work, (size) => {
      const now = clock.now();
      return sql`
        update ${outbox} set next_attempt_at = ${now.toISOString()}::timestamptz, created_at = ${now.toISOString()}::timestamptz, last_error = null
        where id in (
          select id from ${outbox} where failed_at is null and kind = any(${sql.param(ALL_KINDS)})
            and created_at > ${later(now, CLOCKS_DIFFER).toISOString()}::timestamptz
          limit ${size} for update skip locked
        )`;
    });
}

const ALL_KINDS = MAIL_KINDS.flatMap((kind) => [kind, decoyOf(kind)]);

/** Attempts that a clock that was ahead put off are due as if they had failed now. Held entries keep their turn. */
export function attemptsAhead({ db, clock }: Pick<Base, "db" | "clock">): RetentionJob {
  const now = () => sql`${clock.now().toISOString()}::timestamptz`;
  const isAhead = () => sql`failed_at is null and attempts > 0 and last_error <> all(${sql.param(HELD)}::text[])
    and next_attempt_at > ${now()} + ${PAUSE} + ${CLOCKS_DIFFER} * interval '1 millisecond'`;
  return async (work) => {
    if (!work.wasClockAhead) return 0;
    return inBatches<string>(work, async (after, size) => {
      const beyond = after === null ? sql`true` : sql`id > ${after}::uuid`;
      const { rows } = await db.execute<{ id: string }>(sql`
        select id from outbox where ${beyond} and ${isAhead()} order by id limit ${size}`);
      const ids = rows.map(({ id }) => id);
      const { rowCount } = await db.execute(sql`
        update outbox set next_attempt_at = ${now()} + ${PAUSE}
        where id in (
          select id from outbox where id = any(${sql.param(ids)}::uuid[]) and ${isAhead()} order by id for update skip locked
        )`);
      return { done: rowCount ?? 0, next: ids.length < size ? null : (ids.at(-1) ?? null) };
    });
  };
}

const PAUSE = sql`(${sql.param(RETRY_AFTER_MINUTES)}::int[])[least(attempts, ${RETRY_AFTER_MINUTES.length})] * interval '1 minute'`;
