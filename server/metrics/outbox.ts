import { notLike, sql } from "drizzle-orm";
import type { Database } from "../database/open.ts";
import { outbox as outboxTable } from "../database/schema.ts";
import { HELD_BY_CAP } from "../mail/caps.ts";
import { ANY_DECOY } from "../mail/decoy.ts";
import { MAIL_KINDS } from "../measures/mails.ts";
import { gauge, type Subject } from "./gauges.ts";

export function outbox({ db }: Pick<Database, "db">): Subject {
  const waiting = gauge("petition_outbox_waiting", "Consequences that wait to be done, e-mails above all");
  const failed = gauge("petition_outbox_failed", "Consequences that were given up, and wait for the administrator");
  const held = gauge("petition_mail_held", "E-mails that wait because a cap is reached (MAIL_LIMIT, MAIL_DOMAIN_LIMIT)");
  const oldest = gauge("petition_outbox_oldest_seconds", "Age of the oldest consequence of its kind that waits, or 0", [
    "kind",
  ]);
  return {
    gauges: [waiting, failed, held, oldest],
    async look() {
      const kinds = await db
        .select({
          kind: outboxTable.kind,
          waiting: sql<string>`count(*) filter (where failed_at is null)`,
          failed: sql<string>`count(*) filter (where failed_at is not null)`,
          held: sql<string>`count(*) filter (where failed_at is null and last_error = ${HELD_BY_CAP})`,
          oldest: sql<string>`coalesce(extract(epoch from now() - min(created_at) filter (where failed_at is null)), 0)`,
        })
        .from(outboxTable)
        .where(notLike(outboxTable.kind, ANY_DECOY))
        .groupBy(outboxTable.kind);
      const inAll = (of: "waiting" | "failed" | "held") => kinds.reduce((sum, kind) => sum + Number(kind[of]), 0);
      waiting.set(inAll("waiting"));
      failed.set(inAll("failed"));
      held.set(inAll("held"));
      for (const kind of MAIL_KINDS) oldest.set({ kind }, Number(kinds.find((one) => one.kind === kind)?.oldest ?? 0));
    },
  };
}
