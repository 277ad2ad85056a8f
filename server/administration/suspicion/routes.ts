/** Moves in batches, so that nobody waits for all of them. If the process dies, the act shows how far it came. */

import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { AdminSuspicion, Moved, QuarantineCause, QuarantinePreview } from "../../../contract/administration/suspicion.ts";
import type { Context } from "../../context.ts";
import { keepQuarantine, move, noteRelease, type QuarantineChange } from "../../features/moderation/quarantine.ts";
import { noteAct } from "../../ledger/audit/audit.ts";
import { countMany, readCount } from "../../ledger/count/count.ts";
import type { Transaction } from "../../platform/database/open.ts";
import type { Answering } from "../answering.ts";
import { readWanted } from "../signatures/routes.ts";
import { isEverything, type Wanted } from "../signatures/wanted.ts";
import { chosen, countSelected, readClusters, readQuarantines, reasonOf } from "./store.ts";

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
      const { expected, ...selection } = objectFrom(request.body);
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

function objectFrom(body: unknown): Given {
  return typeof body === "object" && body !== null ? (body as Given) : {};
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
  const reason = cluster && (await reasonOf(tx, cluster));
  return {
    ...(reason && { reason }),
    ...(signature && { single: true as const }),
    ...(search.kind !== "all" && { search: search.kind }),
    ...(visibility && { visibility }),
    ...(language && { language }),
    ...(state && { state }),
  };
}
