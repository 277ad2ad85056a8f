/** What is said without Prometheus is what its rules would ring for: they cannot drift apart. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { MINUTE } from "../../../petition/duration.ts";
import { clockAt } from "../../testing/clock.ts";
import { NOON } from "../../testing/house.ts";
import { CONDITION_NAMES, CONDITIONS, type ConditionName } from "./conditions.ts";
import { openReadings } from "./reading.ts";

interface Rule {
  alert: string;
  labels: { severity: string };
  annotations: { docs: string };
}
const file = join(import.meta.dirname, "../../../deploy/watching/alerts.yaml");
const { groups } = parse(readFileSync(file, "utf8")) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const nameOf = ({ alert }: Rule) =>
  alert
    .replace("Petition", "")
    .replace(/\B[A-Z]/g, "-$&")
    .toLowerCase();

describe("A condition", () => {
  test("is there for each rule but that of a dead machine, which the missing ping tells, and none besides", () => {
    expect(CONDITION_NAMES).toEqual(rules.map(nameOf).filter((name) => name !== "down"));
  });

  test.each(rules.filter((rule) => nameOf(rule) !== "down"))("$alert is as urgent, and explained in the same place", (rule) => {
    const { urgent, docs } = CONDITIONS[nameOf(rule) as ConditionName];
    expect({ urgent, docs }).toEqual({ urgent: rule.labels.severity === "urgent", docs: rule.annotations.docs });
  });

  test("is said within five minutes, but for two that are no news before", () => {
    const late = CONDITION_NAMES.filter((name) => CONDITIONS[name].holds > 4 * MINUTE);
    expect(late).toEqual(["peak-mode", "witness-behind"]);
  });
});

/** One process's metrics on a bad day. `act` happens between the looks. */
async function holding(begin: (registry: Registry) => () => void): Promise<ConditionName[]> {
  const registry = new Registry();
  const act = begin(registry);
  const [clock, read] = [clockAt(NOON), openReadings()];
  const look = async () => {
    const reading = await read([registry], clock.now(), 1);
    return CONDITION_NAMES.filter((name) => CONDITIONS[name].isSo(reading) === true);
  };
  await look();
  act();
  clock.forward(MINUTE);
  return look();
}

const gauge = (registry: Registry, name: string, labels: Record<string, string>, ...values: number[]) => {
  const made = new Gauge({ name, help: name, labelNames: Object.keys(labels), registers: [registry] });
  const [first = 0, ...then] = values;
  made.set(labels, first);
  return () => void (then[0] !== undefined && made.set(labels, then[0]));
};
const counter = (registry: Registry, name: string, labels: Record<string, string>, times: number) => {
  const made = new Counter({ name, help: name, labelNames: Object.keys(labels), registers: [registry] });
  made.inc(labels, 1000);
  return () => made.inc(labels, times);
};
const histogram = (registry: Registry, name: string, labels: Record<string, string>, value: number) => {
  const buckets = [0.25, 1, 300];
  const made = new Histogram({ name, help: name, labelNames: Object.keys(labels), buckets, registers: [registry] });
  return () => made.observe(labels, value);
};
const OLDEST = "petition_outbox_oldest_seconds";
const NOW = NOON.getTime() / 1000;
const waits = (registry: Registry, waiting: string, succeeded: string, since: number) => {
  gauge(registry, waiting, {}, 1);
  return gauge(registry, succeeded, {}, NOW - since);
};

const DAYS: [ConditionName, (registry: Registry) => () => void][] = [
  ["database-away", (of) => gauge(of, "petition_database_reachable", {}, 0)],
  ["fails", (of) => histogram(of, "petition_http_request_duration_seconds", { route: "/", status: "5xx" }, 0.1)],
  ["slow", (of) => histogram(of, "petition_http_request_duration_seconds", { route: "/", status: "2xx" }, 2)],
  ["event-loop-blocked", (of) => histogram(of, "petition_event_loop_delay_seconds", {}, 0.5)],
  ["database-crowded", (of) => histogram(of, "petition_database_wait_duration_seconds", {}, 2)],
  ["error-logged", (of) => counter(of, "petition_log_lines_total", { level: "error" }, 1)],
  ["connections-refused", (of) => counter(of, "petition_connections_refused_total", {}, 1)],
  ["signatures-fall", (of) => gauge(of, "petition_signatures", {}, 1000, 940)],
  ["count-differs", (of) => gauge(of, "petition_task_figure", { task: "reconcile" }, 1)],
  ["mails-wait", (of) => gauge(of, OLDEST, { kind: "confirmation-email" }, 601)],
  ["mail-server-refuses", (of) => gauge(of, "petition_installation_alarm", { kind: "mail" }, 1)],
  ["mails-late", (of) => histogram(of, "petition_mail_age_seconds", { kind: "confirmation-email" }, 400)],
  ["mails-fail", (of) => counter(of, "petition_mails_total", { outcome: "failed" }, 6)],
  ["notices-wait", (of) => gauge(of, OLDEST, { kind: "breach-email" }, 90_000)],
  ["mails-held", (of) => gauge(of, "petition_mail_held", {}, 1)],
  ["alarms-wait", (of) => gauge(of, OLDEST, { kind: "alarm-mail" }, 601)],
  ["task-overdue", (of) => gauge(of, "petition_task_overdue", { task: "sweep" }, 1)],
  ["task-fails", (of) => gauge(of, "petition_task_failures", { task: "sweep" }, 1)],
  ["proxy-unnamed", (of) => gauge(of, "petition_proxy_unnamed", {}, 1)],
  ["disk-full", (of) => gauge(of, "petition_installation_alarm", { kind: "disk" }, 1)],
  ["keys-readable", (of) => gauge(of, "petition_installation_alarm", { kind: "keys" }, 1)],
  ["certificate-ends", (of) => gauge(of, "petition_installation_alarm", { kind: "certificate" }, 1)],
  ["clock-wrong", (of) => gauge(of, "petition_installation_alarm", { kind: "clock" }, 1)],
  ["backup-old", (of) => gauge(of, "petition_installation_alarm", { kind: "backup" }, 1)],
  ["delete-brake", (of) => gauge(of, "petition_delete_brake", {}, 1)],
  ["peak-mode", (of) => gauge(of, "petition_peak_mode", {}, 1)],
  ["log-fault", (of) => gauge(of, "petition_log_fault", { fault: "another-key" }, 1)],
  ["log-stands", (of) => waits(of, "petition_log_waiting", "petition_log_published_timestamp_seconds", 601)],
  [
    "witness-behind",
    (of) => {
      gauge(of, "petition_log_size", {}, 10);
      return gauge(of, "petition_witness_size", { witness: "w" }, 9);
    },
  ],
  ["spreadsheet-lost", (of) => gauge(of, "petition_spreadsheet_lost", {}, 1)],
  [
    "spreadsheet-waits",
    (of) => waits(of, "petition_spreadsheet_waiting", "petition_spreadsheet_last_success_timestamp_seconds", 3601),
  ],
  ["placeholders", (of) => gauge(of, "petition_placeholders", {}, 1)],
  ["wrong-keys", (of) => counter(of, "petition_refusals_total", { reason: "wrong-key" }, 21)],
  ["many-refusals", (of) => counter(of, "petition_refusals_total", { reason: "captcha-wrong" }, 121)],
  ["held-back", (of) => counter(of, "petition_refusals_total", { reason: "name-held" }, 1)],
];

describe("The metrics of a bad day", () => {
  test.each(DAYS)("%s, and that alone", async (name, begin) => {
    expect(await holding(begin)).toEqual([name]);
  });

  test("each is tried but those of files and starts, which the process's own metrics do not show here", () => {
    const untried = CONDITION_NAMES.filter((name) => !DAYS.some(([tried]) => tried === name));
    expect(untried).toEqual(["restarts-often", "files-run-out"]);
  });

  test("are none on a good one", async () => {
    expect(
      await holding((of) => histogram(of, "petition_http_request_duration_seconds", { route: "/", status: "2xx" }, 0.1)),
    ).toEqual([]);
  });
});
