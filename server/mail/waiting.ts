/** How many e-mails wait, and since when: cheap to ask, however many there are. Those to nobody are not told. */
import { notLike, sql } from "drizzle-orm";
import { outbox } from "../database/schema.ts";
import { MAIL_KINDS, type MailKind } from "../measures/mails.ts";
import type { Writer } from "../outbox/outbox.ts";
import { seldom } from "../seldom.ts";
import { HELD_BY_CAP } from "./caps.ts";
import { ANY_DECOY } from "./decoy.ts";

export interface MailCounts {
  /** Not sent and not given up, whatever they wait for. */
  waiting: number;
  failed: number;
  held: number;
}

/** Up to so many are counted each time. */
const SOON_COUNTED = 1000;

const counting = new WeakMap<Writer, () => Promise<MailCounts>>();

export function countMails(db: Writer): Promise<MailCounts> {
  const count =
    counting.get(db) ??
    seldom(
      () => countAll(db),
      ({ waiting, failed }) => waiting + failed > SOON_COUNTED,
    );
  counting.set(db, count);
  return count();
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
