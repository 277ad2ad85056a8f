import { and, desc, eq, inArray, sql } from "drizzle-orm";
import {
  CLUSTERS_SHOWN,
  type Cluster,
  type Quarantine,
  type QuarantineCause,
} from "../../../contract/administration/suspicion.ts";
import { dayOfMoment } from "../../../petition/calendar.ts";
import type { SuspicionReason } from "../../../petition/suspicion.ts";
import { isNotYet, type QuarantineChange } from "../../features/moderation/quarantine.ts";
import { ONE, WIDE } from "../../platform/database/networks.ts";
import type { Database, Transaction } from "../../platform/database/open.ts";
import { clusters, quarantines, signatures } from "../../platform/database/schema.ts";
import { takeYourTime } from "../../platform/database/time-limits.ts";
import { conditionOf, type Wanted } from "../signatures/wanted.ts";

export async function countSelected(db: Database["db"], wanted: Wanted) {
  const [found] = await db
    .select({
      counted: sql`count(*) filter (where quarantined_at is null)`.mapWith(Number),
      quarantined: sql`count(*) filter (where quarantined_at is not null)`.mapWith(Number),
    })
    .from(signatures)
    .where(conditionOf(wanted));
  return found ?? { counted: 0, quarantined: 0 };
}

export async function chosen(tx: Transaction, wanted: Wanted, becomes: QuarantineChange["becomes"]): Promise<string[]> {
  await takeYourTime(tx);
  const rows = await tx
    .select({ id: signatures.id })
    .from(signatures)
    .where(and(conditionOf(wanted), isNotYet(becomes)))
    .orderBy(signatures.id);
  return rows.map(({ id }) => id);
}

export async function reasonOf(tx: Transaction, cluster: string): Promise<SuspicionReason | null> {
  const [row] = await tx.select({ reason: clusters.reason }).from(clusters).where(eq(clusters.id, cluster));
  return row?.reason ?? null;
}

export async function readQuarantines(db: Database["db"]): Promise<Quarantine[]> {
  const rows = await db
    .select({
      act: quarantines,
      held: sql`(select count(*) from signatures where quarantine_id = quarantines.id)`.mapWith(Number),
    })
    .from(quarantines)
    .orderBy(desc(quarantines.madeAt))
    .limit(CLUSTERS_SHOWN);
  return rows.map(({ act, held }) => ({
    id: act.id,
    madeAt: act.madeAt.toISOString(),
    cause: JSON.parse(act.cause) as QuarantineCause,
    signatures: act.signatures,
    held,
    releasedAt: act.releasedAt?.toISOString() ?? null,
  }));
}

type Member = Record<"id" | "counted" | "quarantined" | "first_at", string> & Record<"network" | "domain", string | null>;

/** What a cluster shares is read from one of its signatures: parsing an address is expensive. */
export async function readClusters(db: Database["db"]): Promise<Cluster[]> {
  const latest = await db.select().from(clusters).orderBy(desc(clusters.lastAt), clusters.id).limit(CLUSTERS_SHOWN);
  if (latest.length === 0) return [];
  const { rows } = await db.execute<Member>(sql`
    select id, counted, quarantined, split_part(email, '@', 2) as domain,
      -- Of a wide network there are signatures of several.
      regexp_replace(
        (case when ${ONE(sql`origin`)} = ${ONE(sql`last_origin`)} then ${ONE(sql`origin`)} else ${WIDE(sql`origin`)} end)::text, '/32$', ''
      ) as network, first_at
    from (
      select cluster_id as id,
        count(*) filter (where quarantined_at is null) as counted,
        count(*) filter (where quarantined_at is not null) as quarantined,
        min(email collate "C") as email, origin_of(min(ip_address collate "C")) as origin,
        origin_of(max(ip_address collate "C")) as last_origin, min(confirmed_at) as first_at
      from cluster_signatures join signatures on signatures.id = signature_id
      where ${inArray(
        sql`cluster_id`,
        latest.map(({ id }) => id),
      )}
      group by cluster_id
    ) members`);
  const members = new Map(rows.map((row) => [row.id, row]));
  return latest.map(({ id, reason, foundAt, lastAt, requests }) => {
    const { counted = 0, quarantined = 0, network = null, domain = null, first_at: first } = members.get(id) ?? {};
    const day = first ? dayOfMoment(new Date(first)) : null;
    return {
      id,
      reason,
      shared: { network, deletions: network, "new-domain": domain, "confirmed-at-once": day }[reason],
      foundAt: foundAt.toISOString(),
      lastAt: lastAt.toISOString(),
      counted: Number(counted),
      quarantined: Number(quarantined),
      requests,
    };
  });
}
