/** Moves in batches, so that nobody waits for all of them. If the process dies, the act shows how far it came. */
import { randomUUID } from "node:crypto";
import type { Moved, QuarantineCause, QuarantinePreview } from "../../../contract/administration/suspicion.ts";
import type { Context } from "../../context.ts";
import { keepQuarantine, move, noteRelease, type QuarantineChange } from "../../features/moderation/quarantine.ts";
import { noteAct } from "../../ledger/audit/audit.ts";
import { countMany, readCount } from "../../ledger/count/count.ts";
import type { Transaction } from "../../platform/database/open.ts";
import { isEverything, type Wanted } from "../signatures/wanted.ts";
import { chosen, countSelected, reasonOf } from "./store.ts";

type Tools = Pick<Context, "db" | "clock" | "changed">;

export type MoveOutcome =
  | { outcome: "moved"; moved: Moved }
  /** Another number is selected than was agreed to. Nothing has moved. */
  | { outcome: "changed"; now: number }
  /** An empty form must not put all signatures into quarantine. */
  | { outcome: "everything" };

export async function previewQuarantine({ db }: Tools, wanted: Wanted): Promise<QuarantinePreview> {
  const [{ counted, quarantined }, { count }] = await Promise.all([countSelected(db, wanted), readCount(db)]);
  return { counted, quarantined, signatureCount: count };
}

/** `expected`: how many the administrator was told. */
export function quarantine(tools: Tools, wanted: Wanted, expected: number): Promise<MoveOutcome> {
  return moveChosen(tools, wanted, expected, {
    kind: "quarantined",
    async begin(tx, signatures) {
      const act = { id: randomUUID(), madeAt: tools.clock.now() };
      await keepQuarantine(tx, { ...act, cause: await causeOf(tx, wanted), signatures });
      await noteAct(tx, tools.clock, [act.id, "quarantined"], { signatures });
      return { quarantinedAt: act.madeAt, quarantineId: act.id, releasedAt: null };
    },
  });
}

export function release(tools: Tools, wanted: Wanted, expected: number): Promise<MoveOutcome> {
  return moveChosen(tools, wanted, expected, {
    kind: "released",
    async begin(tx, released) {
      const releasedAt = tools.clock.now();
      if (wanted.quarantine) await noteRelease(tx, wanted.quarantine, { at: releasedAt, released });
      const about = wanted.quarantine ?? wanted.signature ?? "selection";
      await noteAct(tx, tools.clock, [about, "released"], { signatures: released });
      return { quarantinedAt: null, quarantineId: null, releasedAt };
    },
  });
}

interface Act {
  kind: QuarantineChange["becomes"];
  begin(tx: Transaction, signatures: number): Promise<QuarantineChange["to"]>;
}

/** Confirmations may wait as long as one transaction lasts, and on the embedded database everything. */
const BATCH = 1000;

async function moveChosen(tools: Tools, wanted: Wanted, expected: number, act: Act): Promise<MoveOutcome> {
  const { db, clock, changed } = tools;
  const { kind } = act;
  if (kind === "quarantined" && isEverything(wanted)) return { outcome: "everything" };
  const { ids, to } = await db.transaction(async (tx) => {
    const ids = await chosen(tx, wanted, kind);
    const isAgreed = ids.length === expected && ids.length > 0;
    return { ids, to: isAgreed ? await act.begin(tx, ids.length) : null };
  });
  if (to === null) return { outcome: "changed", now: ids.length };

  let moved = 0;
  for (let first = 0; first < ids.length; first += BATCH) {
    moved += await db.transaction(async (tx) => {
      const batch = await move(tx, ids.slice(first, first + BATCH), { becomes: kind, to });
      await countMany(tx, batch, kind, clock);
      return batch.length;
    });
    changed();
  }
  const { count } = await readCount(db);
  return { outcome: "moved", moved: { moved, signatureCount: count, quarantine: to.quarantineId } };
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
