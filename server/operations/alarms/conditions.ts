/** What is worth telling whoever runs the site: the rules of deploy/watching/alerts.yaml, whose names these have. */
import { DAY, HOUR, MINUTE, type Milliseconds } from "../../../petition/duration.ts";
import type { Reading } from "./reading.ts";

/** Null: it cannot be seen now. */
type IsSo = (now: Reading) => boolean | null;

export interface Condition {
  /** Nobody is pinged meanwhile. */
  urgent: boolean;
  docs: string;
  isSo: IsSo;
  /** Before it is said. */
  holds: Milliseconds;
}

/** Longer than what shares are of, so that one failure in a quiet hour is none. */
const HOLDS = 2.5 * MINUTE;
const RECENT = 2 * MINUTE;
const QUARTER = 15 * MINUTE;
const BREACH = "docs/breach.md#without-undue-delay-the-people-art-34";
const REQUESTS = "petition_http_request_duration_seconds";
const OLDEST = "petition_outbox_oldest_seconds";
const PEOPLES = { kind: /^(?!breach-|alarm-)/ };
const ROBOTS = /-limit$|^captcha-|^honeypot$|^throwaway-domain$/;

const condition =
  (isUrgent: boolean) =>
  (of: string, isSo: IsSo, holds: Milliseconds = HOLDS) => ({
    ...{ urgent: isUrgent, isSo, holds },
    docs: of.includes("#") ? of : `docs/operating/something-is-wrong.md#${of}`,
  });
const urgent = condition(true);
const soon = condition(false);

const above =
  (gauge: string, bound = 0, where?: Record<string, RegExp>) =>
  (now: Reading) => {
    const value = now.most(gauge, where);
    return value === null ? null : value > bound;
  };
const machine = (kind: string) => above("petition_installation_alarm", 0, { kind: new RegExp(`^${kind}$`) });
const refused = (reason: RegExp, within: Milliseconds, bound: number) => (now: Reading) =>
  now.grown("petition_refusals_total", within, { reason }) > bound;
/** Milliseconds since the last success. */
const waits = (waiting: string, succeeded: string, bound: Milliseconds) => (now: Reading) =>
  above(waiting)(now) && now.now.getTime() - 1000 * (now.most(succeeded) ?? 0) > bound;

export const CONDITIONS = {
  "database-away": urgent("the-database-is-away", (now) => now.most("petition_database_reachable") === 0),
  fails: urgent("requests-fail", (now) => {
    const failed = now.grown(`${REQUESTS}_count`, RECENT, { status: /^5xx$/ });
    return failed > 0.01 * now.grown(`${REQUESTS}_count`, RECENT);
  }),
  slow: soon("it-is-slow", (now) => now.late(REQUESTS, 1, RECENT, { route: /^(?!\/api\/admin\/)/ }) > 0.05),
  "event-loop-blocked": soon("it-is-slow", (now) => now.late("petition_event_loop_delay_seconds", 0.25, RECENT) > 0.01),
  "database-crowded": soon("it-is-slow", (now) => now.late("petition_database_wait_duration_seconds", 1, RECENT) > 0.05),
  "error-logged": soon(
    "what-the-log-says",
    (now) => now.grown("petition_log_lines_total", QUARTER, { level: /error|fatal/ }) > 0,
  ),
  "restarts-often": urgent("it-ends-again-and-again", (now) => now.starts > 4),
  "files-run-out": soon("too-many-open-files", (now) => {
    return (now.most("process_open_fds") ?? 0) > 0.8 * (now.most("process_max_fds") ?? 1);
  }),
  "connections-refused": soon("too-many-connections", (now) => now.grown("petition_connections_refused_total", QUARTER) > 0),
  "signatures-fall": urgent("the-number-falls", (now) => {
    const count = now.most("petition_signatures") ?? 0;
    return count < 0.95 * (count - now.grown("petition_signatures", HOUR));
  }),
  "count-differs": urgent("the-number-falls", above("petition_task_figure", 0, { task: /^reconcile$/ })),
  "mails-wait": urgent("e-mails-do-not-go-out", above(OLDEST, 600, PEOPLES)),
  // A process that was just started has not tried: then e-mails that wait decide nothing.
  "mail-server-refuses": urgent("e-mails-do-not-go-out", (now) => {
    return machine("mail")(now) || (above(OLDEST, 600, PEOPLES)(now) ? null : false);
  }),
  "mails-late": soon("e-mails-do-not-go-out", (now) => {
    return now.late("petition_mail_age_seconds", 300, QUARTER, { kind: /^confirmation-email$/ }) > 0.05;
  }),
  "mails-fail": urgent("e-mails-do-not-go-out", (now) => {
    const [failed, all] = [/^failed$/, /^(?:failed|sent)$/].map((outcome) =>
      now.grown("petition_mails_total", HOUR, { outcome }),
    );
    return (failed ?? 0) > Math.max(5, 0.1 * (all ?? 0));
  }),
  "notices-wait": urgent(BREACH, above(OLDEST, DAY / 1000, { kind: /^breach-email$/ })),
  "mails-held": soon("e-mails-are-held-back", above("petition_mail_held")),
  "alarms-wait": soon("an-alarm-does-not-go-out", above(OLDEST, 600, { kind: /^alarm-/ })),
  "task-overdue": urgent("a-task-does-not-run", above("petition_task_overdue")),
  "task-fails": soon("a-task-does-not-run", above("petition_task_failures")),
  "proxy-unnamed": urgent("a-proxy-is-not-named", above("petition_proxy_unnamed")),
  "disk-full": urgent("the-disk-is-full", machine("disk")),
  "keys-readable": urgent("a-key-is-lost-or-stolen", machine("keys")),
  "certificate-ends": soon("the-certificate-ends", machine("certificate")),
  "clock-wrong": soon("clocks-disagree", machine("clock")),
  "backup-old": soon("the-last-backup-is-old", machine("backup")),
  "delete-brake": urgent("the-brake-is-on", above("petition_delete_brake")),
  "peak-mode": soon("peak-mode-stays-on", above("petition_peak_mode"), 30 * MINUTE),
  "log-fault": urgent("nothing-of-the-public-log-is-signed", above("petition_log_fault")),
  "log-stands": urgent(
    "nothing-of-the-public-log-is-signed",
    waits("petition_log_waiting", "petition_log_published_timestamp_seconds", 10 * MINUTE),
  ),
  "witness-behind": soon(
    "a-witness-is-behind",
    (now) => (now.least("petition_witness_size") ?? Number.POSITIVE_INFINITY) < (now.most("petition_log_size") ?? 0),
    HOUR,
  ),
  "spreadsheet-lost": urgent("the-spreadsheet-is-behind", above("petition_spreadsheet_lost")),
  "spreadsheet-waits": soon(
    "the-spreadsheet-is-behind",
    waits("petition_spreadsheet_waiting", "petition_spreadsheet_last_success_timestamp_seconds", HOUR),
  ),
  placeholders: soon("something-is-not-filled-in", above("petition_placeholders")),
  "wrong-keys": soon("somebody-tries-keys", refused(/^wrong-key$/, QUARTER, 20)),
  "many-refusals": soon("many-are-refused", refused(ROBOTS, RECENT, RECENT / 1000)),
  "held-back": soon("somebody-waits-for-you", refused(/^(?:name|signature)-held$/, HOUR, 0)),
} satisfies Record<string, Condition>;

export type ConditionName = keyof typeof CONDITIONS;

export const CONDITION_NAMES = Object.keys(CONDITIONS) as ConditionName[];
