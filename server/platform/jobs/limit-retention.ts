import type { Base } from "../base.ts";
import { rateLimits } from "../database/schema.ts";
import { deleteDue } from "./delete-due.ts";
import type { RetentionJob } from "./retention.ts";

export function limitRetention({ db, clock }: Pick<Base, "db" | "clock">): RetentionJob {
  const { windowEndsAt: time, key } = rateLimits;
  return (work) => deleteDue(db, work, { table: rateLimits, time, key, until: clock.now() });
}
