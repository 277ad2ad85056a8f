/** Erases what has outlived its purpose. Each line of the list is a promise of the privacy page or of a decision. */
import { and, eq, inArray, isNotNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { DELETION_LINK_LIFETIME, RESTORE_LIFETIME } from "../../petition/withdrawal.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/open.ts";
import {
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
import { DELETION_LINK_EMAIL, ERASED_EMAIL } from "../mail/sealed-letter.ts";

const DAY = 24 * 60 * 60_000;
/** Suspicions are looked at over weeks, not for ever. */
export const SUSPICION_RETENTION = 30 * DAY;

/** Everything that has an end of its own; answers how many rows that were. */
export async function sweep(db: Database["db"], clock: Clock): Promise<number> {
  const now = clock.now();
  const swept = [
    await deleteUnused(db, usedCaptchas.id, lte(usedCaptchas.expiresAt, now)),
    await deleteUnused(db, rateLimits.key, lte(rateLimits.windowEndsAt, now)),
    await deleteUnused(db, mailCooldowns.addressKey, lte(mailCooldowns.lastAt, new Date(now.getTime() - DAY))),
    await deleteUnused(db, mailCaps.key, lte(mailCaps.windowEndsAt, now)),
    ...(await sweepLetters(db, now)),
    await deleteUnused(db, suppressions.addressKey, lte(suppressions.until, now)),
    await db.delete(suspicions).where(lte(suspicions.at, new Date(now.getTime() - SUSPICION_RETENTION))),
    await db.delete(clusters).where(lte(clusters.lastAt, new Date(now.getTime() - SUSPICION_RETENTION))),
    // Groups whose signatures were all erased; what many deletions tell stays.
    await db
      .delete(clusters)
      .where(and(eq(clusters.requests, 0), lte(clusters.lastAt, new Date(now.getTime() - DAY)), isEmptied)),
  ];
  return swept.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
}

/** Whatever became of them, what is sealed in these is of no use any more. */
async function sweepLetters(db: Database["db"], now: Date) {
  const older = (kind: string, lifetime: number) =>
    db.delete(outbox).where(and(eq(outbox.kind, kind), lte(outbox.createdAt, new Date(now.getTime() - lifetime))));
  return [await older(ERASED_EMAIL, RESTORE_LIFETIME), await older(DELETION_LINK_EMAIL, DELETION_LINK_LIFETIME)];
}

/** What somebody uses at this moment is left for the next time: a task that holds many rows waits for nobody. */
function deleteUnused(db: Database["db"], key: PgColumn, condition: SQL) {
  const unused = db.select({ key }).from(key.table).where(condition).for("update", { skipLocked: true });
  return db.delete(key.table).where(inArray(key, unused));
}

const isEmptied = sql`not exists (select from cluster_signatures where cluster_id = clusters.id)`;

/**
 * Takes IP address, user agent and the haste of confirming off signatures that were confirmed longer ago than `retention` milliseconds,
 * and these signatures out of the groups that would tell of it: others there still have their address.
 */
export async function forgetOrigins(db: Database["db"], clock: Clock, retention: number): Promise<number> {
  const confirmedBy = new Date(clock.now().getTime() - retention);
  await db.execute(sql`
    delete from ${clusterSignatures} where (cluster_id, signature_id) in (
      select cluster_id, signature_id from ${clusterSignatures}
      join ${clusters} on clusters.id = cluster_id join ${signatures} on signatures.id = signature_id
      where reason <> 'new-domain' and confirmed_at <= ${confirmedBy.toISOString()}::timestamptz
      for update of cluster_signatures skip locked
    )`);
  // Locked in the order of ids, as quarantine does.
  const due = db
    .select({ id: signatures.id })
    .from(signatures)
    .where(
      and(
        lte(signatures.confirmedAt, confirmedBy),
        or(isNotNull(signatures.ipAddress), isNotNull(signatures.userAgent), isNotNull(signatures.secondsToConfirm)),
      ),
    )
    .orderBy(signatures.id)
    .for("no key update");
  const { rowCount } = await db
    .update(signatures)
    .set({ ipAddress: null, userAgent: null, secondsToConfirm: null })
    .where(inArray(signatures.id, due));
  return rowCount ?? 0;
}
