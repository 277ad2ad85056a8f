/** How many e-mails wait, and since when: cheap to ask, however many there are. Those to nobody are not told. */
import { notLike, sql } from "drizzle-orm";
import { outbox } from "../database/schema.ts";
import { MAIL_KINDS, type MailKind } from "../measures/mails.ts";
import type { Writer } from "../outbox/outbox.ts";
import { HELD_BY_CAP } from "./caps.ts";
import { ANY_DECOY } from "./decoy.ts";

export interface MailCounts {
  /** Not sent and not given up, whatever they wait for. */
  waiting: number;
  failed: number;
  held: number;
}

/** Up to so many are counted each time. */
const SOON_COUNTED = 10_000;
/** More are counted anew after so many times as long as counting took: a hundredth of a processor at most. */
const REST = 100;

const remembered = new WeakMap<Writer, { counts: MailCounts; until: number }>();

export async function countMails(db: Writer): Promise<MailCounts> {
  const known = remembered.get(db);
  const startedAt = performance.now();
  if (known && startedAt < known.until) return known.counts;
  const counts = await countAll(db);
  const now = performance.now();
  if (counts.waiting + counts.failed > SOON_COUNTED) remembered.set(db, { counts, until: now + (now - startedAt) * REST });
  return counts;
}

/** Of those that wait, by kind: when the oldest was put down. One look into an index for each. */
export async function oldestWaiting(db: Writer): Promise<Map<MailKind, Date>> {
  const { rows } = await db.execute<{ kind: MailKind; oldest: string | null }>(sql`
    select kind, (select min(created_at) from outbox where outbox.kind = kinds.kind and failed_at is null) as oldest
    from unnest(${sql.param(MAIL_KINDS)}::text[]) as kinds(kind)`);
  return new Map(rows.flatMap(({ kind, oldest }) => (oldest === null ? [] : [[kind, new Date(oldest)]])));
}

async function countAll(db: Writer): Promise<MailCounts> {
  const [all] = await db
    .select({
      waiting: sql<string>`count(*) filter (where failed_at is null)`,
      failed: sql<string>`count(*) filter (where failed_at is not null)`,
      held: sql<string>`count(*) filter (where failed_at is null and last_error = ${HELD_BY_CAP})`,
    })
    .from(outbox)
    .where(notLike(outbox.kind, ANY_DECOY));
  return { waiting: Number(all?.waiting), failed: Number(all?.failed), held: Number(all?.held) };
}
