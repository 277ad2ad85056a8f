import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Registry } from "prom-client";
import type { TaskState } from "../../../contract/administration/operations.ts";
import type { Petition } from "../../../contract/petition.ts";
import type { Context } from "../../context.ts";
import type { StandingTools } from "../../ledger/public-log/log-standing.ts";
import type { Configuration } from "../../platform/config/configuration.ts";
import { isAway } from "../../platform/database/failures.ts";
import type { Database } from "../../platform/database/open.ts";
import { visitorOf } from "../../platform/visitor.ts";
import { type AlarmsTools, alarms } from "./alarms.ts";
import { backup } from "./backup.ts";
import { build } from "./build.ts";
import { gauge, type Subject, yesOrNo } from "./gauges.ts";
import { type InstallationTools, installation } from "./installation.ts";
import { MEASURES } from "./measures.ts";
import { outbox } from "./outbox.ts";
import { peak } from "./peak.ts";
import { pool } from "./pool.ts";
import { registryOfProcess } from "./process.ts";
import { publicLog } from "./public-log.ts";
import { rush } from "./rush.ts";
import { signatures } from "./signatures.ts";
import { spreadsheet } from "./spreadsheet.ts";
import { tasks } from "./tasks.ts";

interface Tools extends StandingTools, AlarmsTools, InstallationTools, Pick<Context, "rush" | "peak"> {
  petition: Petition;
  configuration: Pick<Configuration, "placeholders" | "dataFolder">;
  database: Database;
  taskStates(): Promise<TaskState[]>;
  requireKey(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined>;
}

export function metricsRoute(app: FastifyInstance, tools: Tools): void {
  const monitor = openMonitor(tools);
  app.route({
    method: ["GET", "HEAD"],
    url: "/metrics",
    onRequest: async (request, reply) => {
      reply.header("cache-control", "no-store");
      // A proxy on this machine asks from here as well: what it passes on is not from here.
      if (visitorOf(request).limited) return tools.requireKey(request, reply);
    },
    handler: async (_request, reply) => reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(await monitor.read()),
  });
}

function openMonitor(tools: Omit<Tools, "requireKey">): { read(): Promise<string> } {
  const { database, configuration } = tools;
  const reachable = gauge("petition_database_reachable", "1 where the database answers this process, else 0");
  const ofProcess = [build(), pool(database), rush(tools), peak(tools), backup(configuration.dataFolder)];
  const ofDatabase = [signatures, outbox, tasks, alarms, installation, spreadsheet, publicLog].map((subject) => subject(tools));
  const always = registryOfProcess();
  for (const metric of [...MEASURES, reachable, ...gaugesOf(ofProcess)]) always.registerMetric(metric);
  const whileReachable = new Registry();
  for (const metric of gaugesOf(ofDatabase)) whileReachable.registerMetric(metric);

  return {
    // Asked for before they are written out: gauges that read for themselves are written side by side, some before they have read.
    async read() {
      for (const { look } of ofProcess) await look();
      const isReachable = (await database.isReachable()) && (await lookAt(ofDatabase));
      reachable.set(yesOrNo(isReachable));
      const registries = isReachable ? [always, whileReachable] : [always];
      return (await Promise.all(registries.map((registry) => registry.metrics()))).join("\n");
    },
  };
}

/** False where the database went away meanwhile. What it was asked about is then left out: an old number would pass for a new one. */
async function lookAt(subjects: Subject[]): Promise<boolean> {
  try {
    for (const { look } of subjects) await look();
    return true;
  } catch (failure) {
    if (isAway(failure)) return false;
    throw failure;
  }
}

function gaugesOf(subjects: Subject[]) {
  return subjects.flatMap(({ gauges }) => gauges);
}
