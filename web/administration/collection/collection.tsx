import type { AdminCollection } from "../../../contract/collection.ts";
import type { CollectionStatus } from "../../../petition/collection.ts";
import { useTranslations } from "../../translation.tsx";
import type { Ask } from "../ask.ts";
import { Failed } from "../failed.tsx";
import { deskDay, deskMoment } from "../moment.ts";
import { Section } from "../section.tsx";
import { usePolled } from "../use-polled.ts";
import { CollectionForm } from "./collection-form.tsx";

/** Whether signatures are collected, and the form that pauses, closes and reopens. */
export function Collection({
  ask,
  pending,
  lifetime,
  onChanged,
  onLockedOut,
}: {
  ask: Ask;
  /** How many signatures wait to be confirmed. */
  pending: number;
  /** Of a confirmation link; milliseconds. */
  lifetime: number;
  onChanged(): void;
  onLockedOut(): void;
}) {
  const t = useTranslations();
  const [looked, refresh] = usePolled<AdminCollection | null>(ask, "collection", null, onLockedOut);
  const { answer, failed } = looked;

  function changed(): void {
    refresh();
    onChanged();
  }

  return (
    <div className="desk-mail">
      <Section id="collection" title={t("desk-collection.title")} onRefresh={refresh}>
        {failed && <Failed>{t("desk-collection.failed")}</Failed>}
        {answer ? <State state={answer} /> : !failed && <p role="status">{t("desk-collection.loading")}</p>}
      </Section>
      {answer && (
        <CollectionForm
          ask={ask}
          state={answer}
          pending={pending}
          lifetime={lifetime}
          onChanged={changed}
          onLockedOut={onLockedOut}
        />
      )}
    </div>
  );
}

const COLOURS = { open: "moss", paused: "brass", closed: "" } as const;

function State({ state: { status, since, day, confirmableUntil } }: { state: AdminCollection }) {
  const t = useTranslations();
  const isOver = confirmableUntil !== null && Date.parse(confirmableUntil) <= Date.now();
  return (
    <div role="status" className="tab">
      <p>
        <CollectionBadge status={status} /> {since && t("desk-collection.since", { time: deskMoment(since) })}
        {day && status === "paused" && <>, {t("desk-collection.until", { day: deskDay(day) })}</>}
        {day && status === "closed" && <>. {t("desk-collection.closedOn", { day: deskDay(day) })}</>}
      </p>
      {confirmableUntil && (
        <p className="soft mt-1 max-w-none">
          {isOver ? t("desk-collection.final") : t("desk-collection.grace", { until: deskMoment(confirmableUntil) })}
        </p>
      )}
    </div>
  );
}

/** Open, paused or closed. */
export function CollectionBadge({ status }: { status: CollectionStatus }) {
  const t = useTranslations();
  return <span className={`badge ${COLOURS[status]}`}>{t(`desk-collection.${status}.label`)}</span>;
}
