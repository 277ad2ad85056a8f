import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { AdminCollection, CollectionChange, CollectionField } from "../../../contract/administration/collection.ts";
import {
  COLLECTION_STATUSES,
  type CollectionStatus,
  confirmableUntil,
  NOTICE_LENGTH_MAX,
  type NoticeTexts as Texts,
} from "../../../petition/collection.ts";
import { LANGUAGES } from "../../../petition/language.ts";
import { Button } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { Field } from "../../design/field.tsx";
import { useTranslations } from "../../translation.tsx";
import { Section, Until, zonedDay, zonedMinute } from "../parts.tsx";
import { POLLED, useAct } from "../server-state.tsx";
import { News } from "./news.tsx";
import { type Faults, faultsIn, NoticeTexts } from "./notice-texts.tsx";
import "./collection.css";

/** `lifetime`: of a confirmation link, in milliseconds. */
export function Collection({ pending, lifetime, isEnded }: { pending: number; lifetime: number; isEnded: boolean }) {
  const t = useTranslations();
  const asked = useQuery<AdminCollection>({ queryKey: ["collection"], ...POLLED });
  const state = asked.data;
  return (
    <div className="admin-view">
      <Section id="collection" title={t("administration-collection.title")} onRefresh={asked.refetch}>
        <Until asked={asked} loading={t("administration-collection.loading")} failed={t("administration-collection.failed")} />
        {state && <State state={state} />}
      </Section>
      {state && !isEnded && <CollectionForm state={state} pending={pending} lifetime={lifetime} />}
      <News />
    </div>
  );
}

const COLOURS = { open: "moss", paused: "brass", closed: "" } as const;

function State({ state: { status, since, day, confirmableUntil } }: { state: AdminCollection }) {
  const t = useTranslations();
  const isOver = confirmableUntil !== null && Date.parse(confirmableUntil) <= Date.now();
  return (
    <div role="status" className="collection-state tab">
      <p>
        <CollectionBadge status={status} />{" "}
        <span>{since && t("administration-collection.since", { time: zonedMinute(since) })}</span>
        {day && status === "paused" && <span>{`, ${t("administration-collection.until", { day: zonedDay(day) })}`}</span>}
        {day && status === "closed" && <span>{`. ${t("administration-collection.closedOn", { day: zonedDay(day) })}`}</span>}
      </p>
      {confirmableUntil && (
        <p className="soft">
          {isOver
            ? t("administration-collection.final")
            : t("administration-collection.grace", { until: zonedMinute(confirmableUntil) })}
        </p>
      )}
    </div>
  );
}

export function CollectionBadge({ status }: { status: CollectionStatus }) {
  const t = useTranslations();
  return <span className={`badge ${COLOURS[status]}`}>{t(`administration-collection.${status}.label`)}</span>;
}

interface Notice {
  day: string;
  texts: Texts;
}
const EMPTY: Notice = { day: "", texts: {} };

/** Chooses status, day and texts. What is typed stays whatever becomes of a call; `state` may change around it. */
function CollectionForm({ state, pending, lifetime }: { state: AdminCollection; pending: number; lifetime: number }) {
  const t = useTranslations();
  const form = useRef<HTMLFormElement>(null);
  const [status, setStatus] = useState(state.status);
  // Apart for each status: the words of a pause do not belong to a closed petition.
  const [drafts, setDrafts] = useState({ open: EMPTY, paused: EMPTY, closed: EMPTY, [state.status]: noticeFrom(state) });
  const [faults, setFaults] = useState<Faults>({});
  const [asked, setAsked] = useState<CollectionChange | null>(null);
  const [isUnchanged, setIsUnchanged] = useState(false);
  const wasRefused = useRef(false);
  // Once the dialog that closes has given the focus back to the button.
  useEffect(() => {
    if (asked || !wasRefused.current) return;
    wasRefused.current = false;
    form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [asked]);
  const kind = asked?.status === state.status ? "same" : (asked?.status ?? "same");
  const { mutate: send, isPending } = useAct(
    (ask, body: CollectionChange) => ask<AdminCollection>("PUT", "collection", { body }),
    {
      done: () => ({ title: t(`administration-collection.${kind}.done`) }),
      failed: { title: t("administration-collection.refused") },
      onDone(kept) {
        setFaults({});
        setDrafts((now) => ({ ...now, [kept.status]: noticeFrom(kept) }));
      },
      onFailed(failure) {
        setFaults(faultsIn(failure));
        wasRefused.current = true;
      },
      onEnd: () => setAsked(null),
    },
  );

  function choose(chosen: CollectionStatus): void {
    setStatus(chosen);
    setFaults({});
    setIsUnchanged(false);
  }

  function edit(change: Partial<Notice>, field: CollectionField): void {
    setDrafts((now) => ({ ...now, [status]: { ...now[status], ...change } }));
    setFaults((known) => ({ ...known, [field]: undefined }));
    setIsUnchanged(false);
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    const { day, texts } = drafts[status];
    const change = { status, day: day || null, texts };
    const same = isSame(change, state);
    setIsUnchanged(same);
    if (!same) setAsked(change);
  }

  return (
    // The browser's own check stays on: it alone knows of a date that was typed in half.
    <form className="collection-form" ref={form} onSubmit={onSubmit}>
      <Statuses chosen={status} onChoose={choose} />
      {status !== "open" && (
        <NoticeFields status={status} notice={drafts[status]} standard={state.standard[status]} faults={faults} onEdit={edit} />
      )}
      <div className="admin-filters">
        <Button type="submit">{t("administration-collection.submit")}</Button>
        <span role="status" className="soft">
          {isUnchanged && t("administration-collection.unchanged")}
        </span>
      </div>
      <CollectionQuestion
        change={asked}
        kind={kind}
        pending={pending}
        lifetime={lifetime}
        sending={isPending}
        onAnswer={(isMeant) => (isMeant && asked ? send(asked) : setAsked(null))}
      />
    </form>
  );
}

function Statuses({ chosen, onChoose }: { chosen: CollectionStatus; onChoose(status: CollectionStatus): void }) {
  const t = useTranslations();
  return (
    <fieldset className="field">
      <legend className="legend">{t("administration-collection.choose")}</legend>
      {COLLECTION_STATUSES.map((one) => (
        <label className="choice" key={one}>
          <input type="radio" name="status" value={one} checked={chosen === one} onChange={() => onChoose(one)} />
          <b>{t(`administration-collection.${one}.label`)}</b>
          <span className="hint">{t(`administration-collection.${one}.hint`)}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface Noticing {
  notice: Notice;
  standard: AdminCollection["standard"]["closed"];
  faults: Faults;
  onEdit(change: Partial<Notice>, field: CollectionField): void;
}

function NoticeFields({ status, notice, standard, faults, onEdit }: Noticing & { status: "paused" | "closed" }) {
  const t = useTranslations();
  return (
    <>
      <Field
        key={status}
        id="collection-day"
        name="day"
        type="date"
        label={t(`administration-collection.${status}.day`)}
        hint={t(`administration-collection.${status}.dayHint`)}
        error={faults.day}
        value={notice.day}
        onChange={({ target }) => onEdit({ day: target.value }, "day")}
      />
      <fieldset>
        <legend className="legend">{t("administration-collection.texts.title")}</legend>
        <p className="hint">{t("administration-collection.texts.hint", { max: NOTICE_LENGTH_MAX })}</p>
        <NoticeTexts
          id="notice"
          texts={notice.texts}
          standard={standard}
          faults={faults}
          onEdit={(texts, field) => onEdit({ texts }, field)}
        />
      </fieldset>
    </>
  );
}

function noticeFrom({ day, texts }: AdminCollection): Notice {
  return { day: day ?? "", texts };
}

function isSame(change: CollectionChange, state: AdminCollection): boolean {
  const isSameText = LANGUAGES.every((one) => (change.texts[one] ?? "") === (state.texts[one] ?? ""));
  return change.status === state.status && change.day === state.day && isSameText;
}

interface Asking {
  change: CollectionChange | null;
  kind: CollectionStatus | "same";
  pending: number;
  lifetime: number;
  sending: boolean;
  onAnswer(isMeant: boolean): void;
}

/** Says what will happen before it does. `kind`: where it leads, or `same` where only the notice changes. */
function CollectionQuestion({ change, kind, pending, lifetime, sending, onAnswer }: Asking) {
  const t = useTranslations();
  const until = zonedMinute(confirmableUntil(new Date(), lifetime));
  return (
    <Dialog open={change !== null} onClose={() => onAnswer(false)} title={t(`administration-collection.${kind}.ask`)}>
      <p>{t(`administration-collection.${kind}.consequence`, { pending, until })}</p>
      <div className="row">
        <Button
          kind={kind === "closed" ? "danger" : "solid"}
          busy={sending}
          busyLabel={t("administration-collection.sending")}
          onClick={() => onAnswer(true)}
        >
          {t(`administration-collection.${kind}.confirm`)}
        </Button>
        <Button kind="quiet" onClick={() => onAnswer(false)}>
          {t("administration.remove.cancel")}
        </Button>
      </div>
    </Dialog>
  );
}
