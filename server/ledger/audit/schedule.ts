import { sql } from "drizzle-orm";
import { TOMBSTONE_LIFETIME } from "../../../petition/erasure.ts";
import type { Base } from "../../platform/base.ts";
import { auditLog } from "../../platform/database/schema.ts";
import { deleteDue } from "../../platform/jobs/delete-due.ts";
import type { RetentionJob } from "../../platform/jobs/retention.ts";

export function auditRetention({ db, clock, configuration }: Pick<Base, "db" | "clock" | "configuration">): RetentionJob {
  const lines = { table: auditLog, time: auditLog.timestamp, key: auditLog.id };
  const ago = (duration: number) => new Date(clock.now().getTime() - duration);
  return async (work) => {
    const old = await deleteDue(db, work, { ...lines, until: ago(configuration.auditRetention) });
    const ofErased = { ...lines, until: ago(TOMBSTONE_LIFETIME), only: sql`action in ('erased', 'removed-signature')` };
    return old + (await deleteDue(db, work, ofErased));
  };
}
