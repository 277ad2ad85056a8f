import type { FastifyInstance } from "fastify";
import type { AdminOperations, InstallationAlarm, LogIns, TaskState } from "../../../contract/administration/operations.ts";
import { LEVEL_MAX } from "../../../petition/attack-level.ts";
import { HOLD_DECIDED_WITHIN } from "../../../petition/suspicion.ts";
import type { Context } from "../../context.ts";
import { countUndecided } from "../../features/moderation/quarantine.ts";
import { readSpreadsheetCopy } from "../../features/spreadsheet/spreadsheet.ts";
import { failedLogIns, recentLogIns } from "../../ledger/audit/audit.ts";
import type { Brake } from "../../ledger/erasure/brake.ts";
import { logStanding, type StandingTools } from "../../ledger/public-log/transparency.ts";
import type { ProxyWatch } from "../../platform/http/proxy-watch.ts";
import { visitorOf } from "../../platform/visitor.ts";

export interface OperationsTools {
  taskStates(): Promise<TaskState[]>;
  installation(): Promise<InstallationAlarm[]>;
  brake: Pick<Brake, "alarm">;
  proxyWatch: Pick<ProxyWatch, "read">;
  publicLog: StandingTools["publicLog"];
  hasSpreadsheet: boolean;
}

const SHOWN = 5;
const WEEK = 7 * 24 * 60 * 60_000;

export function operationsRoutes(
  app: FastifyInstance,
  context: Pick<Context, "db" | "clock" | "limits" | "attack" | "configuration" | "peak">,
  { taskStates, installation, brake, proxyWatch, publicLog, hasSpreadsheet }: OperationsTools,
): void {
  app.get("/operations", async (request) => {
    const peak = context.peak.standing();
    const level = context.attack.level();
    const { state, standing } = await logStanding({ ...context, witnesses: context.configuration.witnesses, publicLog });
    return {
      tasks: await taskStates(),
      spreadsheet: hasSpreadsheet ? await readSpreadsheetCopy(context) : null,
      unnamedProxy: await proxyWatch.read(),
      deleteBrake: await brake.alarm(),
      attack: level > 0 ? { level, most: LEVEL_MAX } : null,
      peak: peak && { ...peak, since: peak.since.toISOString() },
      held: await heldBy(context),
      logIns: await logIns(context, context.limits.sourceKey(visitorOf(request))),
      log: state || standing.fault ? standing : null,
      installation: await installation(),
      placeholders: context.configuration.placeholders.map(({ field }) => field),
    } satisfies AdminOperations;
  });
}

async function heldBy({ db, clock }: Pick<Context, "db" | "clock">): Promise<AdminOperations["held"]> {
  const now = clock.now();
  return {
    waiting: await countUndecided(db, now),
    overdue: await countUndecided(db, new Date(now.getTime() - HOLD_DECIDED_WITHIN)),
  };
}

async function logIns({ db, clock }: Pick<Context, "db" | "clock">, here: string): Promise<LogIns> {
  const recent = await recentLogIns(db, SHOWN);
  const { count, lastAt } = await failedLogIns(db, new Date(clock.now().getTime() - WEEK));
  return {
    recent: recent.map(({ at, source }) => ({ at: at.toISOString(), isFromHere: source === here, source: source.slice(0, 6) })),
    failed: { count, lastAt: lastAt?.toISOString() ?? null },
  };
}
