import type { LogIns, SpreadsheetCopy, TaskState } from "../../../contract/administration/operations.ts";
import type { Translate } from "../../../messages/translate.ts";
import { Icon } from "../../design/icon.tsx";
import { Kept, Text, useFormat, useTranslations } from "../../translation.tsx";
import { Failed } from "../failed.tsx";
import { zonedMinute } from "../moment.ts";
import { Section } from "../section.tsx";
import { Table } from "../table.tsx";
import { PublicLog } from "./public-log.tsx";
import { useOperations } from "./use-operations.ts";

/** What happens by the clock, and whether it does; how the copy in the spreadsheet stands. */
export function Operations() {
  const t = useTranslations();
  const { data: answer, isError, refetch } = useOperations();
  return (
    <div className="admin-mail">
      {answer?.rush && <Rush {...answer.rush} />}
      <Section id="tasks" title={t("administration.operations.title")} onRefresh={refetch}>
        {isError && <Failed>{t("administration.operations.failedLoading")}</Failed>}
        {answer ? <Tasks tasks={answer.tasks} /> : !isError && <p role="status">{t("administration.operations.loading")}</p>}
      </Section>
      {answer && (
        <section aria-labelledby="spreadsheet">
          <h2 id="spreadsheet">{t("administration.operations.spreadsheet.title")}</h2>
          {answer.spreadsheet ? (
            <Spreadsheet copy={answer.spreadsheet} />
          ) : (
            <p className="soft">{t("administration.operations.spreadsheet.off")}</p>
          )}
        </section>
      )}
      {answer && <PublicLog log={answer.log} />}
      {answer && <LastLogIns logIns={answer.logIns} />}
    </div>
  );
}

/** Said wherever the administrator looks first; nothing while all is well. */
export function TaskAlarm() {
  const tasks = useOperations().data?.tasks ?? [];
  return (
    <div role="alert">
      <Alarm t="administration.operations.alarm" about={tasks.filter(({ overdue }) => overdue)} />
      <Alarm t="administration.operations.failingAlarm" about={tasks.filter(({ failures }) => failures > 0)} />
    </div>
  );
}

/** Stands above everything: as long as it is true, strangers can lock all visitors out without meaning to. */
export function ProxyAlarm() {
  const t = useTranslations();
  const proxy = useOperations().data?.unnamedProxy;
  if (!proxy) return null;
  const seen = { requests: proxy.requests, since: zonedMinute(proxy.since), last: zonedMinute(proxy.lastAt) };
  return (
    <div className="failed proxy-alarm">
      <Icon name="warning" />
      <div>
        <p>
          {/* The figures change every half minute: they are not read out again. */}
          <b role="alert">{t("administration.proxy.title")}</b> <span>{t("administration.proxy.seen", seen)}</span>
        </p>
        <p>{t("administration.proxy.todo")}</p>
        <p>{t("administration.proxy.else")}</p>
      </div>
    </div>
  );
}

/** What would be untrue or missing if the site went public as it is. */
export function PlaceholderNotice() {
  const t = useTranslations();
  const fields = useOperations().data?.placeholders ?? [];
  if (fields.length === 0) return null;
  return (
    <section className="placeholders" aria-labelledby="placeholders">
      <p>
        <b id="placeholders">{t("administration.placeholders.title")}</b>{" "}
        <Kept>{t("administration.placeholders.found", { count: fields.length })}</Kept>
      </p>
      <ul>
        {fields.map((field) => (
          <li key={field}>
            <code>{field}</code>
          </li>
        ))}
      </ul>
      <p>
        <Text of="administration.placeholders.todo" tags={{ code: (inner) => <code>{inner}</code> }} />
      </p>
    </section>
  );
}

/** What people asked for is not done as pages used to say, until this is over. */
export function BrakeAlarm() {
  const t = useTranslations();
  const brake = useOperations().data?.deleteBrake;
  if (!brake) return null;
  return (
    <div className="failed proxy-alarm">
      <Icon name="warning" />
      <div>
        <p>
          <b role="alert">{t("administration.brake.title")}</b> <span>{t("administration.brake.seen", { ...brake })}</span>
        </p>
        <p>
          <Kept>{t("administration.brake.meaning")}</Kept>
        </p>
      </div>
    </div>
  );
}

/** Nothing to do: it is said so that nobody wonders. */
function Rush({ level, most }: { level: number; most: number }) {
  const t = useTranslations();
  return (
    <p className="failed overdue">
      <Icon name="warning" />
      <span>
        <b>{t("administration.rush.title")}</b> <span>{t("administration.rush.meaning", { level, most })}</span>
      </span>
    </p>
  );
}

/** Mostly nothing to do: it is said so that nobody wonders about pages that follow late. */
export function PeakAlarm() {
  const t = useTranslations();
  const peak = useOperations().data?.peak;
  if (!peak) return null;
  return (
    <div className="failed proxy-alarm">
      <Icon name="warning" />
      <div>
        <p>
          <b role="alert">{t("administration.peak.title")}</b>{" "}
          <span>{t(`administration.peak.cause.${peak.cause}`, { since: zonedMinute(peak.since) })}</span>
        </p>
        <p>
          <Kept>{t("administration.peak.meaning")}</Kept>
        </p>
      </div>
    </div>
  );
}

function Alarm({
  t: key,
  about,
}: {
  t: "administration.operations.alarm" | "administration.operations.failingAlarm";
  about: TaskState[];
}) {
  const t = useTranslations();
  if (about.length === 0) return null;
  return (
    <p className="failed overdue">
      <Icon name="warning" />
      <span>
        <span>{t(key, { count: about.length })}</span>{" "}
        <span>{about.map(({ name }) => t(`administration.operations.task.${name}`)).join(" · ")}</span>
      </span>
    </p>
  );
}

function Tasks({ tasks }: { tasks: TaskState[] }) {
  const t = useTranslations();
  return (
    <Table
      label={t("administration.operations.table")}
      rows={tasks}
      keyOf={({ name }) => name}
      isMarked={({ overdue, failures }) => overdue || failures > 0}
      columns={[
        {
          name: t("administration.operations.column.task"),
          isHead: true,
          cell: ({ name }) => <span className="task">{t(`administration.operations.task.${name}`)}</span>,
        },
        { name: t("administration.operations.column.state"), cell: (task) => <State task={task} /> },
        {
          name: t("administration.operations.column.last"),
          look: "time",
          cell: ({ lastRunAt }) => (lastRunAt ? <Moment at={lastRunAt} /> : t("administration.operations.never")),
        },
        { name: t("administration.operations.column.figure"), look: "time", cell: (task) => figureOf(task, t) },
        {
          name: t("administration.operations.column.next"),
          look: "time",
          cell: ({ nextAt, running }) => (nextAt && !running ? <Moment at={nextAt} /> : "–"),
        },
      ]}
    />
  );
}

function figureOf({ name, running, figure }: TaskState, t: Translate): string {
  if (running) return t("administration.operations.soFar", { count: running.done });
  return figure === null ? "–" : t(`administration.operations.figure.${name}`, { count: figure });
}

function State({ task: { overdue, failures, lastError, running } }: { task: TaskState }) {
  const t = useTranslations();
  return (
    <div className="task-state">
      {overdue && (
        <span className="badge madder">
          <Icon name="warning" /> {t("administration.operations.overdue")}
        </span>
      )}
      {failures > 0 && (
        <span className="badge madder">
          <Icon name="warning" /> <span>{t("administration.operations.failing", { count: failures })}</span>{" "}
          {lastError && <code>{lastError}</code>}
        </span>
      )}
      {running && <span>{t("administration.operations.running", { time: zonedMinute(running.since) })}</span>}
      {!overdue && failures === 0 && !running && <span>{t("administration.operations.onTime")}</span>}
    </div>
  );
}

function Spreadsheet({ copy }: { copy: SpreadsheetCopy }) {
  const t = useTranslations();
  const format = useFormat();
  const { waiting, succeededAt, failedAt, lastError, failures, strangers, lost } = copy;
  const never = t("administration.operations.spreadsheet.never");
  return (
    <dl className="findings wide">
      <div>
        <dt>{t("administration.operations.spreadsheet.waiting")}</dt>
        <dd>{t("administration.operations.spreadsheet.rows", { count: waiting })}</dd>
      </div>
      <div>
        <dt>{t("administration.operations.spreadsheet.succeeded")}</dt>
        <dd>{succeededAt ? <Moment at={succeededAt} /> : never}</dd>
      </div>
      <div>
        <dt>{t("administration.operations.spreadsheet.failed")}</dt>
        <dd>
          {failedAt ? <Moment at={failedAt} /> : <span>{never}</span>}
          {lastError && <code>{lastError}</code>}
        </dd>
      </div>
      {failures > 0 && (
        <div>
          <dt>{t("administration.operations.spreadsheet.failures")}</dt>
          <dd>
            <span className="badge madder">
              <Icon name="warning" /> <span>{format.number(failures)}</span>
            </span>
          </dd>
        </div>
      )}
      <div>
        <dt>{t("administration.operations.spreadsheet.strangers")}</dt>
        <dd>{format.number(strangers)}</dd>
      </div>
      {lost > 0 && (
        <div>
          <dt>{t("administration.operations.spreadsheet.lost")}</dt>
          <dd>
            <span className="badge madder">
              <Icon name="warning" /> <span>{format.number(lost)}</span>
            </span>{" "}
            <span>{t("administration.operations.spreadsheet.lostTodo")}</span>
          </dd>
        </div>
      )}
    </dl>
  );
}

function LastLogIns({ logIns: { recent, failed } }: { logIns: LogIns }) {
  const t = useTranslations();
  return (
    <section aria-labelledby="log-ins">
      <h2 id="log-ins">{t("administration.operations.logIns.title")}</h2>
      <p className="soft">{t("administration.operations.logIns.lede")}</p>
      <dl className="findings wide">
        {recent.map(({ at, isFromHere, source }) => (
          <div key={`${at} ${source}`}>
            <dt>
              <Moment at={at} />
            </dt>
            <dd>
              {isFromHere
                ? t("administration.operations.logIns.here")
                : t("administration.operations.logIns.elsewhere", { source })}
            </dd>
          </div>
        ))}
        <div>
          <dt>{t("administration.operations.logIns.failed")}</dt>
          <dd>
            <span>{t("administration.operations.logIns.count", { count: failed.count })}</span>{" "}
            {failed.lastAt && <Moment at={failed.lastAt} />}
          </dd>
        </div>
      </dl>
    </section>
  );
}

function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{zonedMinute(at)}</time>;
}
