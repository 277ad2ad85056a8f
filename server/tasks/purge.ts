/** Erases what has outlived its purpose. Each line of the list is a promise of the privacy page or of a decision. */
import { and, eq, sql } from "drizzle-orm";
import { DELETION_LINK_LIFETIME, RESTORE_LIFETIME, TOMBSTONE_LIFETIME } from "../../petition/withdrawal.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/open.ts";
import {
  auditLog,
  clusterSignatures,
  clusters,
  mailCaps,
  mailCooldowns,
  outbox,
  rateLimits,
  signatures,
  suppressions,
  suspicions,
  usedCaptchas,
} from "../database/schema.ts";
import { DELETION_LINK_EMAIL, ERASED_EMAIL } from "../mail/encrypted-letter.ts";
import { deleteAhead, deleteDue, lockDue, type Place } from "./delete-due.ts";
import { inBatches, type Work } from "./in-batches.ts";
import { CLOCKS_DIFFER } from "./tasks.ts";

const DAY = 24 * 60 * 60_000;
/** Suspicions are looked at over weeks, not for ever. */
export const SUSPICION_RETENTION = 30 * DAY;

/** Everything that has an end of its own; answers how many rows that were. `auditRetention`: milliseconds. */
export async function sweep(db: Database["db"], clock: Clock, work: Work, auditRetention: number): Promise<number> {
  const ago = (duration: number) => new Date(clock.now().getTime() - duration);
  const lines = { table: auditLog, time: auditLog.timestamp, key: auditLog.id };
  const letters = { table: outbox, time: outbox.createdAt, key: outbox.id };
  const cooldowns = { table: mailCooldowns, time: mailCooldowns.lastAt, key: mailCooldowns.emailHash };
  const groups = { table: clusters, time: clusters.lastAt, key: clusters.id };
  let swept = 0;
  for (const due of [
    { table: usedCaptchas, time: usedCaptchas.expiresAt, key: usedCaptchas.id, until: ago(0) },
    { table: rateLimits, time: rateLimits.windowEndsAt, key: rateLimits.key, until: ago(0) },
    { ...cooldowns, until: ago(DAY) },
    { table: mailCaps, time: mailCaps.windowEndsAt, key: mailCaps.key, until: ago(0) },
    // Whatever became of these e-mails, what is sealed in them is of no use any more.
    { ...letters, until: ago(RESTORE_LIFETIME), only: eq(outbox.kind, ERASED_EMAIL) },
    { ...letters, until: ago(DELETION_LINK_LIFETIME), only: eq(outbox.kind, DELETION_LINK_EMAIL) },
    { table: suppressions, time: suppressions.until, key: suppressions.emailHash, until: ago(0) },
    { table: suspicions, time: suspicions.at, key: suspicions.id, until: ago(SUSPICION_RETENTION) },
    { ...lines, until: ago(auditRetention) },
    { ...lines, until: ago(TOMBSTONE_LIFETIME), only: sql`action in ('erased', 'removed-signature')` },
  ])
    swept += await deleteDue(db, work, due);
  // A clock that was ahead would keep these addresses waiting for years.
  swept += await deleteAhead(db, work, { ...cooldowns, from: ago(-CLOCKS_DIFFER) });
  await emptyGroups(db, work, ago(SUSPICION_RETENTION));
  swept += await deleteDue(db, work, { ...groups, until: ago(SUSPICION_RETENTION) });
  // Groups whose signatures were all erased; what many deletions tell stays.
  return swept + (await deleteDue(db, work, { ...groups, until: ago(DAY), only: and(eq(clusters.requests, 0), isEmptied) }));
}

const isEmptied = sql`not exists (select from cluster_signatures where cluster_id = clusters.id)`;

/** A group may be large: its members go before it does, so that no statement takes them all along. */
function emptyGroups(db: Database["db"], work: Work, until: Date): Promise<number> {
  return inBatches<true>(work, async (_after, size) => {
    const { rowCount } = await db.execute(sql`
      delete from ${clusterSignatures} where (cluster_id, signature_id) in (
        select cluster_id, signature_id from ${clusterSignatures} join ${clusters} on clusters.id = cluster_id
        where last_at <= ${until.toISOString()}::timestamptz
        limit ${size} for update of cluster_signatures skip locked
      )`);
    const done = rowCount ?? 0;
    return { done, next: done < size ? null : true };
  });
}

/**
 * Takes IP address, user agent and the haste of confirming off signatures that were confirmed longer ago than `retention` milliseconds,
 * and these signatures out of the groups that would tell of it: others there still have their address.
 */
export function forgetOrigins(db: Database["db"], clock: Clock, retention: number, work: Work): Promise<number> {
  const due = {
    table: signatures,
    time: signatures.confirmedAt,
    key: signatures.id,
    until: new Date(clock.now().getTime() - retention),
    // In the words of the index `signatures_with_origin`.
    only: sql`(ip_address is not null or user_agent is not null or seconds_to_confirm is not null)`,
  };
  return inBatches<Place>(work, (after, size) =>
    db.transaction(async (tx) => {
      // Not "update": that would wait for whoever only refers to one of them, and be waited for.
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
