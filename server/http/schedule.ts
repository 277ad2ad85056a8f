import type { Base } from "../base.ts";
import { rateLimits } from "../database/schema.ts";
import { deleteDue } from "../tasks/delete-due.ts";
import type { Leftovers } from "../tasks/sweep.ts";

export function limitLeftovers({ db, clock }: Pick<Base, "db" | "clock">): Leftovers {
  const { windowEndsAt: time, key } = rateLimits;
  return (work) => deleteDue(db, work, { table: rateLimits, time, key, until: clock.now() });
}
