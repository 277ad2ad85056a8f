import { collectDefaultMetrics, Registry } from "prom-client";
import { watchEventLoop } from "../../platform/metrics/event-loop.ts";

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

export function registryOfProcess(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const { name } of registry.getMetricsAsArray()) if (!KEPT.includes(name)) registry.removeSingleMetric(name);
  watchEventLoop();
  return registry;
}
