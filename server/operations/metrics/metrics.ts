import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { INSTALLATION_ALARMS, type InstallationAlarm, type TaskState } from "../../../contract/administration/operations.ts";
import type { Petition } from "../../../contract/petition.ts";
import type { Context } from "../../context.ts";
import { spreadsheetStateOf } from "../../features/spreadsheet/store.ts";
import type { Brake } from "../../ledger/erasure/brake.ts";
import { FAULTS } from "../../ledger/public-log/faults.ts";
import { logStanding, type StandingTools } from "../../ledger/public-log/transparency.ts";
import type { Configuration } from "../../platform/config/configuration.ts";
import { isAway } from "../../platform/database/failures.ts";
import type { Database } from "../../platform/database/open.ts";
import type { ProxyWatch } from "../../platform/http/proxy-watch.ts";
import { ALARM_KINDS, countMails, MAIL_KINDS, oldestWaiting } from "../../platform/mail/metrics.ts";
import { processMetrics } from "../../platform/metrics/counters.ts";
import { watchEventLoop } from "../../platform/metrics/durations.ts";
import { VERSION } from "../../platform/version.ts";
import { visitorOf } from "../../platform/visitor.ts";
import { readLastBackup } from "../backup/format.ts";

export function metricsRoute(
  app: FastifyInstance,
  tools: LookUpTools & { requireKey(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> },
): void {
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
      const registries = await readMetrics(tools);
      const texts = await Promise.all(registries.map((registry) => registry.metrics()));
      return reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(texts.join("\n"));
    },
  });
}

/** Without gauges that end in `_total`, the delay of the event loop, which each reading resets, and what says the same twice. */
const KEPT = [
  ...["process_cpu_user_seconds_total", "process_cpu_system_seconds_total", "process_cpu_seconds_total"],
  ...["process_start_time_seconds", "process_resident_memory_bytes", "process_open_fds", "process_max_fds"],
  ...["nodejs_heap_size_total_bytes", "nodejs_heap_size_used_bytes", "nodejs_external_memory_bytes"],
  ...["nodejs_gc_duration_seconds", "nodejs_active_resources", "nodejs_version_info"],
];

let ofNode: Registry | undefined;

export async function readMetrics(tools: LookUpTools): Promise<Registry[]> {
  ofNode ??= openNodeMetrics();
  return [ofNode, processMetrics, ...(await lookUp(tools))];
}

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

export interface LookUpTools extends StandingTools, Pick<Context, "attack" | "peak" | "clock"> {
  petition: Pick<Petition, "stats">;
  configuration: Pick<Configuration, "placeholders" | "dataFolder">;
  database: Database;
  brake: Pick<Brake, "alarm">;
  proxyWatch: Pick<ProxyWatch, "read">;
  taskStates(): Promise<TaskState[]>;
  installation(): Promise<InstallationAlarm[]>;
}

/** What is looked up for one reading of `/metrics`. Yes is 1, no is 0; a moment is Unix time. */
function openGauges() {
  const registry = new Registry();
  const numberOf = (value: Value) => (value instanceof Date ? value.getTime() / 1000 : Number(value));
  return {
    registry,
    tell(name: string, help: string, value: Value): void {
      new Gauge({ name, help, registers: [registry] }).set(numberOf(value));
    },
    tellEach(name: string, help: string, label: string, values: [string, Value | null][]): void {
      const gauge = new Gauge({ name, help, labelNames: [label], registers: [registry] });
      for (const [of, value] of values) if (value !== null) gauge.set({ [label]: of }, numberOf(value));
    },
  };
}

type Gauges = ReturnType<typeof openGauges>;
type Value = number | boolean | Date;

function lookUpProcess({ tell, tellEach }: Gauges, { database, attack, peak, configuration }: LookUpTools): void {
  tellEach("petition_build_info", "Always 1; the release stands in the label", "version", [[VERSION, 1]]);
  const { totalCount, idleCount, options } = database.pool;
  tellEach("petition_database_connections", "Open database connections", "state", [
    ["in-use", totalCount - idleCount],
    ["idle", idleCount],
  ]);
  tell("petition_database_connections_limit", "How many connections there may be at most", options.max);
  tell("petition_database_waiting", "Requests for a connection that wait for one", database.waiting());
  tell("petition_attack_level", "How far attempts to sign look like an attack; 0 where nothing is unusual", attack.level());
  tell("petition_peak_mode", "1 while pages and list are renewed less often so that signing goes on, else 0", peak.isOn());
  tellEach(
    "petition_queue_waiting",
    "Forms and links that wait for their batch",
    "queue",
    peak.waiting().map(({ name, waiting }) => [name, waiting]),
  );
  const last = readLastBackup(configuration.dataFolder);
  tell("petition_backup_last_success_timestamp_seconds", "Last backup by command, 0 if none", last ? new Date(last.at) : 0);
  tell("petition_backup_encrypted", "1 where that backup is encrypted, else 0", last?.encrypted ?? false);
}

async function lookUpDatabase(gauges: Gauges, tools: LookUpTools): Promise<void> {
  const { signatureCount, paperCount, targetCount } = await tools.petition.stats();
  gauges.tell("petition_signatures", "Signatures counted", signatureCount);
  gauges.tell("petition_signatures_on_paper", "Signatures on paper that two counts agreed on", paperCount);
  gauges.tell("petition_signatures_goal", "How many are wanted (TARGET_COUNT)", targetCount);
  await lookUpOutbox(gauges, tools);
  await lookUpTasks(gauges, tools);
  await lookUpAlarms(gauges, tools);
  await lookUpSpreadsheet(gauges, tools);
  await lookUpPublicLog(gauges, tools);
}

async function lookUpOutbox({ tell, tellEach }: Gauges, { db, clock }: LookUpTools): Promise<void> {
  const { waiting, failed, held } = await countMails(db);
  tell("petition_outbox_waiting", "Consequences that wait to be done, e-mails above all", waiting);
  tell("petition_outbox_failed", "Consequences that were given up, and wait for the administrator", failed);
  tell("petition_mail_held", "E-mails that wait because a cap is reached (MAIL_LIMIT, MAIL_DOMAIN_LIMIT)", held);
  const kinds = [...MAIL_KINDS, ...ALARM_KINDS];
  const since = await oldestWaiting(db, kinds);
  const now = clock.now().getTime();
  tellEach(
    "petition_outbox_oldest_seconds",
    "Age of the oldest that waits, or 0",
    "kind",
    kinds.map((kind) => [kind, Math.max(0, (now - (since.get(kind)?.getTime() ?? now)) / 1000)]),
  );
}

async function lookUpTasks({ tellEach }: Gauges, { taskStates }: LookUpTools): Promise<void> {
  const states = await taskStates();
  function tell(name: string, help: string, read: (state: TaskState) => Value | null): void {
    const values = states.map((state): [string, Value | null] => [state.name, read(state)]);
    tellEach(name, help, "task", values);
  }
  tell("petition_task_last_run_timestamp_seconds", "When a task last ran (Unix time)", ({ lastRunAt }) =>
    lastRunAt === null ? null : new Date(lastRunAt),
  );
  tell("petition_task_figure", "What a task's last run did, such as rows erased", ({ figure }) => figure);
  tell("petition_task_overdue", "1 where a task has not run for longer than is promised, else 0", ({ overdue }) => overdue);
  tell("petition_task_failures", "How often a task has failed since its last success", ({ failures }) => failures);
}

async function lookUpAlarms(
  { tell, tellEach }: Gauges,
  { configuration, brake, proxyWatch, installation }: LookUpTools,
): Promise<void> {
  tell("petition_proxy_unnamed", "1 if a proxy is not believed, else 0", (await proxyWatch.read()) !== null);
  tell("petition_delete_brake", "1 while requests only send links, else 0", (await brake.alarm()) !== null);
  tell("petition_placeholders", "Unfilled fields of petition.config.ts", configuration.placeholders.length);
  const alarms = await installation();
  tellEach(
    "petition_installation_alarm",
    "1 if the administration shows it, else 0",
    "kind",
    INSTALLATION_ALARMS.map((kind) => [kind, alarms.some((alarm) => alarm.kind === kind)]),
  );
}

async function lookUpSpreadsheet({ tell }: Gauges, { db }: LookUpTools): Promise<void> {
  const { waiting, succeededAt, failures, strangers, lost } = await spreadsheetStateOf(db);
  tell("petition_spreadsheet_waiting", "Rows of the spreadsheet that wait to be written or taken out", waiting);
  tell("petition_spreadsheet_last_success_timestamp_seconds", "Last spreadsheet write", succeededAt ?? 0);
  tell("petition_spreadsheet_failures", "Failures of the spreadsheet service since the last success", failures);
  tell("petition_spreadsheet_strangers", "Rows of the spreadsheet that look like ours and are not known", strangers);
  tell("petition_spreadsheet_lost", "Rows of erased signatures that could not be found in the spreadsheet", lost);
}

async function lookUpPublicLog({ tell, tellEach }: Gauges, tools: LookUpTools): Promise<void> {
  const { size, waiting, publishedAt, fault, witnesses } = (await logStanding(tools)).standing;
  tell("petition_log_size", "Entries in the public log's published head", size);
  tell("petition_log_waiting", "What is counted or removed and not in the public log yet", waiting);
  tell("petition_log_published_timestamp_seconds", "Last publication", publishedAt === null ? 0 : new Date(publishedAt));
  tellEach(
    "petition_log_fault",
    "1 if it signs nothing for that reason, else 0",
    "fault",
    FAULTS.map((one) => [one, one === fault]),
  );
  tellEach(
    "petition_witness_size",
    "Entries in the head it cosigned last",
    "witness",
    witnesses.map((witness) => [witness.name, witness.size ?? 0]),
  );
}
