import { and, eq, sql } from "drizzle-orm";
import { DAY, HOUR, MINUTE } from "../../../petition/duration.ts";
import { SUSPICION_RETENTION } from "../../../petition/suspicion.ts";
import type { Context } from "../../context.ts";
import type { Database } from "../../platform/database/open.ts";
import { clusterSignatures, clusters, signatures, suspicions } from "../../platform/database/schema.ts";
import { changeInBatches, deleteDue, lockDue, type RowPosition } from "../../platform/jobs/delete-due.ts";
import { inBatches, type Work } from "../../platform/jobs/in-batches.ts";
import type { RetentionJob } from "../../platform/jobs/retention.ts";
import type { Task } from "../../platform/jobs/tasks.ts";
import { makeWeighing } from "./weigh.ts";

export function suspicionSchedule(context: Pick<Context, "db" | "clock" | "crypto" | "configuration" | "changed">): Task[] {
  return [
    { name: "forget-origins", every: HOUR, atStart: true, run: (work) => forgetOrigins(context, work) },
    { name: "weigh-suspicion", every: MINUTE, promisedWithin: 30 * MINUTE, run: makeWeighing(context) },
  ];
}

export function suspicionRetention({ db, clock }: Pick<Context, "db" | "clock">): RetentionJob {
  const ago = (duration: number) => new Date(clock.now().getTime() - duration);
  const acts = { table: suspicions, time: suspicions.at, key: suspicions.id };
  const groups = { table: clusters, time: clusters.lastAt, key: clusters.id };
  return async (work) => {
    const until = ago(SUSPICION_RETENTION);
    const swept = await deleteDue(db, work, { ...acts, until });
    await emptyGroups(db, work, until);
    const old = await deleteDue(db, work, { ...groups, until });
    // Groups whose signatures were all erased, except those of many deletions.
    const emptied = { ...groups, until: ago(DAY), only: and(eq(clusters.requests, 0), isEmptied) };
    return swept + old + (await deleteDue(db, work, emptied));
  };
}

const isEmptied = sql`not exists (select from cluster_signatures where cluster_id = clusters.id)`;

/** Members first: a group may be large. */
function emptyGroups(db: Database["db"], work: Work, until: Date): Promise<number> {
  return changeInBatches(
    db,
    work,
    (size) => sql`
      delete from ${clusterSignatures} where (cluster_id, signature_id) in (
        select cluster_id, signature_id from ${clusterSignatures} join ${clusters} on clusters.id = cluster_id
        where last_at <= ${until.toISOString()}::timestamptz
        limit ${size} for update of cluster_signatures skip locked
      )`,
  );
}

type Tools = Pick<Context, "db" | "clock" | "configuration">;

/** Also leaves the groups that would show it: other members still have their address. */
function forgetOrigins({ db, clock, configuration }: Tools, work: Work): Promise<number> {
  const due = {
    table: signatures,
    time: signatures.confirmedAt,
    key: signatures.id,
    until: new Date(clock.now().getTime() - configuration.ipRetention),
    // As in the index `signatures_with_origin`.
    only: sql`(ip_address is not null or user_agent is not null or seconds_to_confirm is not null)`,
  };
  return inBatches<RowPosition>(work, (after, size) =>
    db.transaction(async (tx) => {
      // "update" would conflict with rows that only refer to one of them.
      const { keys, next } = await lockDue(tx, due, after, size, sql`no key update`);
      if (keys.length > 0) {
        await tx.execute(sql`
          delete from ${clusterSignatures} where (cluster_id, signature_id) in (
            select cluster_id, signature_id from ${clusterSignatures} join ${clusters} on clusters.id = cluster_id
            where signature_id = any(${sql.param(keys)}::uuid[]) and reason <> 'new-domain'
            for update of cluster_signatures skip locked
          )`);
        await tx
          .update(signatures)
          .set({ ipAddress: null, userAgent: null, secondsToConfirm: null })
          .where(sql`${signatures.id} = any(${sql.param(keys)}::uuid[])`);
      }
      return { done: keys.length, next };
    }),
  );
}
