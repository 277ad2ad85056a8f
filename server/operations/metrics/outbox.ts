import type { Database } from "../../platform/database/open.ts";
import { MAIL_KINDS } from "../../platform/mail/metrics.ts";
import { countMails, oldestWaiting } from "../../platform/mail/waiting.ts";
import { gauge, type Subject } from "./gauges.ts";

export function outbox({ db }: Pick<Database, "db">): Subject {
  const waiting = gauge("petition_outbox_waiting", "Consequences that wait to be done, e-mails above all");
  const failed = gauge("petition_outbox_failed", "Consequences that were given up, and wait for the administrator");
  const held = gauge("petition_mail_held", "E-mails that wait because a cap is reached (MAIL_LIMIT, MAIL_DOMAIN_LIMIT)");
  const oldest = gauge(
    "petition_outbox_oldest_seconds",
    "Age of the oldest consequence of its kind that waits, or 0: what was given up waits no more",
    ["kind"],
  );
  return {
    gauges: [waiting, failed, held, oldest],
    async look() {
      const counts = await countMails(db);
      waiting.set(counts.waiting);
      failed.set(counts.failed);
      held.set(counts.held);
      const since = await oldestWaiting(db);
      for (const kind of MAIL_KINDS) oldest.set({ kind }, ageOf(since.get(kind)));
    },
  };
}

/** Never below 0, whatever another process's clock says. */
function ageOf(moment: Date | undefined): number {
  return moment === undefined ? 0 : Math.max(0, (Date.now() - moment.getTime()) / 1000);
}
