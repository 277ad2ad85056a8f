/** From the database: operators see it also while nothing may be answered to the public. */
import type { LogStanding } from "../../../contract/administration/log.ts";
import { logQueue } from "../../platform/database/schema.ts";
import type { PublicLog } from "./public-log.ts";
import { type LogState, readState } from "./store.ts";
import { type WitnessTools, witnessRows } from "./witnesses.ts";

export type StandingTools = Pick<WitnessTools, "db" | "witnesses"> & { publicLog: Pick<PublicLog, "fault"> };

export async function logStanding(tools: StandingTools): Promise<{ state: LogState | null; standing: LogStanding }> {
  const { db, publicLog } = tools;
  const state = await readState(db);
  return {
    state,
    standing: {
      size: state?.size ?? 0,
      count: state ? state.added - state.removed : 0,
      publishedAt: state?.publishedAt.toISOString() ?? null,
      waiting: await db.$count(logQueue),
      fault: publicLog.fault(),
      witnesses: (await witnessRows(tools)).map(({ name, size, line, cosignedAt, fault }) => ({
        name,
        size: line === null ? null : size,
        at: cosignedAt?.toISOString() ?? null,
        fault,
      })),
    },
  };
}
