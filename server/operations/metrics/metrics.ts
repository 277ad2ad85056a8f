import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { collectDefaultMetrics, Registry } from "prom-client";
import { isAway } from "../../platform/database/failures.ts";
import { processMetrics } from "../../platform/metrics/counters.ts";
import { watchEventLoop } from "../../platform/metrics/durations.ts";
import { visitorOf } from "../../platform/visitor.ts";
import { type LookUpTools, lookUpDatabase, lookUpProcess, openGauges } from "./looked-up.ts";

export function metricsRoute(
  app: FastifyInstance,
  tools: LookUpTools & { requireKey(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> },
): void {
  const ofNode = openNodeMetrics();
  watchEventLoop();
  app.route({
    method: ["GET", "HEAD"],
    url: "/metrics",
    onRequest: async (request, reply) => {
      reply.header("cache-control", "no-store");
      // A proxy on this machine asks from here as well: what it passes on is not from here.
      if (visitorOf(request).limited) return tools.requireKey(request, reply);
    },
    handler: async (_request, reply) => {
      const registries = [ofNode, processMetrics, ...(await lookUp(tools))];
      const texts = await Promise.all(registries.map((registry) => registry.metrics()));
      return reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(texts.join("\n"));
    },
  });
}

/**
 * What prom-client knows of the process, less its gauges that end in `_total`, which are no counters, less the delay of the event loop,
 * which it forgets with each reading, and less what says the same twice.
 */
const KEPT = [
  ...["process_cpu_user_seconds_total", "process_cpu_system_seconds_total", "process_cpu_seconds_total"],
  ...["process_start_time_seconds", "process_resident_memory_bytes", "process_open_fds", "process_max_fds"],
  ...["nodejs_heap_size_total_bytes", "nodejs_heap_size_used_bytes", "nodejs_external_memory_bytes"],
  ...["nodejs_gc_duration_seconds", "nodejs_active_resources", "nodejs_version_info"],
];

function openNodeMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const { name } of registry.getMetricsAsArray()) if (!KEPT.includes(name)) registry.removeSingleMetric(name);
  return registry;
}

async function lookUp(tools: LookUpTools): Promise<Registry[]> {
  const ofProcess = openGauges();
  lookUpProcess(ofProcess, tools);
  const ofDatabase = (await tools.database.isReachable()) ? await lookUpReachable(tools) : null;
  ofProcess.tell("petition_database_reachable", "1 where the database answers this process, else 0", ofDatabase !== null);
  return [ofProcess.registry, ...(ofDatabase ? [ofDatabase] : [])];
}

/** Null where the database went away meanwhile: what was read before that is left out, too. */
async function lookUpReachable(tools: LookUpTools): Promise<Registry | null> {
  const gauges = openGauges();
  try {
    await lookUpDatabase(gauges, tools);
    return gauges.registry;
  } catch (failure) {
    if (isAway(failure)) return null;
    throw failure;
  }
}
