/** The petition's end (decision 0012): nothing is counted, listed or brought back any more, and everything about persons is erased. */
import { join } from "node:path";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { AuditAction } from "../../../petition/audit.ts";
import { dayOfMoment } from "../../../petition/calendar.ts";
import { closesAt, END_EVERY, erasesAt, type Handover, isOverdue } from "../../../petition/ending.ts";
import { petitionConfig } from "../../../petition.config.ts";
import type { Base } from "../../platform/base.ts";
import { type Revalidated, staleWhileRevalidate } from "../../platform/cache/stale-while-revalidate.ts";
import { UnusableSetting } from "../../platform/config/kinds.ts";
import { paperBatches, signatureCount, supporterBlocks } from "../../platform/database/schema.ts";
import { UNWATCHED, type Work } from "../../platform/jobs/in-batches.ts";
import type { Task } from "../../platform/jobs/tasks.ts";
import { logFailure } from "../../platform/log.ts";
import { readIfThere, replaceFile } from "../../platform/on-disk.ts";
import { noteAct } from "../audit/audit.ts";
import { type End, PetitionEnded, readEnd } from "../count/count.ts";
import { commitMissing } from "../count/log-agreement.ts";
import { compareAndRepair, reconcile } from "../count/reconcile.ts";
import { eraseEverything, isAnybodyLeft } from "./erase-all.ts";

/** Less than half of the time in which all processes know, as for a pause. */
const MAX_AGE = 400;

type Cause = Extract<AuditAction, "ended" | "ended-by-date">;

export type Ending = ReturnType<typeof openEnding>;

type Tools = Pick<Base, "db" | "clock" | "log" | "changed"> & { dataFolder: string; handover: Handover };

export function openEnding(tools: Tools) {
  const { db, clock, log, dataFolder, handover } = tools;
  let noted = false;
  const known: Revalidated<End | null> = staleWhileRevalidate(
    async () => {
      const end = await readEnd(db);
      // The folder may outlive the database's backup.
      if (end && !noted) await note(end).catch((failure) => logFailure(log, failure, "noting the end"));
      return end;
    },
    { maxAge: MAX_AGE, clock },
  );

  async function note({ endedAt, count }: End): Promise<void> {
    const { petitionId } = petitionConfig;
    if ((await readEndFile(dataFolder)) === null)
      await replaceFile(join(dataFolder, FILE), `${JSON.stringify({ petitionId, endedAt, count })}\n`);
    noted = true;
  }

  return {
    handover,
    /** From memory; null while the petition goes on. */
    state: () => known.get(),
    /** `act`, or `otherwise` if the petition has ended before or during it. */
    async unlessEnded<Result>(act: () => Promise<Result>, otherwise: () => Result | Promise<Result>): Promise<Result> {
      if ((await known.get()) !== null) return otherwise();
      try {
        return await act();
      } catch (failure) {
        if (!(failure instanceof PetitionEnded)) throw failure;
        known.drop();
        return otherwise();
      }
    },
    /** At the start, before anything is counted. Answers whether a restored backup had to be ended again. */
    async endAgain(): Promise<boolean> {
      const file = await readEndFile(dataFolder);
      const end = await readEnd(db);
      if (end) await note(end);
      if (end || !file) return false;
      await db
        .update(signatureCount)
        .set({ endedAt: file.endedAt, count: file.count, version: sql`${signatureCount.version} + 1` })
        .where(eq(signatureCount.id, 1));
      return true;
    },
    async requireInTime(): Promise<void> {
      if (!isOverdue(handover, dayOfMoment(clock.now())) || (await readEnd(db))) return;
      throw new UnusableSetting(
        `petition.config.ts: handover.erasedBy (${handover.erasedBy}) is over, and the petition has not ended: ` +
          "end it with npm run petition -- end, or correct the day.",
      );
    },
    async end(cause: Cause): Promise<void> {
      await reconcile(db, clock);
      await commitMissing(db, UNWATCHED);
      await freeze(tools, cause);
      known.drop();
      await known.get();
      tools.changed();
    },
    /** Everything about persons, once the petition has ended. Answers how many rows that were. */
    async erase(work: Work): Promise<number> {
      const end = await readEnd(db);
      if (end === null || (end.erasedAt !== null && !(await isAnybodyLeft(db)))) return 0;
      const erased = await eraseEverything(db, work);
      await finish(tools);
      known.drop();
      return erased;
    },
  };
}

type ScheduleTools = Pick<Base, "db" | "clock" | "configuration"> & { ending: Ending };

export function endingSchedule(context: ScheduleTools, close: () => Promise<void>): Task[] {
  return [{ name: "end-petition", every: END_EVERY, atStart: true, run: (work) => endInTime(context, close, work) }];
}

async function endInTime(
  { db, clock, configuration, ending }: ScheduleTools,
  close: () => Promise<void>,
  work: Work,
): Promise<number> {
  if ((await readEnd(db)) === null) {
    const now = clock.now();
    const closes = closesAt(ending.handover, configuration.confirmationLifetime);
    if (closes === null || now < closes) return 0;
    await close();
    const erases = erasesAt(ending.handover);
    if (erases === null || now < erases) return 0;
    await ending.end("ended-by-date");
  }
  return ending.erase(work);
}

/** All transactions that count or erase lock this row: they have committed, or will fail. */
async function freeze({ db, clock }: Tools, action: Cause): Promise<void> {
  await compareAndRepair(db, clock);
  await db.transaction(async (tx) => {
    const [ended] = await tx
      .update(signatureCount)
      .set({ endedAt: clock.now(), version: sql`${signatureCount.version} + 1` })
      .where(and(eq(signatureCount.id, 1), isNull(signatureCount.endedAt)))
      .returning({ signatures: signatureCount.count });
    if (ended) await noteAct(tx, clock, ["petition", action], ended);
  });
}

async function finish({ db, clock }: Tools): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx.select().from(signatureCount).where(eq(signatureCount.id, 1)).for("update");
    if (!row?.endedAt || (await isAnybodyLeft(tx))) return;
    // A block holds somebody's id and time.
    await tx.delete(supporterBlocks);
    await tx.insert(supporterBlocks).values({ startAt: new Date(0), startId: "00000000-0000-0000-0000-000000000000" });
    // With the sheets, who delivered them.
    await tx.update(paperBatches).set({ deliveredBy: null, open: "[]" });
    if (row.erasedAt) return;
    await tx.update(signatureCount).set({ erasedAt: clock.now() }).where(eq(signatureCount.id, 1));
    await noteAct(tx, clock, ["petition", "everything-erased"]);
  });
}

/** A restored backup of the database does not know of the end. */
const FILE = "ended";

async function readEndFile(dataFolder: string): Promise<Pick<End, "endedAt" | "count"> | null> {
  const text = await readIfThere(join(dataFolder, FILE));
  if (text === null) return null;
  const { petitionId, endedAt, count } = JSON.parse(text) as { petitionId: string; endedAt: string; count: number };
  return petitionId === petitionConfig.petitionId ? { endedAt: new Date(endedAt), count } : null;
}
