import type { AdminOperations, TaskName, TaskState } from "../../../contract/administration/operations.ts";
import { InstallationAlarms } from "../../administration/operations/installation.tsx";
import {
  BrakeAlarm,
  Operations,
  PeakAlarm,
  PlaceholderNotice,
  ProxyAlarm,
  TaskAlarm,
} from "../../administration/operations/operations.tsx";
import { LogAlarm } from "../../administration/operations/public-log.tsx";
import { Desk } from "../desk.tsx";
import { NOW } from "../people.ts";
import type { ActedState, Entry } from "../state.ts";

const task = (name: TaskName, given: Partial<TaskState> = {}): TaskState => ({
  ...{ name, lastRunAt: NOW, figure: 12, every: 300_000, nextAt: NOW },
  ...{ running: null, failures: 0, lastError: null, overdue: false, ...given },
});

const WELL: AdminOperations = {
  tasks: [task("sweep"), task("reconcile", { running: { since: NOW, done: 12_000 } }), task("purge-unconfirmed")],
  spreadsheet: null,
  unnamedProxy: null,
  deleteBrake: null,
  rush: null,
  peak: null,
  placeholders: [],
  installation: [],
  held: { waiting: 0, overdue: 0 },
  logIns: { recent: [{ at: NOW, isFromHere: true, source: "1a2b3c4d" }], failed: { count: 0, lastAt: null } },
  log: { size: 12_440, count: 12_431, publishedAt: NOW, waiting: 3, fault: null, witnesses: [] },
};

const ILL: AdminOperations = {
  tasks: [task("sweep", { overdue: true }), task("reconcile", { failures: 3, lastError: "57014" })],
  spreadsheet: { waiting: 120, succeededAt: NOW, failedAt: NOW, lastError: "403", failures: 7, strangers: 2, lost: 1 },
  unnamedProxy: { since: NOW, lastAt: NOW, requests: 1_234 },
  deleteBrake: { erased: 1_200, most: 1_000 },
  rush: { level: 1, most: 2 },
  peak: { since: NOW, cause: "queue" },
  placeholders: ["organisation.vatId", "donations.url"],
  installation: [
    { kind: "certificate", days: 3 },
    { kind: "clock", seconds: -90 },
    { kind: "disk", free: 120, needed: 1_000 },
    { kind: "keys", files: ["admin-key", "secret-key"] },
    { kind: "backup", at: null },
    { kind: "mail", since: NOW, code: "ESOCKET CERT_HAS_EXPIRED" },
  ],
  held: { waiting: 0, overdue: 0 },
  logIns: { recent: [{ at: NOW, isFromHere: false, source: "1a2b3c4d" }], failed: { count: 321, lastAt: NOW } },
  log: {
    ...{ size: 12_440, count: 12_431, publishedAt: NOW, waiting: 900, fault: "contradiction" },
    witnesses: [{ name: "witness.example", size: 12_000, at: NOW, fault: "timeout" }],
  },
};

const Alarms = () => (
  <Desk>
    <ProxyAlarm />
    <BrakeAlarm />
    <PeakAlarm />
    <LogAlarm />
    <TaskAlarm />
    <InstallationAlarms />
    <PlaceholderNotice />
  </Desk>
);

const Whole = () => (
  <Desk>
    <Operations />
  </Desk>
);

const saying = (Show: ActedState["Show"], answer: AdminOperations | Error): ActedState => ({
  Show,
  answers: { "/api/admin/operations": answer },
});

export default {
  place: "desk",
  states: {
    loading: Whole,
    failed: saying(Whole, new TypeError("Failed to fetch")),
    "all is well": saying(Whole, WELL),
    "nothing is well": saying(Whole, ILL),
    "no alarm": saying(Alarms, WELL),
    "every alarm": saying(Alarms, ILL),
  },
} satisfies Entry;
