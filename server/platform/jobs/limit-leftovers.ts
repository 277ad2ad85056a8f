import type { Base } from "../base.ts";
import { rateLimits } from "../database/schema.ts";
import { deleteDue } from "./delete-due.ts";
import type { Leftovers } from "./sweep.ts";

export function limitLeftovers({ db, clock }: Pick<Base, "db" | "clock">): Leftovers {
  const { windowEndsAt: time, key } = rateLimits;
  return (work) => deleteDue(db, work, { table: rateLimits, time, key, until: clock.now() });
}
