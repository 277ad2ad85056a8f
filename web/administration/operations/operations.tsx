import type { ReactNode } from "react";
import type { LogStanding } from "../../../contract/administration/commands.ts";
import type { LogIns, SpreadsheetCopy, TaskState } from "../../../contract/administration/operations.ts";
import type { Translate } from "../../../messages/translate.ts";
import { Fact } from "../../frame/fact.tsx";
import { useFormat, useTranslations } from "../../translation.tsx";
import { Bad, Moment, Section, Warning, zonedMinute } from "../parts.tsx";
import { Table } from "../table.tsx";
import { useOperations } from "./alarms.tsx";
import "./operations.css";

export function Operations() {
  const t = useTranslations();
  const asked = useOperations();
  const answer = asked.data;
  return (
    <div className="admin-view">
      {answer?.attack && (
        <Warning>
          <b>{t("administration.attack.title")}</b> <span>{t("administration.attack.meaning", { ...answer.attack })}</span>
        </Warning>
      )}
      <Section id="tasks" title={t("administration.operations.title")} onRefresh={asked.refetch}>
        <Table
          asked={asked}
          loading={t("administration.operations.loading")}
          failed={t("administration.operations.failedLoading")}
          label={t("administration.operations.table")}
          rows={answer?.tasks}
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
      </Section>
      {answer && <Spreadsheet copy={answer.spreadsheet} />}
      {answer && <PublicLog log={answer.log} />}
      {answer && <LastLogIns logIns={answer.logIns} />}
    </div>
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
      {overdue && <Bad>{t("administration.operations.overdue")}</Bad>}
      {failures > 0 && <Bad code={lastError}>{t("administration.operations.failing", { count: failures })}</Bad>}
      {running && <span>{t("administration.operations.running", { time: zonedMinute(running.since) })}</span>}
      {!overdue && failures === 0 && !running && <span>{t("administration.operations.onTime")}</span>}
    </div>
  );
}

function Spreadsheet({ copy }: { copy: SpreadsheetCopy | null }) {
  const t = useTranslations();
  return (
    <Section id="spreadsheet" title={t("administration.operations.spreadsheet.title")}>
      {copy ? <Copy {...copy} /> : <p className="soft">{t("administration.operations.spreadsheet.off")}</p>}
    </Section>
  );
}

function Copy({ waiting, succeededAt, failedAt, lastError, failures, strangers, lost }: SpreadsheetCopy) {
  const t = useTranslations();
  const format = useFormat();
  const never = t("administration.operations.spreadsheet.never");
  return (
    <dl className="findings wide">
      <Fact name={t("administration.operations.spreadsheet.waiting")}>
        {t("administration.operations.spreadsheet.rows", { count: waiting })}
      </Fact>
      <Fact name={t("administration.operations.spreadsheet.succeeded")}>
        {succeededAt ? <Moment at={succeededAt} /> : never}
      </Fact>
      <Fact name={t("administration.operations.spreadsheet.failed")}>
        {failedAt ? <Moment at={failedAt} /> : <span>{never}</span>}
        {lastError && <code>{lastError}</code>}
      </Fact>
      {failures > 0 && (
        <Fact name={t("administration.operations.spreadsheet.failures")}>
          <Bad>{format.number(failures)}</Bad>
        </Fact>
      )}
      <Fact name={t("administration.operations.spreadsheet.strangers")}>{format.number(strangers)}</Fact>
      {lost > 0 && (
        <Fact name={t("administration.operations.spreadsheet.lost")}>
          <Bad>{format.number(lost)}</Bad> <span>{t("administration.operations.spreadsheet.lostTodo")}</span>
        </Fact>
      )}
    </dl>
  );
}

function PublicLog({ log }: { log: LogStanding | null }) {
  const t = useTranslations();
  return (
    <Section id="public-log" title={t("administration-log.title")}>
      {log ? <Standing {...log} /> : <p className="soft">{t("administration-log.none")}</p>}
    </Section>
  );
}

function Standing({ size, count, publishedAt, waiting, fault, witnesses }: LogStanding) {
  const t = useTranslations();
  const format = useFormat();
  return (
    <>
      <dl className="findings wide">
        <Fact name={t("administration-log.size")}>{t("administration-log.entries", { size, count })}</Fact>
        <Fact name={t("administration-log.published")}>
          <LastSeen at={publishedAt} />
        </Fact>
        <Fact name={t("administration-log.waiting")}>{format.number(waiting)}</Fact>
        <Fact name={t("administration-log.signing")}>
          {fault ? <Bad code={fault}>{t("administration-log.silent")}</Bad> : t("administration-log.signs")}
        </Fact>
      </dl>
      <h3>{t("administration-log.witnesses.title")}</h3>
      <Table
        label={t("administration-log.witnesses.label")}
        empty={t("administration-log.witnesses.none")}
        rows={witnesses}
        keyOf={({ name }) => name}
        isMarked={({ fault }) => fault !== null}
        columns={[
          { name: t("administration-log.witnesses.name"), isHead: true, cell: ({ name }) => <bdi>{name}</bdi> },
          { name: t("administration-log.witnesses.seen"), cell: ({ size: seen }) => seenOf(seen, size, t) },
          { name: t("administration-log.witnesses.at"), look: "time", cell: ({ at }) => <LastSeen at={at} /> },
          { name: t("administration-log.witnesses.answer"), cell: (witness) => lastAnswerOf(witness, t) },
        ]}
      />
    </>
  );
}

function seenOf(seen: number | null, size: number, t: Translate): string {
  if (seen === null) return "–";
  if (seen >= size) return t("administration-log.witnesses.current");
  return t("administration-log.witnesses.behind", { count: size - seen });
}

function lastAnswerOf({ fault, at }: LogStanding["witnesses"][number], t: Translate): ReactNode {
  if (fault !== null) return <Bad code={fault} />;
  return at === null ? "–" : t("administration-log.witnesses.answered");
}

function LastSeen({ at }: { at: string | null }) {
  const t = useTranslations();
  return at === null ? <span>{t("administration-log.never")}</span> : <Moment at={at} />;
}

function LastLogIns({ logIns: { recent, failed } }: { logIns: LogIns }) {
  const t = useTranslations();
  return (
    <Section id="log-ins" title={t("administration.operations.logIns.title")}>
      <p className="soft">{t("administration.operations.logIns.lede")}</p>
      <dl className="findings wide">
        {recent.map(({ at, isFromHere, source }) => (
          <Fact key={`${at} ${source}`} name={<Moment at={at} />}>
            {isFromHere
              ? t("administration.operations.logIns.here")
              : t("administration.operations.logIns.elsewhere", { source })}
          </Fact>
        ))}
        <Fact name={t("administration.operations.logIns.failed")}>
          <span>{t("administration.operations.logIns.count", { count: failed.count })}</span>{" "}
          {failed.lastAt && <Moment at={failed.lastAt} />}
        </Fact>
      </dl>
    </Section>
  );
}
