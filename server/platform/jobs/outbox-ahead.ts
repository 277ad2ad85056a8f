import { sql } from "drizzle-orm";
import type { Base } from "../base.ts";
import { type ConsequenceKind, outbox } from "../database/schema.ts";
import { inBatches } from "./in-batches.ts";
import { CLOCKS_DIFFER } from "./lease.ts";
import type { RetentionJob } from "./retention.ts";

/** All there are: by kind and age an index leads to the few. */
const KINDS = Object.keys({
  ...{ "confirmation-email": true, "confirmation-email-decoy": true },
  ...{ "already-signed-email": true, "already-signed-email-decoy": true },
  ...{ "erased-email": true, "erased-email-decoy": true },
  ...{ "deletion-link-email": true, "deletion-link-email-decoy": true },
  ...{ "personal-link-email": true, "personal-link-email-decoy": true },
  ...{ "breach-email": true, "held-email": true },
} satisfies Record<ConsequenceKind, true>);

/** What a clock that was ahead has put down is due now: it would wait until that hour comes again. */
export function outboxAhead({ db, clock }: Pick<Base, "db" | "clock">): RetentionJob {
  return (work) =>
    inBatches<true>(work, async (_after, size) => {
      const now = clock.now();
      const ahead = new Date(now.getTime() + CLOCKS_DIFFER);
      const { rowCount } = await db.execute(sql`
        update ${outbox} set next_attempt_at = ${now.toISOString()}::timestamptz, created_at = ${now.toISOString()}::timestamptz, last_error = null
        where id in (
          select id from ${outbox} where failed_at is null and kind = any(${sql.param(KINDS)}) and created_at > ${ahead.toISOString()}::timestamptz
          limit ${size} for update skip locked
        )`);
      const done = rowCount ?? 0;
      return { done, next: done < size ? null : true };
    });
}
