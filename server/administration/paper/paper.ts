/** Batches of signatures on paper (petition/paper.ts): each act is one transaction, one at a time. */
import type { AdminPaper, PaperBatch, PaperConflict, PaperDecided } from "../../../contract/administration/paper.ts";
import { type CalendarDay, dayOfMoment } from "../../../petition/calendar.ts";
import { isHandedOver } from "../../../petition/ending.ts";
import {
  type CountOutcome,
  type CountPurpose,
  enterCount,
  type Figures,
  INVALID_REASONS,
  mayBeSame,
  type PaperCount,
  secondFrom,
  stateOf,
} from "../../../petition/paper.ts";
import type { Context } from "../../context.ts";
import { noteAct } from "../../ledger/audit/audit.ts";
import { readEnd } from "../../ledger/count/count.ts";
import type { Transaction } from "../../platform/database/open.ts";
import type { AdminKey } from "../authentication/authentication.ts";
import * as store from "./store.ts";

export type PaperTools = Pick<Context, "db" | "clock" | "ending" | "changed">;

export type Refused = { refused: Omit<PaperConflict, "message"> };

export type Entered = Figures & { isWithdrawn: boolean; reason: string };

export type Received = Figures & { receivedOn: CalendarDay; deliveredBy: string; another: boolean };

export async function listPaper(tools: PaperTools, key: AdminKey): Promise<AdminPaper> {
  const isFinal = isOver(tools) || (await readEnd(tools.db)) !== null;
  const [paperCount, batches] = await Promise.all([store.readPaperCount(tools.db), store.readBatches(tools.db)]);
  return { paperCount, isFinal, batches: batches.map((batch) => shown(batch, key, tools.clock.now())) };
}

/** With the first of two counts. Answers the number of the batch. */
export function addPaper(tools: PaperTools, key: AdminKey, received: Received): Promise<Refused | { batch: number }> {
  const { db, clock } = tools;
  const { receivedOn, deliveredBy, another, ...figures } = received;
  return db.transaction(async (tx) => {
    const { isEnded } = await store.lockPaper(tx);
    if (isEnded || isOver(tools)) return { refused: { code: "final" } };
    const alike = (await store.readBatchesOf(tx, receivedOn)).find((known) => mayBeSame(known, received));
    if (alike && !another) return { refused: { code: "already-there", batch: alike.batch } };
    const open = [countBy(key, { ...figures, isWithdrawn: false, reason: "" }, clock.now())];
    const batch = await store.insertBatch(tx, { receivedOn, deliveredBy, open });
    await noteAct(tx, clock, ["paper", "paper-entered"], { batch, keys: key.name });
    return { batch };
  });
}

/** Null where there is no such batch. */
export async function countPaper(
  tools: PaperTools,
  key: AdminKey,
  batch: number,
  purpose: CountPurpose,
  entered: Entered,
): Promise<Refused | PaperDecided | null> {
  const done = await tools.db.transaction(async (tx) => {
    const { isEnded } = await store.lockPaper(tx);
    if (isEnded || isOver(tools)) return { refused: { code: "final" as const } };
    const known = await store.readBatch(tx, batch);
    if (!known) return null;
    const outcome = enterCount(known, countBy(key, entered, tools.clock.now()), purpose, key.isOnly);
    if (outcome.outcome !== "refused") return settle(tx, tools, known, outcome);
    const { code } = outcome;
    return { refused: code === "too-early" ? { code, from: outcome.from.toISOString() } : { code } };
  });
  if (done && "outcome" in done) tools.changed();
  return done;
}

/** What is noted while a count waits tells nobody its figures. */
async function settle(
  tx: Transaction,
  { clock }: PaperTools,
  known: store.KnownBatch,
  { outcome, counts }: Exclude<CountOutcome, { outcome: "refused" }>,
): Promise<PaperDecided> {
  const { batch } = known;
  const [first, second] = counts;
  const keys = counts.map(({ by }) => by).join(", ");
  if (outcome === "waiting" || outcome === "disagreed") {
    await store.writeOpen(tx, batch, counts);
    const said = { batch, keys, ...(second && { firstCount: inShort(first), secondCount: inShort(second) }) };
    await noteAct(tx, clock, ["paper", second ? "paper-disagreed" : "paper-entered"], said);
    return { outcome, paperCount: await store.readPaperCount(tx) };
  }
  const paperCount = await store.decide(tx, known, counts, outcome);
  const reason = [...new Set(counts.map((count) => count.reason))].join(" / ");
  await noteAct(tx, clock, ["paper", `paper-${outcome}`], {
    ...{ batch, lines: inShort(first), keys, ...(reason && { reason }) },
    ...(first?.by === second?.by && { sameKey: true }),
  });
  return { outcome, paperCount };
}

function inShort(count: PaperCount | undefined): string {
  return count ? [count.valid, ...INVALID_REASONS.map((reason) => count.invalid[reason])].join(" / ") : "";
}

function countBy({ name }: AdminKey, { valid, invalid, isWithdrawn, reason }: Entered, at: Date): PaperCount {
  return { by: name, at, valid, invalid, isWithdrawn, reason };
}

/** What is handed over stays as it is. */
function isOver({ clock, ending }: PaperTools): boolean {
  return isHandedOver(ending.handover, dayOfMoment(clock.now()));
}

/** The figures of a count that waits are for the key that entered it, and for nobody while that one must count again. */
function shown(known: store.KnownBatch, key: AdminKey, now: Date): PaperBatch {
  const { batch, receivedOn, deliveredBy, figures, open, countedBy } = known;
  const [first, second] = open;
  const isWaiting = first !== undefined && second === undefined;
  const isOwn = isWaiting && first.by === key.name;
  const maySee = !isWaiting || (isOwn && !key.isOnly);
  const seen = figures ?? (isWaiting && maySee ? first : null);
  return {
    ...{ batch, receivedOn, deliveredBy, state: stateOf(known) },
    ...(seen && { valid: seen.valid, invalid: seen.invalid }),
    ...(countedBy.length > 0 && { countedBy }),
    open: open.map(({ by, at, valid, invalid, isWithdrawn, reason }) => ({
      ...{ by, at: at.toISOString() },
      ...(maySee && { valid, invalid, ...(figures && { withdrawn: isWithdrawn, reason }) }),
    })),
    nextFrom: isOwn && key.isOnly && secondFrom(first) > now ? secondFrom(first).toISOString() : null,
    mayCount: !known.isWithdrawn && (!isOwn || key.isOnly),
  };
}
