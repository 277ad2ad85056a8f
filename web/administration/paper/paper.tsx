import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { AdminPaper, PaperBatch } from "../../../contract/administration/paper.ts";
import { INVALID_REASONS } from "../../../petition/paper.ts";
import { Button } from "../../design/button.tsx";
import { Paragraph, useFormat, useTranslations } from "../../translation.tsx";
import { Bad, Section, useFocusKept, zonedDay, zonedMinute } from "../parts.tsx";
import { POLLED } from "../server-state.tsx";
import { type Column, Table } from "../table.tsx";
import { LINES, PaperForm, type PaperTask } from "./paper-form.tsx";
import "./paper.css";

export function usePaper() {
  return useQuery<AdminPaper>({ queryKey: ["paper"], ...POLLED });
}

/** Whether the key that asks can enter a count of it now. */
export function isToBeCounted({ open, mayCount, nextFrom }: PaperBatch): boolean {
  return open.length > 0 && mayCount && !isAhead(nextFrom);
}

function isAhead(moment: string | null): moment is string {
  return moment !== null && Date.parse(moment) > Date.now();
}

const ADD: PaperTask = { of: "add", batch: 0 };

export function Paper() {
  const t = useTranslations();
  const asked = usePaper();
  const answer = asked.data;
  const [task, setTask] = useState(ADD);
  /** What came of the last entry, in words. */
  const [done, setDone] = useState<string | null>(null);
  const { heading, acted } = useFocusKept(task, true);
  const outcome = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (done) outcome.current?.focus();
  }, [done]);
  function choose(chosen: PaperTask): void {
    acted();
    setDone(null);
    setTask(chosen);
  }
  function finish(said: string): void {
    setTask(ADD);
    setDone(said);
  }
  return (
    <div className="admin-view">
      <Section id="paper" title={t("administration-paper.title")} onRefresh={asked.refetch}>
        <p className="soft">{t("administration-paper.lede")}</p>
        {answer && <Paragraph className="paper-total" of="administration-paper.total" values={{ paper: answer.paperCount }} />}
        {answer?.isFinal && <p>{t("administration-paper.final")}</p>}
        {/* Below a long list, the form would be far. */}
        {answer && !answer.isFinal && answer.batches.length > 0 && (
          <Button kind="line" onClick={() => choose({ ...ADD })}>
            {t("administration-paper.form.add.title")}
          </Button>
        )}
        <Batches asked={asked} isFinal={answer?.isFinal ?? true} onChoose={choose} />
      </Section>
      {done && (
        <p className="paper-done" ref={outcome} tabIndex={-1}>
          {done}
        </p>
      )}
      {answer?.batches
        .filter(({ open }) => open.length === 2)
        .map((batch) => (
          <Differing key={batch.batch} {...batch} />
        ))}
      {answer && !answer.isFinal && (
        <PaperForm
          // After each entry another one, with nothing typed.
          key={`${task.of} ${task.batch} ${done}`}
          task={task}
          heading={heading}
          onCancel={() => choose(ADD)}
          onDone={finish}
        />
      )}
    </div>
  );
}

interface Listed {
  asked: ReturnType<typeof usePaper>;
  isFinal: boolean;
  onChoose(task: PaperTask): void;
}

function Batches({ asked, isFinal, onChoose }: Listed) {
  const t = useTranslations();
  const format = useFormat();
  const figure = (value: number | undefined) => (value === undefined ? "–" : format.number(value));
  return (
    <Table
      asked={asked}
      loading={t("administration-paper.loading")}
      failed={t("administration-paper.failed")}
      empty={t("administration-paper.none")}
      label={t("administration-paper.table")}
      rows={asked.data?.batches}
      keyOf={({ batch }) => String(batch)}
      isMarked={({ open }) => open.length === 2}
      columns={[
        { name: t("administration-paper.column.batch"), isHead: true, cell: ({ batch }) => batch },
        {
          name: t("administration-paper.column.receivedOn"),
          look: "time",
          cell: ({ receivedOn }) => zonedDay(receivedOn),
        },
        {
          name: t("administration-paper.column.deliveredBy"),
          cell: ({ deliveredBy }) =>
            deliveredBy === null ? (
              <i className="soft">{t("administration-paper.erased")}</i>
            ) : (
              <div className="paper-words" dir="auto">
                {deliveredBy}
              </div>
            ),
        },
        { name: t("administration-paper.column.state"), cell: (batch) => <State {...batch} /> },
        { name: t("administration-paper.column.valid"), look: "number", cell: ({ valid }) => figure(valid) },
        {
          name: t("administration-paper.column.invalid"),
          look: "number",
          cell: ({ invalid }) => figure(invalid && INVALID_REASONS.reduce((sum, reason) => sum + invalid[reason], 0)),
        },
        { name: t("administration-paper.column.countedBy"), cell: (batch) => <CountedBy {...batch} /> },
      ]}
      acts={isFinal ? undefined : (batch) => <Acts batch={batch} onChoose={onChoose} />}
    />
  );
}

const COLOURS = { counting: "brass", disagreed: "madder", counted: "moss", withdrawn: "" } as const;

function State({ state, open, mayCount, nextFrom }: PaperBatch): ReactNode {
  const t = useTranslations();
  const format = useFormat();
  const isChange = state === "counted" || state === "withdrawn";
  return (
    <div className="paper-words">
      {state === "disagreed" ? (
        <Bad>{t("administration-paper.state.disagreed")}</Bad>
      ) : (
        <span className={`badge ${COLOURS[state]}`}>{t(`administration-paper.state.${state}`)}</span>
      )}
      {isChange && open.length > 0 && (
        <span>{t(open.length === 2 ? "administration-paper.differing" : "administration-paper.correcting")}</span>
      )}
      {!mayCount && open.length === 1 && <span>{t("administration-paper.yours")}</span>}
      {isAhead(nextFrom) && (
        <span>{t("administration-paper.wait", { time: format.dateTime(nextFrom, { timeStyle: "medium" }) })}</span>
      )}
    </div>
  );
}

/** Twice the same key is said: then one person may have counted alone. */
function CountedBy({ countedBy = [] }: PaperBatch): ReactNode {
  const t = useTranslations();
  const [first, second] = countedBy;
  const isTwice = first !== undefined && first === second;
  return (
    <div className="paper-words">{isTwice ? t("administration-paper.twice", { key: first }) : countedBy.join(", ") || "–"}</div>
  );
}

function Acts({ batch, onChoose }: { batch: PaperBatch; onChoose: Listed["onChoose"] }): ReactNode {
  const t = useTranslations();
  if (!batch.mayCount || isAhead(batch.nextFrom) || batch.state === "withdrawn") return null;
  const acts = batch.state === "counted" ? (["correct", "withdraw"] as const) : (["count"] as const);
  return acts.map((of) => (
    <Button
      key={of}
      kind="line"
      aria-label={t(`administration-paper.label.${of}`, { batch: batch.batch })}
      onClick={() => onChoose({ of, batch: batch.batch })}
    >
      {t(`administration-paper.act.${of}`)}
    </Button>
  ));
}

/** Two counts that do not agree, side by side. */
function Differing({ batch, open }: PaperBatch) {
  const t = useTranslations();
  const format = useFormat();
  const title = t("administration-paper.differ.title", { batch });
  const rows = LINES.map((line) => {
    const figures = open.map(({ valid, invalid }) => (line === "valid" ? valid : invalid?.[line]) ?? 0);
    return { line, figures, differs: figures[0] !== figures[1] };
  });
  return (
    <Section id={`differing-${batch}`} title={title}>
      <p>{t("administration-paper.differ.text")}</p>
      <Table
        label={title}
        look="counts"
        rows={rows}
        keyOf={({ line }) => line}
        isMarked={({ differs }) => differs}
        columns={[
          {
            name: t("administration-paper.differ.line"),
            isHead: true,
            cell: ({ line }) => t(`administration-paper.line.${line}`),
          },
          ...open.map(({ by, at }, place): Column<(typeof rows)[number]> => {
            const named = { key: by, time: zonedMinute(at) };
            return {
              name: t(place === 0 ? "administration-paper.differ.first" : "administration-paper.differ.second", named),
              look: "number",
              cell: ({ figures }) => format.number(figures[place] ?? 0),
            };
          }),
        ]}
      />
    </Section>
  );
}
