import { useState } from "react";
import type { AdminSuspicion, Cluster, Quarantine, QuarantineCause } from "../../../contract/suspicion.ts";
import { isLanguage, OWN_NAMES } from "../../../petition/language.ts";
import { Button } from "../../design/button.tsx";
import { useSay } from "../../say.tsx";
import type { Ask } from "../ask.ts";
import { Failed } from "../failed.tsx";
import { deskDay, deskMoment } from "../moment.ts";
import { Section } from "../section.tsx";
import { Table } from "../table.tsx";
import { useAnswer } from "../use-answer.ts";
import { useFocusKept } from "../use-focus-kept.ts";
import { type Move, QuarantineDialog } from "./quarantine-dialog.tsx";

/** Clusters of suspicious signatures, and what was put into quarantine. */
export function Suspicion({
  ask,
  onShow,
  onChanged,
  onLockedOut,
}: {
  ask: Ask;
  /** To the list, narrowed to a cluster. */
  onShow(cluster: string): void;
  /** The figures are out of date. */
  onChanged(): void;
  onLockedOut(): void;
}) {
  const say = useSay();
  const { answer, failed, refresh } = useAnswer<AdminSuspicion>(ask, "suspicion", onLockedOut);
  const { heading, acted } = useFocusKept(answer);
  const [move, setMove] = useState<Move | null>(null);

  function moved(): void {
    acted();
    refresh();
    onChanged();
  }

  return (
    <>
      <div className="desk-mail">
        <Section id="clusters" title={say("suspicion.title")} heading={heading} onRefresh={refresh}>
          <p className="soft">{say("suspicion.lede")}</p>
          {failed && <Failed>{say("suspicion.failed.loading")}</Failed>}
          {!answer && !failed && <p role="status">{say("suspicion.loading")}</p>}
          {answer?.clusters.length === 0 && <p>{say("suspicion.none")}</p>}
          {answer && answer.clusters.length > 0 && <Clusters clusters={answer.clusters} onShow={onShow} onMove={setMove} />}
        </Section>
        {answer && (
          <section aria-labelledby="quarantines">
            <h2 id="quarantines">{say("suspicion.acts.title")}</h2>
            {answer.quarantines.length === 0 ? (
              <p className="soft">{say("suspicion.acts.none")}</p>
            ) : (
              <Acts acts={answer.quarantines} onMove={setMove} />
            )}
          </section>
        )}
      </div>
      <QuarantineDialog ask={ask} move={move} onClose={() => setMove(null)} onMoved={moved} onLockedOut={onLockedOut} />
    </>
  );
}

function Clusters({
  clusters,
  onShow,
  onMove,
}: {
  clusters: Cluster[];
  onShow(cluster: string): void;
  onMove(move: Move): void;
}) {
  const say = useSay();
  return (
    <Table
      label={say("suspicion.table")}
      columns={[
        say("suspicion.column.reason"),
        say("suspicion.column.shared"),
        say("suspicion.column.signatures"),
        say("suspicion.column.last"),
      ]}
      acts
    >
      {clusters.map(({ id, reason, counted, quarantined, requests, lastAt, ...cluster }) => {
        const shared = reason === "confirmed-at-once" && cluster.shared ? deskDay(cluster.shared) : cluster.shared;
        const name = `${say(`suspicion.reason.${reason}`)}${shared ? `, ${shared}` : ""}`;
        return (
          <tr key={id}>
            <th scope="row">{say(`suspicion.reason.${reason}`)}</th>
            <td>{shared ? <bdi className="tab">{shared}</bdi> : <i className="soft">{say("suspicion.sharedGone")}</i>}</td>
            <td className="tab">
              {[
                say("suspicion.counted", { count: counted }),
                quarantined > 0 && say("suspicion.held", { count: quarantined }),
                requests > 0 && say("suspicion.requests", { count: requests }),
              ]
                .filter(Boolean)
                .join(" · ")}
            </td>
            <td className="tab">
              <time dateTime={lastAt}>{deskMoment(lastAt)}</time>
            </td>
            <td>
              <div className="desk-acts">
                {counted + quarantined > 0 && (
                  <Button kind="quiet" aria-label={say("suspicion.showLabel", { name })} onClick={() => onShow(id)}>
                    {say("suspicion.show")}
                  </Button>
                )}
                {counted > 0 && (
                  <Button
                    kind="line"
                    aria-label={say("suspicion.quarantine.label", { name })}
                    onClick={() => onMove({ act: "quarantine", selection: { cluster: id } })}
                  >
                    {say("suspicion.quarantine.short")}
                  </Button>
                )}
              </div>
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

function Acts({ acts, onMove }: { acts: Quarantine[]; onMove(move: Move): void }) {
  const say = useSay();
  return (
    <Table
      label={say("suspicion.acts.table")}
      columns={[say("suspicion.acts.column.at"), say("suspicion.acts.column.cause"), say("suspicion.acts.column.state")]}
      acts
    >
      {acts.map(({ id, madeAt, cause, signatures, held, releasedAt }) => (
        <tr key={id}>
          <th scope="row" className="tab">
            <time dateTime={madeAt}>{deskMoment(madeAt)}</time>
          </th>
          <td>
            <Cause cause={cause} />
          </td>
          <td className="tab">
            {held > 0 || !releasedAt
              ? say("suspicion.acts.held", { held, signatures })
              : say("suspicion.acts.released", { time: deskMoment(releasedAt), signatures })}
          </td>
          <td>
            <div className="desk-acts">
              {held > 0 && (
                <Button
                  kind="line"
                  aria-label={say("suspicion.release.label", { time: deskMoment(madeAt) })}
                  onClick={() => onMove({ act: "release", selection: { quarantine: id } })}
                >
                  {say("suspicion.release.short")}
                </Button>
              )}
            </div>
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Cause({ cause }: { cause: QuarantineCause }) {
  const say = useSay();
  const { reason, single, search, visibility, language, state } = cause;
  const parts = [
    reason && say(`suspicion.reason.${reason}`),
    single && say("suspicion.acts.single"),
    search && say(`suspicion.acts.search.${search}`),
    visibility && say(`desk.list.${visibility}`),
    language && (isLanguage(language) ? OWN_NAMES[language] : language),
    state && say(`suspicion.state.${state}`),
  ];
  return parts.filter(Boolean).join(" · ");
}
