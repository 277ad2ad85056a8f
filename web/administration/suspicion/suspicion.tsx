import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type {
  AdminSuspicion,
  Cluster,
  Moved,
  Quarantine,
  QuarantineCause,
  QuarantinePreview,
  Selection,
} from "../../../contract/administration/signatures.ts";
import type { Translate } from "../../../messages/translate.ts";
import { isLanguage, ownNameOf } from "../../../petition/language.ts";
import { Button } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { useTranslations } from "../../translation.tsx";
import { Moment, Section, useFocusKept, zonedDay, zonedMinute } from "../parts.tsx";
import { named, usePlace } from "../place.ts";
import { useAct } from "../server-state.tsx";
import { Table } from "../table.tsx";
import "./suspicion.css";

export function Suspicion() {
  const t = useTranslations();
  const asked = useQuery<AdminSuspicion>({ queryKey: ["suspicion"] });
  const answer = asked.data;
  const { heading, acted } = useFocusKept(answer);
  const [move, setMove] = useState<Move | null>(null);
  return (
    <>
      <div className="admin-view">
        <Section id="clusters" title={t("suspicion.title")} heading={heading} onRefresh={asked.refetch}>
          <p className="soft">{t("suspicion.lede")}</p>
          {answer?.holds && <p>{t("suspicion.holds")}</p>}
          <Clusters asked={asked} onMove={setMove} />
        </Section>
        {answer && (
          <Section id="quarantines" title={t("suspicion.acts.title")}>
            <Acts acts={answer.quarantines} onMove={setMove} />
          </Section>
        )}
      </div>
      <QuarantineDialog move={move} onClose={() => setMove(null)} onEnd={acted} />
    </>
  );
}

function Clusters({ asked, onMove }: { asked: UseQueryResult<AdminSuspicion>; onMove(move: Move): void }) {
  const t = useTranslations();
  const [, go] = usePlace();
  return (
    <Table
      asked={asked}
      loading={t("suspicion.loading")}
      failed={t("suspicion.failed.loading")}
      empty={t("suspicion.none")}
      label={t("suspicion.table")}
      rows={asked.data?.clusters}
      keyOf={({ id }) => id}
      columns={[
        { name: t("suspicion.column.reason"), isHead: true, cell: ({ reason }) => t(`suspicion.reason.${reason}`) },
        {
          name: t("suspicion.column.shared"),
          cell: (cluster) =>
            cluster.shared ? (
              <bdi className="tab">{sharedIn(cluster)}</bdi>
            ) : (
              <i className="soft">{t("suspicion.sharedGone")}</i>
            ),
        },
        { name: t("suspicion.column.signatures"), look: "time", cell: (cluster) => extentOf(cluster, t) },
        { name: t("suspicion.column.last"), look: "time", cell: ({ lastAt }) => <Moment at={lastAt} /> },
      ]}
      acts={(cluster) => {
        const { id, reason, counted, quarantined } = cluster;
        const name = [t(`suspicion.reason.${reason}`), sharedIn(cluster)].filter(Boolean).join(", ");
        return (
          <>
            {counted + quarantined > 0 && (
              <Button
                kind="quiet"
                aria-label={t("suspicion.showLabel", { name })}
                onClick={() => go({ view: "overview", narrowed: { cluster: id } })}
              >
                {t("suspicion.show")}
              </Button>
            )}
            {counted > 0 && (
              <Button
                kind="line"
                aria-label={t("suspicion.quarantine.label", { name })}
                onClick={() => onMove({ act: "quarantine", selection: { cluster: id } })}
              >
                {t("suspicion.quarantine.short")}
              </Button>
            )}
          </>
        );
      }}
    />
  );
}

function extentOf({ counted, quarantined, requests }: Cluster, t: Translate): string {
  const parts = [
    t("suspicion.counted", { count: counted }),
    quarantined > 0 && t("suspicion.held", { count: quarantined }),
    requests > 0 && t("suspicion.requests", { count: requests }),
  ];
  return parts.filter(Boolean).join(" · ");
}

function sharedIn({ reason, shared }: Cluster): string | null {
  return reason === "confirmed-at-once" && shared ? zonedDay(shared) : shared;
}

function Acts({ acts, onMove }: { acts: Quarantine[]; onMove(move: Move): void }) {
  const t = useTranslations();
  return (
    <Table
      label={t("suspicion.acts.table")}
      empty={t("suspicion.acts.none")}
      rows={acts}
      keyOf={({ id }) => id}
      columns={[
        { name: t("suspicion.acts.column.at"), look: "time", isHead: true, cell: ({ madeAt }) => <Moment at={madeAt} /> },
        { name: t("suspicion.acts.column.cause"), cell: ({ cause }) => causeIn(cause, t) },
        {
          name: t("suspicion.acts.column.state"),
          look: "time",
          cell: ({ held, releasedAt, signatures }) =>
            held > 0 || !releasedAt
              ? t("suspicion.acts.held", { held, signatures })
              : t("suspicion.acts.released", { time: zonedMinute(releasedAt), signatures }),
        },
      ]}
      acts={({ id, madeAt, held }) =>
        held > 0 && (
          <Button
            kind="line"
            aria-label={t("suspicion.release.label", { time: zonedMinute(madeAt) })}
            onClick={() => onMove({ act: "release", selection: { quarantine: id } })}
          >
            {t("suspicion.release.short")}
          </Button>
        )
      }
    />
  );
}

function causeIn(cause: QuarantineCause, t: Translate): string {
  const { reason, automatic, single, search, visibility, language, state } = cause;
  const parts = [
    reason && t(`suspicion.reason.${reason}`),
    automatic && t("suspicion.acts.automatic"),
    single && t("suspicion.acts.single"),
    search && t(`suspicion.acts.search.${search}`),
    visibility && t(`administration.list.${visibility}`),
    language && (isLanguage(language) ? ownNameOf(language) : language),
    state && t(`suspicion.state.${state}`),
  ];
  return parts.filter(Boolean).join(" · ");
}

export interface Move {
  act: "quarantine" | "release";
  selection: Partial<Selection>;
}

/** Says how many a move would take and what becomes of the number, and moves exactly those. */
export function QuarantineDialog({ move, ...on }: { move: Move | null; onClose(): void; onEnd(): void }) {
  const t = useTranslations();
  return (
    <Dialog open={move !== null} onClose={on.onClose} title={t(`suspicion.${move?.act ?? "quarantine"}.title`)}>
      {move && <Preview move={move} {...on} />}
    </Dialog>
  );
}

function Preview({ move: { act, selection }, ...on }: { move: Move; onClose(): void; onEnd(): void }) {
  const t = useTranslations();
  const { data: answer, isError } = useQuery<QuarantinePreview>({
    queryKey: ["quarantine", new URLSearchParams(named(selection)).toString()],
    // Nobody agrees to a number from the last time, nor to one that changes under the hand.
    gcTime: 0,
    staleTime: "static",
  });
  const count = answer && (act === "quarantine" ? answer.counted : answer.quarantined);
  const { mutate: run, isPending } = useAct(
    (ask, expected: number) => ask<Moved>("POST", act, { body: { ...selection, expected } }),
    {
      done: ({ moved }) => ({ title: t(`suspicion.${act}.done`, { count: moved }) }),
      failed: { title: t("suspicion.failed.title") },
      onEnd() {
        on.onClose();
        on.onEnd();
      },
    },
  );

  return (
    <>
      <div role="status">
        {count === undefined && <p>{isError ? t("suspicion.failed.loading") : t("suspicion.counting")}</p>}
        {count === 0 && <p>{t("suspicion.nothing")}</p>}
        {answer && count !== undefined && count > 0 && (
          <>
            <p className="quarantine-question">{t(`suspicion.${act}.question`, { count })}</p>
            <p>
              {t(`suspicion.${act}.consequence`, {
                from: answer.signatureCount,
                to: answer.signatureCount + (act === "quarantine" ? -count : count),
              })}
            </p>
          </>
        )}
      </div>
      <div className="row">
        {count !== undefined && count > 0 && (
          <Button busy={isPending} busyLabel={t("suspicion.sending")} onClick={() => run(count)}>
            {t(`suspicion.${act}.confirm`)}
          </Button>
        )}
        <Button kind="quiet" onClick={on.onClose}>
          {t("suspicion.cancel")}
        </Button>
      </div>
    </>
  );
}
