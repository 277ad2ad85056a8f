import { sql } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { clusterSignatures, clusters, signatures } from "../../platform/database/schema.ts";
import { lockDue, type RowPosition } from "../../platform/jobs/delete-due.ts";
import { inBatches, type Work } from "../../platform/jobs/in-batches.ts";

type Tools = Pick<Context, "db" | "clock" | "configuration">;

/** Also leaves the groups that would show it: other members still have their address. */
export function forgetOrigins({ db, clock, configuration }: Tools, work: Work): Promise<number> {
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
