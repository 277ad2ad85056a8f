import type { AdminCollection } from "../../contract/collection.ts";
import { Button } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { useSay } from "../say.tsx";
import type { Ask } from "./ask.ts";
import { CollectionForm } from "./collection-form.tsx";
import { deskDay, deskMoment } from "./moment.ts";
import { usePolled } from "./use-polled.ts";

/** Whether signatures are collected, and the form that pauses, closes and reopens. */
export function Collection({
  ask,
  pending,
  lifetime,
  onLockedOut,
}: {
  ask: Ask;
  /** How many signatures wait to be confirmed. */
  pending: number;
  /** Of a confirmation link; milliseconds. */
  lifetime: number;
  onLockedOut(): void;
}) {
  const say = useSay();
  const [looked, refresh] = usePolled<AdminCollection | null>(ask, "collection", null, onLockedOut);
  const { answer, failed } = looked;
  return (
    <div className="desk-mail">
      <section aria-labelledby="collection">
        <div className="desk-head">
          <h2 id="collection">{say("desk-collection.title")}</h2>
          <Button kind="line" onClick={refresh}>
            {say("desk.charts.refresh")}
          </Button>
        </div>
        {failed && (
          <p className="failed" role="alert">
            <Icon name="warning" /> {say("desk-collection.failed")}
          </p>
        )}
        {answer ? <State state={answer} /> : !failed && <p role="status">{say("desk-collection.loading")}</p>}
      </section>
      {answer && (
        <CollectionForm
          ask={ask}
          state={answer}
          pending={pending}
          lifetime={lifetime}
          onChanged={refresh}
          onLockedOut={onLockedOut}
        />
      )}
    </div>
  );
}

const COLOURS = { open: "moss", paused: "brass", closed: "" } as const;

function State({ state: { status, since, day, confirmableUntil } }: { state: AdminCollection }) {
  const say = useSay();
  const isOver = confirmableUntil !== null && Date.parse(confirmableUntil) <= Date.now();
  return (
    <div role="status" className="tab">
      <p>
        <span className={`badge ${COLOURS[status]}`}>{say(`desk-collection.${status}.label`)}</span>{" "}
        {since && say("desk-collection.since", { time: deskMoment(since) })}
        {day && status === "paused" && <>, {say("desk-collection.until", { day: deskDay(day) })}</>}
        {day && status === "closed" && <>. {say("desk-collection.closedOn", { day: deskDay(day) })}</>}
      </p>
      {confirmableUntil && (
        <p className="soft mt-1 max-w-none">
          {isOver ? say("desk-collection.final") : say("desk-collection.grace", { until: deskMoment(confirmableUntil) })}
        </p>
      )}
    </div>
  );
}
