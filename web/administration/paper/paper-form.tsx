import { type FormEvent, type Ref, useEffect, useRef, useState } from "react";
import type {
  PaperAdded,
  PaperConflict,
  PaperCorrectionRequest,
  PaperCountRequest,
  PaperDecided,
  PaperField,
  PaperRefused,
  PaperRequest,
} from "../../../contract/administration/paper.ts";
import { dayOfMoment } from "../../../petition/calendar.ts";
import { DELIVERER_LENGTH_MAX, INVALID_REASONS, REASON_LENGTH_MAX } from "../../../petition/paper.ts";
import { answerIn, sentenceOf } from "../../call.ts";
import { Button } from "../../design/button.tsx";
import { faultsIn } from "../../design/error-summary.tsx";
import { Field } from "../../design/field.tsx";
import { useTranslations } from "../../translation.tsx";
import { Section, Warning } from "../parts.tsx";
import { useAct } from "../server-state.tsx";

/** `batch` is 0 before it has a number. */
export interface PaperTask {
  of: "add" | "count" | "correct" | "withdraw";
  batch: number;
}

export const LINES = ["valid", ...INVALID_REASONS] as const;
type Typed = Partial<Record<PaperField, string>>;

interface Forming {
  task: PaperTask;
  heading: Ref<HTMLHeadingElement>;
  /** `said`: what came of it. */
  onDone(said: string): void;
  onCancel(): void;
}

/** One form for a batch, a count, a correction and a withdrawal. */
export function PaperForm({ task, heading, onDone, onCancel }: Forming) {
  const t = useTranslations();
  const { of, batch } = task;
  const { form, fieldFor, sum, refusal, isPending, onSubmit, ...again } = usePaperForm(task, onDone);
  return (
    <Section id="paper-form" title={t(`administration-paper.form.${of}.title`, { batch })} heading={heading}>
      {/* The browser's own check stays on: it alone knows of a date that was typed in half. */}
      <form className="paper-form" ref={form} onSubmit={onSubmit}>
        <p className="soft">{t(`administration-paper.form.${of}.hint`)}</p>
        {of === "add" && (
          <>
            <Field {...fieldFor("receivedOn")} type="date" required label={t("administration-paper.form.receivedOn")} />
            <Field
              {...fieldFor("deliveredBy")}
              label={t("administration-paper.form.deliveredBy")}
              hint={t("administration-paper.form.deliveredByHint", { max: DELIVERER_LENGTH_MAX })}
            />
          </>
        )}
        {of !== "withdraw" && (
          <fieldset>
            <legend className="legend">{t("administration-paper.form.lines")}</legend>
            <p className="hint">{t("administration-paper.form.linesHint")}</p>
            <div className="paper-lines">
              {LINES.map((line) => (
                <Field
                  key={line}
                  {...fieldFor(fieldOf(line))}
                  inputMode="numeric"
                  label={t(`administration-paper.line.${line}`)}
                />
              ))}
            </div>
            <output className="tab">{t("administration-paper.form.sum", { sum })}</output>
          </fieldset>
        )}
        {(of === "correct" || of === "withdraw") && (
          <Field
            {...fieldFor("reason")}
            label={t("administration-paper.form.reason")}
            hint={t("administration-paper.form.reasonHint", { max: REASON_LENGTH_MAX })}
          />
        )}
        {refusal?.message && <Warning>{refusal.message}</Warning>}
        {refusal?.code === "already-there" && (
          <label className="choice">
            <input
              type="checkbox"
              checked={again.isAnother}
              onChange={({ target }) => again.setIsAnother(target.checked)}
              data-first
            />
            <b>{t("administration-paper.form.another")}</b>
          </label>
        )}
        <div className="admin-filters">
          <Button
            type="submit"
            kind={of === "withdraw" ? "danger" : "solid"}
            busy={isPending}
            busyLabel={t("administration-paper.form.sending")}
          >
            {t(`administration-paper.form.${of}.submit`)}
          </Button>
          {of !== "add" && (
            <Button kind="quiet" onClick={onCancel}>
              {t("administration-paper.form.cancel")}
            </Button>
          )}
        </div>
      </form>
    </Section>
  );
}

/** What is typed stays whatever becomes of a call. */
function usePaperForm({ of, batch }: PaperTask, onDone: Forming["onDone"]) {
  const t = useTranslations();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<Typed>(() => ({ receivedOn: dayOfMoment(new Date()) }));
  const [faults, setFaults] = useState<Typed>({});
  const [refusal, setRefusal] = useState<Partial<PaperConflict> | null>(null);
  const [isAnother, setIsAnother] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something else is found wrong
  useEffect(() => {
    form.current?.querySelector<HTMLElement>("[aria-invalid], [data-first]")?.focus();
  }, [faults, refusal]);
  const path = of === "add" ? "paper" : `paper/${batch}/${of === "count" ? "counts" : "corrections"}`;
  const sayDone = (answer: PaperAdded | PaperDecided) =>
    "batch" in answer
      ? t("administration-paper.done.added", { ...answer })
      : t(`administration-paper.done.${answer.outcome}`, { batch, paper: answer.paperCount });
  const { mutate: send, isPending } = useAct<Body, PaperAdded | PaperDecided>((ask, body) => ask("POST", path, { body }), {
    failed: { title: t("administration-paper.form.refused") },
    onDone: (answer) => onDone(sayDone(answer)),
    onFailed(failure) {
      const { errors, code } = answerIn(failure) as Partial<PaperRefused & PaperConflict>;
      setRefusal(errors ? null : { message: sentenceOf(failure) ?? undefined, code });
      setFaults(faultsIn(PLACES, errors ?? []));
    },
  });

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (isPending) return;
    const found = of === "withdraw" ? {} : faultsOfDigits(typed, t("administration-paper.form.digits"));
    setRefusal(null);
    setFaults(found);
    if (Object.keys(found).length === 0) send(bodyOf(of, typed, isAnother));
  }

  const fieldFor = (field: PaperField) => ({
    id: PLACES[field],
    name: field,
    error: faults[field],
    value: typed[field] ?? "",
    autoComplete: "off",
    onChange: ({ target }: { target: HTMLInputElement }) => setTyped((now) => ({ ...now, [field]: target.value })),
  });
  const sum = LINES.reduce((all, line) => all + (Number(typed[fieldOf(line)]) || 0), 0);
  return { form, fieldFor, sum, refusal, isPending, onSubmit, isAnother, setIsAnother };
}

type Body = PaperRequest | PaperCountRequest | PaperCorrectionRequest;

function bodyOf(of: PaperTask["of"], typed: Typed, another: boolean): Body {
  const { receivedOn = "", deliveredBy = "", reason = "" } = typed;
  const withdrawn = of === "withdraw";
  const figure = (line: (typeof LINES)[number]) => (withdrawn ? 0 : Number(typed[fieldOf(line)] ?? 0));
  const invalid = Object.fromEntries(INVALID_REASONS.map((one) => [one, figure(one)])) as PaperCountRequest["invalid"];
  const figures = { valid: figure("valid"), invalid };
  if (of === "add") return { receivedOn, deliveredBy, ...figures, another };
  return of === "count" ? figures : { ...figures, withdrawn, reason };
}

function fieldOf(line: (typeof LINES)[number]): PaperField {
  return line === "valid" ? line : `invalid.${line}`;
}

const FIELDS = [...LINES.map(fieldOf), "receivedOn", "deliveredBy", "reason"] as PaperField[];
/** The ids of the fields. */
const PLACES = Object.fromEntries(FIELDS.map((field) => [field, `paper-${field}`])) as Record<PaperField, string>;

/** An empty field means none, but the valid lines have to be typed. */
function faultsOfDigits(typed: Typed, fault: string): Typed {
  const wrong = LINES.map(fieldOf).filter((field) => !/^\s*\d+\s*$/.test(typed[field] || (field === "valid" ? "" : "0")));
  return Object.fromEntries(wrong.map((field) => [field, fault]));
}
