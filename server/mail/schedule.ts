import { eq } from "drizzle-orm";
import { DELETION_LINK_LIFETIME, RESTORE_LIFETIME } from "../../petition/withdrawal.ts";
import type { Context } from "../context.ts";
import { mailCaps, mailCooldowns, outbox, suppressions } from "../database/schema.ts";
import { deleteAhead, deleteDue } from "../tasks/delete-due.ts";
import type { Leftovers } from "../tasks/sweep.ts";
import { CLOCKS_DIFFER } from "../tasks/tasks.ts";

const DAY = 24 * 60 * 60_000;

export function mailLeftovers({ db, clock }: Pick<Context, "db" | "clock">): Leftovers {
  const ago = (duration: number) => new Date(clock.now().getTime() - duration);
  const cooldowns = { table: mailCooldowns, time: mailCooldowns.lastAt, key: mailCooldowns.emailHash };
  const letters = { table: outbox, time: outbox.createdAt, key: outbox.id };
  return async (work) => {
    let swept = 0;
    for (const due of [
      { ...cooldowns, until: ago(DAY) },
      { table: mailCaps, time: mailCaps.windowEndsAt, key: mailCaps.key, until: ago(0) },
      { ...letters, until: ago(RESTORE_LIFETIME), only: eq(outbox.kind, "erased-email") },
      { ...letters, until: ago(DELETION_LINK_LIFETIME), only: eq(outbox.kind, "deletion-link-email") },
      { table: suppressions, time: suppressions.until, key: suppressions.emailHash, until: ago(0) },
    ])
      swept += await deleteDue(db, work, due);
    // A clock that was ahead would keep these addresses waiting for years.
    return swept + (await deleteAhead(db, work, { ...cooldowns, from: ago(-CLOCKS_DIFFER) }));
  };
}
