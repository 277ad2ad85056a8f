import { notLike, sql } from "drizzle-orm";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { TaskState } from "../../contract/administration/operations.ts";
import type { Petition } from "../../contract/petition.ts";
import type { Database } from "../database/open.ts";
import { outbox } from "../database/schema.ts";
import type { Brake } from "../erasure/brake.ts";
import type { ProxyWatch } from "../http/proxy-watch.ts";
import { visitorOf } from "../http/visitor.ts";
import { HELD_BY_CAP } from "../mail/caps.ts";
import { ANY_DECOY } from "../mail/decoy.ts";
import { spreadsheetStateOf } from "../spreadsheet/store.ts";
import { FAULTS } from "../transparency/faults.ts";
import { logStanding, type StandingTools } from "../transparency/log-standing.ts";

interface Tools extends StandingTools {
  petition: Petition;
  db: Database["db"];
  taskStates(): Promise<TaskState[]>;
  brake: Pick<Brake, "alarm">;
  proxyWatch: Pick<ProxyWatch, "read">;
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
    handler: async (_request, reply) => reply.type(monitor.contentType).send(await monitor.read()),
  });
}

function openMonitor(tools: Omit<Tools, "requireKey">): { contentType: string; read(): Promise<string> } {
  const { petition, db, taskStates, brake, proxyWatch } = tools;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });

  const signatures = gauge("petition_signatures", "Signatures counted");
  const waiting = gauge("petition_outbox_waiting", "Consequences that wait to be done, e-mails above all");
  const failed = gauge("petition_outbox_failed", "Consequences that were given up");
  const held = gauge("petition_mail_held", "E-mails that wait because a cap is reached (MAIL_LIMIT, MAIL_DOMAIN_LIMIT)");
  const oldest = gauge("petition_outbox_oldest_seconds", "Age of the oldest consequence that waits");
  const lastRun = gauge("petition_task_last_run_seconds", "When a task last ran (Unix time)", ["task"]);
  const figure = gauge("petition_task_figure", "What a task's last run did, such as rows erased", ["task"]);
  const overdue = gauge("petition_task_overdue", "1 where a task has not run for longer than is promised, else 0", ["task"]);
  const proxy = gauge("petition_proxy_unnamed", "1 where requests come through a proxy that TRUST_PROXY does not name, else 0");
  const braked = gauge(
    "petition_delete_brake",
    "1 while so many are erased that requests only send links (DELETE_BRAKE), else 0",
  );
  const taskFailures = gauge("petition_task_failures", "How often a task has failed since its last success", ["task"]);

  const rowsWaiting = gauge("petition_spreadsheet_waiting", "Rows of the spreadsheet that wait to be written or taken out");
  const lastCopied = gauge("petition_spreadsheet_last_success_seconds", "When the spreadsheet was last written (Unix time)");
  const copyFailures = gauge("petition_spreadsheet_failures", "Failures of the spreadsheet service since the last success");
  const strangers = gauge("petition_spreadsheet_strangers", "Rows of the spreadsheet that look like ours and are not known");

  const logSize = gauge("petition_log_size", "Entries in the public log's published head");
  const logWaiting = gauge("petition_log_waiting", "What is counted or removed and not in the public log yet");
  const published = gauge("petition_log_published_seconds", "When the public log's head was last published (Unix time)");
  const faults = gauge("petition_log_fault", "1 where this process signs nothing of the public log for that reason, else 0", [
    "fault",
  ]);
  const witnessed = gauge("petition_witness_size", "Entries in the head that a witness cosigned last", ["witness"]);

  // Asked for before they are written out: gauges that read for themselves are written side by side, some before they have read.
  return {
    contentType: registry.contentType,
    async read() {
      await look();
      return registry.metrics();
    },
  };

  async function look(): Promise<void> {
    signatures.set((await petition.stats()).signatureCount);
    const [queue] = await db
      .select({
        waiting: sql<string>`count(*) filter (where failed_at is null)`,
        failed: sql<string>`count(*) filter (where failed_at is not null)`,
        held: sql<string>`count(*) filter (where failed_at is null and last_error = ${HELD_BY_CAP})`,
        oldest: sql<string>`coalesce(extract(epoch from now() - min(created_at) filter (where failed_at is null)), 0)`,
      })
      .from(outbox)
      .where(notLike(outbox.kind, ANY_DECOY));
    waiting.set(Number(queue?.waiting ?? 0));
    failed.set(Number(queue?.failed ?? 0));
    held.set(Number(queue?.held ?? 0));
    oldest.set(Number(queue?.oldest ?? 0));
    for (const task of await taskStates()) {
      if (task.lastRunAt !== null) lastRun.set({ task: task.name }, Date.parse(task.lastRunAt) / 1000);
      if (task.figure !== null) figure.set({ task: task.name }, task.figure);
      overdue.set({ task: task.name }, task.overdue ? 1 : 0);
      taskFailures.set({ task: task.name }, task.failures);
    }
    braked.set((await brake.alarm()) ? 1 : 0);
    proxy.set((await proxyWatch.read()) ? 1 : 0);
    const copy = await spreadsheetStateOf(db);
    rowsWaiting.set(copy.waiting);
    if (copy.succeededAt) lastCopied.set(copy.succeededAt.getTime() / 1000);
    copyFailures.set(copy.failures);
    strangers.set(copy.strangers);
    await lookAtLog();
  }

  async function lookAtLog(): Promise<void> {
    const { standing } = await logStanding(tools);
    logSize.set(standing.size);
    logWaiting.set(standing.waiting);
    if (standing.publishedAt !== null) published.set(Date.parse(standing.publishedAt) / 1000);
    for (const fault of FAULTS) faults.set({ fault }, standing.fault === fault ? 1 : 0);
    for (const { name, size } of standing.witnesses) witnessed.set({ witness: name }, size ?? 0);
  }

  function gauge(name: string, help: string, labelNames: string[] = []): Gauge {
    const made = new Gauge({ name, help, labelNames, registers: [] });
    registry.registerMetric(made);
    return made;
  }
}
