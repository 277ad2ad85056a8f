/**
 * Quarantine: signatures that are neither counted nor listed until released (decisions, "Administration"). Whatever was chosen moves in
 * one transaction, as one act that can be taken back, with a line in the audit log.
 */
import { randomUUID } from "node:crypto";
import type { Moved, QuarantineCause, QuarantinePreview } from "../../contract/suspicion.ts";
import { writeAudit } from "../audit/audit.ts";
import type { Clock } from "../clock.ts";
import type { Database, Transaction } from "../database/open.ts";
import { countMany } from "../tally/tally.ts";
import { countStanding, keepQuarantine, lockChosen, move, noteRelease, reasonOf } from "./quarantine-store.ts";
import { isEverything, type Wanted } from "./wanted.ts";

export interface QuarantineTools {
  db: Database["db"];
  clock: Clock;
  tally(): Promise<{ count: number }>;
  /** Says that the number has changed. */
  counted(): void;
}

export type MoveOutcome =
  | { outcome: "moved"; moved: Moved }
  /** The selection holds another number than was agreed to; nothing has moved. */
  | { outcome: "changed"; now: number }
  /** Nobody puts all signatures into quarantine by leaving a form empty. */
  | { outcome: "everything" };

/** Looks, changes nothing. */
export async function previewQuarantine({ db, tally }: QuarantineTools, wanted: Wanted): Promise<QuarantinePreview> {
  const [{ counted, quarantined }, { count }] = await Promise.all([countStanding(db, wanted), tally()]);
  return { counted, quarantined, signatureCount: count };
}

/** `expected`: how many the administrator was told. */
export function quarantine(tools: QuarantineTools, wanted: Wanted, expected: number): Promise<MoveOutcome> {
  return moveChosen(tools, wanted, expected, async (tx, ids) => {
    const id = randomUUID();
    const madeAt = tools.clock.now();
    await keepQuarantine(tx, { id, madeAt, cause: await causeOf(tx, wanted), signatures: ids.length });
    await move(tx, ids, { quarantinedAt: madeAt, quarantineId: id });
    await note(tools, tx, id, "quarantined", ids.length);
    return { kind: "quarantined", quarantine: id };
  });
}

export function release(tools: QuarantineTools, wanted: Wanted, expected: number): Promise<MoveOutcome> {
  return moveChosen(
    tools,
    wanted,
    expected,
    async (tx, ids) => {
      await move(tx, ids, { quarantinedAt: null, quarantineId: null });
      if (wanted.quarantine) await noteRelease(tx, wanted.quarantine, { at: tools.clock.now(), released: ids.length });
      await note(tools, tx, wanted.quarantine ?? wanted.signature ?? "selection", "released", ids.length);
      return { kind: "released", quarantine: null };
    },
    { held: true },
  );
}

async function moveChosen(
  { db, clock, counted }: QuarantineTools,
  wanted: Wanted,
  expected: number,
  act: (tx: Transaction, ids: string[]) => Promise<{ kind: "quarantined" | "released"; quarantine: string | null }>,
  { held = false } = {},
): Promise<MoveOutcome> {
  if (isEverything(wanted) && !held) return { outcome: "everything" };
  const outcome = await db.transaction(async (tx): Promise<MoveOutcome> => {
    const ids = await lockChosen(tx, wanted, { held });
    if (ids.length !== expected || ids.length === 0) return { outcome: "changed", now: ids.length };
    const { kind, quarantine: id } = await act(tx, ids);
    const signatureCount = await countMany(tx, ids, kind, clock);
    return { outcome: "moved", moved: { moved: ids.length, signatureCount, quarantine: id } };
  });
  if (outcome.outcome === "moved") counted();
  return outcome;
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

function note(
  { clock }: QuarantineTools,
  tx: Transaction,
  entityId: string,
  action: "quarantined" | "released",
  signatures: number,
): Promise<void> {
  return writeAudit(tx, clock, { entityType: "administration", entityId, action, changes: { signatures } });
}
