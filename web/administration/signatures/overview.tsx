import { useState } from "react";
import type { AdminAnswer } from "../../../contract/administration/answer.ts";
import type { TaskState } from "../../../contract/administration/operations.ts";
import type { AdminSignature, AdminStats, SignatureFilter } from "../../../contract/administration/signatures.ts";
import { ADMIN_PAGE_SIZE } from "../../../petition/search.ts";
import { sentenceOf } from "../../call.ts";
import { Button } from "../../design/button.tsx";
import { useToast } from "../../design/toast.tsx";
import { useTranslations } from "../../translation.tsx";
import { type Ask, isLockedOut } from "../ask.ts";
import { Failed } from "../failed.tsx";
import { TaskAlarm } from "../operations.tsx";
import { Pager } from "../pager.tsx";
import { Section } from "../section.tsx";
import { type Move, QuarantineDialog } from "../suspicion/quarantine-dialog.tsx";
import { useFocusKept } from "../use-focus-kept.ts";
import { ExportButton } from "./export-button.tsx";
import { Figures } from "./figures.tsx";
import { Recent } from "./recent.tsx";
import { Removal } from "./removal.tsx";
import { SignatureSearch } from "./signature-search.tsx";
import { SignatureTable } from "./signature-table.tsx";
import { ALL, useSignatures } from "./use-signatures.ts";

/** Figures, the newest, and all signatures to search and to delete from. */
export function Overview({
  ask,
  stats,
  tasks,
  given,
  onChanged,
  onLockedOut,
}: {
  ask: Ask;
  stats: AdminStats;
  /** What happens by the clock; empty until it is known. */
  tasks: TaskState[];
  /** What the list is narrowed to at first. */
  given: SignatureFilter;
  /** The figures are out of date. */
  onChanged(): void;
  onLockedOut(): void;
}) {
  const t = useTranslations();
  const toast = useToast();
  const shown = useSignatures(ask, given, onLockedOut);
  const { heading, acted } = useFocusKept(shown.list);
  const [chosen, setChosen] = useState<AdminSignature | null>(null);
  const [move, setMove] = useState<Move | null>(null);

  function changed(): void {
    acted();
    shown.refresh();
    onChanged();
  }

  function removed(): void {
    changed();
    // The button that opened the dialog goes with its row.
    requestAnimationFrame(() => heading.current?.focus());
  }

  async function hideName({ id, nameHidden }: AdminSignature): Promise<void> {
    try {
      const { message } = await ask<AdminAnswer>("POST", `signatures/${id}/name`, { body: { hidden: !nameHidden } });
      toast({ title: message });
    } catch (failure) {
      if (isLockedOut(failure)) return onLockedOut();
      toast({ kind: "failed", title: t("suspicion.failed.title"), text: sentenceOf(failure) ?? undefined });
    }
    changed();
  }

  const { list, state, filter } = shown;
  const isNarrowed = JSON.stringify(filter) !== JSON.stringify(ALL);
  const found = list?.total ?? 0;
  const act = filter.state === "quarantined" ? "release" : "quarantine";
  return (
    <>
      <TaskAlarm tasks={tasks} />
      <Figures stats={stats} />
      <div className="admin-grid">
        <Section
          id="all"
          title={t("administration.list.title")}
          heading={heading}
          beside={<ExportButton ask={ask} onLockedOut={onLockedOut} />}
        >
          <SignatureSearch filter={shown.filter} onFilter={shown.setFilter} />
          <p className="found soft tab" role="status">
            {state === "loading" && t("administration.list.loading")}
            {state === "fresh" && found > 0 && t("administration.list.total", { total: found })}
            {state === "fresh" && found === 0 && t(isNarrowed ? "administration.list.none" : "administration.recent.empty")}
          </p>
          {isNarrowed && found > 0 && state === "fresh" && (
            <p className="narrowed">
              <Button kind="quiet" onClick={() => setMove({ act, selection: filter })}>
                {t(`suspicion.${act}.all`)}
              </Button>
              {filter.cluster && (
                <Button kind="quiet" onClick={() => shown.setFilter({ ...filter, cluster: null })}>
                  {t("suspicion.wholeList")}
                </Button>
              )}
            </p>
          )}
          {state === "failed" && <Failed>{shown.reason}</Failed>}
          {list && found > 0 && (
            <>
              <SignatureTable
                signatures={list.signatures}
                chosen={chosen?.id ?? null}
                onRemove={setChosen}
                onMove={({ id, quarantined }) =>
                  setMove({ act: quarantined ? "release" : "quarantine", selection: { signature: id } })
                }
                onHideName={hideName}
              />
              <Pager page={shown.page} pages={shown.pages} size={ADMIN_PAGE_SIZE} onPage={shown.setPage} />
            </>
          )}
        </Section>
        <Recent signatures={stats.recentSignatures} />
      </div>
      <QuarantineDialog ask={ask} move={move} onClose={() => setMove(null)} onMoved={changed} onLockedOut={onLockedOut} />
      <Removal ask={ask} signature={chosen} onClose={() => setChosen(null)} onRemoved={removed} onLockedOut={onLockedOut} />
    </>
  );
}
