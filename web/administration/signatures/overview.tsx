import { useState } from "react";
import type {
  AdminAnswer,
  AdminSignature,
  AdminSignatureList,
  AdminStats,
  SignatureFilter,
} from "../../../contract/administration/signatures.ts";
import type { Translate } from "../../../messages/translate.ts";
import { ADMIN_PAGE_SIZE, COUNTED_MAX } from "../../../petition/search.ts";
import { Button } from "../../design/button.tsx";
import { useTranslations } from "../../translation.tsx";
import { Failed } from "../failed.tsx";
import { zonedSecond } from "../moment.ts";
import { InstallationAlarms } from "../operations/installation.tsx";
import { PlaceholderNotice, TaskAlarm } from "../operations/operations.tsx";
import { Pager } from "../pager.tsx";
import { Section } from "../section.tsx";
import { useAct } from "../server-state.tsx";
import { type Move, QuarantineDialog } from "../suspicion/quarantine-dialog.tsx";
import { TimePager } from "../time-pager.tsx";
import { useFocusKept } from "../use-focus-kept.ts";
import { ExportButton } from "./export-button.tsx";
import { Figures } from "./figures.tsx";
import { Recent } from "./recent.tsx";
import { Removal } from "./removal.tsx";
import { SignatureSearch } from "./signature-search.tsx";
import { SignatureTable } from "./signature-table.tsx";
import { ToDo } from "./to-do.tsx";
import { type SignaturesSteered, useSignatures } from "./use-signatures.ts";

/** Figures, the newest, and all signatures to search and to delete from. */
export function Overview({ stats }: { stats: AdminStats }) {
  return (
    <>
      <TaskAlarm />
      <InstallationAlarms />
      <PlaceholderNotice />
      {stats.ending.endedAt === null && <ToDo stats={stats} />}
      <Figures stats={stats} />
      <div className="admin-grid">
        <Signatures namesOnHold={stats.namesOnHold} isEnded={stats.ending.endedAt !== null} />
        {stats.ending.endedAt === null && <Recent signatures={stats.recentSignatures} />}
      </div>
    </>
  );
}

function Signatures({ namesOnHold, isEnded }: Pick<AdminStats, "namesOnHold"> & { isEnded: boolean }) {
  const t = useTranslations();
  const shown = useSignatures();
  const { list, state } = shown;
  const { heading, acted } = useFocusKept(list);
  const [chosen, setChosen] = useState<AdminSignature | null>(null);
  const [move, setMove] = useState<Move | null>(null);
  const { mutate: hideName } = useAct(
    (ask, { id, hidden }: { id: string; hidden: boolean }) =>
      ask<AdminAnswer>("POST", `signatures/${id}/name`, { body: { hidden } }),
    { done: ({ message }) => ({ title: message }), failed: { title: t("suspicion.failed.title") }, onEnd: acted },
  );
  const { mutate: grantObjection } = useAct(
    (ask, { id }: AdminSignature) => ask<AdminAnswer>("POST", `signatures/${id}/objection`),
    { done: ({ message }) => ({ title: message }), failed: { title: t("suspicion.failed.title") }, onEnd: acted },
  );

  return (
    <Section id="all" title={t("administration.list.title")} heading={heading} beside={<ExportButton />}>
      <SignatureSearch filter={shown.filter} onFilter={shown.setFilter} />
      {namesOnHold > 0 && state !== "failed" && (
        <p className="narrowed">
          <b>{t("suspicion.name.onHold", { count: namesOnHold })}</b>
          <Button kind="quiet" onClick={() => shown.setFilter({ ...NO_FILTER, state: "name-on-hold" })}>
            {t("suspicion.name.lookAt")}
          </Button>
        </p>
      )}
      <Found shown={shown} isEnded={isEnded} onMove={setMove} />
      {state === "failed" && <Failed>{shown.reason}</Failed>}
      {list && (list.total > 0 || shown.pages === null) && (
        <>
          <SignatureTable
            signatures={list.signatures}
            chosen={chosen?.id ?? null}
            onRemove={setChosen}
            onMove={({ id, quarantined }) =>
              setMove({ act: quarantined ? "release" : "quarantine", selection: { signature: id } })
            }
            onHideName={({ id }, hidden) => hideName({ id, hidden })}
            onObject={grantObjection}
          />
          {shown.pages === null ? (
            <TimePager
              label={t("administration.pages.label")}
              page={shown.page}
              isLast={list.next === null}
              onNewer={shown.newer}
              onOlder={shown.older}
            />
          ) : (
            <Pager page={shown.page} pages={shown.pages} size={ADMIN_PAGE_SIZE} onPage={shown.setPage} />
          )}
        </>
      )}
      <QuarantineDialog move={move} onClose={() => setMove(null)} onEnd={acted} />
      <Removal signature={chosen} onClose={() => setChosen(null)} onEnd={acted} />
    </Section>
  );
}

function totalOf(t: Translate, { total, totalIsExact }: AdminSignatureList): string {
  if (totalIsExact) return t("administration.list.total", { total });
  if (total > COUNTED_MAX) return t("administration.list.moreThan", { total: COUNTED_MAX });
  return t("administration.list.atLeast", { total });
}

const NO_FILTER: SignatureFilter = { search: "", visibility: null, language: null, state: null, cluster: null };

/** How many there are, and what can be done with all of them at once. */
function Found({ shown, isEnded, onMove }: { shown: SignaturesSteered; isEnded: boolean; onMove(move: Move): void }) {
  const t = useTranslations();
  const { list, state, filter, isNarrowed } = shown;
  const found = list?.total ?? 0;
  const act = filter.state === "quarantined" ? "release" : "quarantine";
  const none = isEnded ? "administration.list.ended" : isNarrowed ? "administration.list.none" : "administration.recent.empty";
  const said = [
    state === "loading" && t("administration.list.loading"),
    state === "fresh" && list && found > 0 && totalOf(t, list),
    state === "fresh" && list?.searchedTo && t("administration.pages.searched", { time: zonedSecond(list.searchedTo) }),
    state === "fresh" && found === 0 && !list?.searchedTo && t(none),
  ];
  return (
    <>
      <p className="found soft tab" role="status">
        {said.filter(Boolean).join(" ")}
      </p>
      {isNarrowed && found > 0 && state === "fresh" && (
        <p className="narrowed">
          <Button kind="quiet" onClick={() => onMove({ act, selection: filter })}>
            {t(`suspicion.${act}.all`)}
          </Button>
          {filter.cluster && (
            <Button kind="quiet" onClick={() => shown.setFilter({ ...filter, cluster: null })}>
              {t("suspicion.wholeList")}
            </Button>
          )}
        </p>
      )}
    </>
  );
}
