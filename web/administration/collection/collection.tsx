import { useQuery } from "@tanstack/react-query";
import type { AdminCollection } from "../../../contract/administration/collection.ts";
import type { CollectionStatus } from "../../../petition/collection.ts";
import { useTranslations } from "../../translation.tsx";
import { zonedDay, zonedMinute } from "../moment.ts";
import { Section, Until } from "../parts.tsx";
import { POLLED } from "../server-state.tsx";
import { CollectionForm } from "./collection-form.tsx";

/** Whether signatures are collected, and the form that pauses, closes and reopens. */
export function Collection({
  pending,
  lifetime,
  isEnded,
}: {
  /** How many signatures wait to be confirmed. */
  pending: number;
  /** Of a confirmation link; milliseconds. */
  lifetime: number;
  /** Then nothing can be paused or opened any more. */
  isEnded: boolean;
}) {
  const t = useTranslations();
  const asked = useQuery<AdminCollection>({ queryKey: ["collection"], ...POLLED });
  const state = asked.data;
  return (
    <div className="admin-mail">
      <Section id="collection" title={t("administration-collection.title")} onRefresh={asked.refetch}>
        <Until asked={asked} loading={t("administration-collection.loading")} failed={t("administration-collection.failed")} />
        {state && <State state={state} />}
      </Section>
      {state && !isEnded && <CollectionForm state={state} pending={pending} lifetime={lifetime} />}
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
