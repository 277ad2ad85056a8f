/** Moves in batches, so that nobody waits for all of them. If the process dies, the act shows how far it came. */
import { randomUUID } from "node:crypto";
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import {
  type AdminSuspicion,
  CLUSTERS_SHOWN,
  type Cluster,
  type Moved,
  type Quarantine,
  type QuarantineCause,
  type QuarantinePreview,
} from "../../../contract/administration/signatures.ts";
import { dayOfMoment } from "../../../petition/calendar.ts";
import type { Context } from "../../context.ts";
import { isNotYet, keepQuarantine, move, noteRelease, type QuarantineChange } from "../../features/moderation/quarantine.ts";
import { noteAct } from "../../ledger/audit/audit.ts";
import { countMany, readCount } from "../../ledger/count/count.ts";
import { ONE, WIDE } from "../../platform/database/networks.ts";
import type { Database, Transaction } from "../../platform/database/open.ts";
import { clusters, quarantines, signatures } from "../../platform/database/schema.ts";
import { takeYourTime } from "../../platform/database/session.ts";
import type { Answering } from "../answering.ts";
import { readWanted } from "../signatures/routes.ts";
import { conditionOf, isEverything, type Wanted } from "../signatures/wanted.ts";

type Given = Record<string, unknown>;
type Tools = Pick<Context, "db" | "clock" | "changed">;

export function suspicionRoutes(app: FastifyInstance, context: Context, { answer, badRequest }: Answering): void {
  const { db, configuration } = context;

  app.get(
    "/suspicion",
    async () =>
      ({
        clusters: await readClusters(db),
        quarantines: await readQuarantines(db),
        holds: configuration.holdSuspicious,
      }) satisfies AdminSuspicion,
  );

  app.get<{ Querystring: Given }>("/quarantine", async (request, reply) => {
    const wanted = readWanted(request.query);
    if (!wanted) return badRequest(request, reply);
    const [selected, { count }] = await Promise.all([countSelected(db, wanted), readCount(db)]);
    return { ...selected, signatureCount: count } satisfies QuarantinePreview;
  });

  for (const [name, act] of Object.entries({ quarantine, release }))
    app.post<{ Body: unknown }>(`/${name}`, async (request, reply) => {
      const { expected, ...selection } = (request.body ?? {}) as Given;
      const wanted = readWanted(selection);
      if (wanted === null || typeof expected !== "number" || !Number.isSafeInteger(expected) || expected < 1)
        return badRequest(request, reply);
      // An empty form must not put all signatures into quarantine.
      if (act === quarantine && isEverything(wanted))
        return reply.code(400).send(answer(request, "administration.answer.everything"));
      const done = await moveChosen(context, wanted, expected, act(context, wanted));
      if ("moved" in done) return done;
      return reply.code(409).send(answer(request, "administration.answer.selectionChanged", { count: done.now }));
    });
}

interface Act {
  kind: QuarantineChange["becomes"];
  begin(tx: Transaction, signatures: number): Promise<QuarantineChange["to"]>;
}

function quarantine({ clock }: Tools, wanted: Wanted): Act {
  return {
    kind: "quarantined",
    async begin(tx, signatures) {
      const act = { id: randomUUID(), madeAt: clock.now() };
      await keepQuarantine(tx, { ...act, cause: await causeOf(tx, wanted), signatures });
      await noteAct(tx, clock, [act.id, "quarantined"], { signatures });
      return { quarantinedAt: act.madeAt, quarantineId: act.id, releasedAt: null };
    },
  };
}

function release({ clock }: Tools, wanted: Wanted): Act {
  return {
    kind: "released",
    async begin(tx, released) {
      const releasedAt = clock.now();
      if (wanted.quarantine) await noteRelease(tx, wanted.quarantine, { at: releasedAt, released });
      await noteAct(tx, clock, [wanted.quarantine ?? wanted.signature ?? "selection", "released"], { signatures: released });
      return { quarantinedAt: null, quarantineId: null, releasedAt };
    },
  };
}

/** Confirmations may wait as long as one transaction lasts, and on the embedded database everything. */
const BATCH = 1000;

/** `expected`: how many the administrator was told. If it is another number `now`, nothing has moved. */
async function moveChosen(
  { db, clock, changed }: Tools,
  wanted: Wanted,
  expected: number,
  { kind, begin }: Act,
): Promise<Moved | { now: number }> {
  const { ids, to } = await db.transaction(async (tx) => {
    const ids = await chosen(tx, wanted, kind);
    const isAgreed = ids.length === expected && ids.length > 0;
    return { ids, to: isAgreed ? await begin(tx, ids.length) : null };
  });
  if (to === null) return { now: ids.length };

  let moved = 0;
  for (let first = 0; first < ids.length; first += BATCH) {
    moved += await db.transaction(async (tx) => {
      const batch = await move(tx, ids.slice(first, first + BATCH), { becomes: kind, to });
      await countMany(tx, batch, kind, clock);
      return batch.length;
    });
    changed();
  }
  return { moved, signatureCount: (await readCount(db)).count, quarantine: to.quarantineId };
}

/** Without what was typed: that may be somebody's name. */
async function causeOf(tx: Transaction, wanted: Wanted): Promise<QuarantineCause> {
  const { search, visibility, language, state, cluster, signature } = wanted;
  const [of] = cluster ? await tx.select({ reason: clusters.reason }).from(clusters).where(eq(clusters.id, cluster)) : [];
  return {
    ...(of && { reason: of.reason }),
    ...(signature && { single: true as const }),
    ...(search.kind !== "all" && { search: search.kind }),
    ...(visibility && { visibility }),
    ...(language && { language }),
    ...(state && { state }),
  };
}

async function countSelected(db: Database["db"], wanted: Wanted) {
  const [found] = await db
    .select({
      counted: sql`count(*) filter (where quarantined_at is null)`.mapWith(Number),
      quarantined: sql`count(*) filter (where quarantined_at is not null)`.mapWith(Number),
    })
    .from(signatures)
    .where(conditionOf(wanted));
  return found ?? { counted: 0, quarantined: 0 };
}

async function chosen(tx: Transaction, wanted: Wanted, becomes: QuarantineChange["becomes"]): Promise<string[]> {
  await takeYourTime(tx);
  const rows = await tx
    .select({ id: signatures.id })
    .from(signatures)
    .where(and(conditionOf(wanted), isNotYet(becomes)))
    .orderBy(signatures.id);
  return rows.map(({ id }) => id);
}

async function readQuarantines(db: Database["db"]): Promise<Quarantine[]> {
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
async function readClusters(db: Database["db"]): Promise<Cluster[]> {
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
