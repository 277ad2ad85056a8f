import { useRef, useState } from "react";
import type { AdminSignature, AdminStats, TaskState } from "../../contract/administration.ts";
import { ADMIN_PAGE_SIZE } from "../../petition/search.ts";
import { Icon } from "../design/icon.tsx";
import { useSay } from "../say.tsx";
import type { Ask } from "./ask.ts";
import { ExportButton } from "./export-button.tsx";
import { Figures } from "./figures.tsx";
import { OverdueAlarm } from "./operations.tsx";
import { Pager } from "./pager.tsx";
import { Recent } from "./recent.tsx";
import { Removal } from "./removal.tsx";
import { SignatureSearch, SignatureTable } from "./signature-table.tsx";
import { useSignatures } from "./use-signatures.ts";

/** Figures, the newest, and all signatures to search and to delete from. */
export function Overview({
  ask,
  stats,
  tasks,
  onChanged,
  onLockedOut,
}: {
  ask: Ask;
  stats: AdminStats;
  /** What happens by the clock; empty until it is known. */
  tasks: TaskState[];
  /** The figures are out of date. */
  onChanged(): void;
  onLockedOut(): void;
}) {
  const say = useSay();
  const shown = useSignatures(ask, onLockedOut);
  const heading = useRef<HTMLHeadingElement>(null);
  const [chosen, setChosen] = useState<AdminSignature | null>(null);

  function removed(): void {
    shown.refresh();
    onChanged();
    // The button that opened the dialog goes with its row.
    requestAnimationFrame(() => heading.current?.focus());
  }

  const { list, state } = shown;
  return (
    <>
      <OverdueAlarm tasks={tasks} />
      <Figures stats={stats} />
      <div className="desk-grid">
        <section aria-labelledby="all">
          <div className="desk-head">
            <h2 id="all" tabIndex={-1} ref={heading}>
              {say("desk.list.title")}
            </h2>
            <ExportButton ask={ask} onLockedOut={onLockedOut} />
          </div>
          <SignatureSearch filter={shown.filter} onFilter={shown.setFilter} />
          <p className="found soft tab" role="status">
            {state === "loading" && say("desk.list.loading")}
            {state === "fresh" && list && say(list.total === 0 ? "desk.list.none" : "desk.list.total", { total: list.total })}
          </p>
          {state === "failed" && (
            <p className="failed" role="alert">
              <Icon name="warning" /> {shown.reason}
            </p>
          )}
          {list && list.total > 0 && (
            <>
              <SignatureTable signatures={list.signatures} chosen={chosen?.id ?? null} onRemove={setChosen} />
              <Pager page={shown.page} pages={shown.pages} size={ADMIN_PAGE_SIZE} onPage={shown.setPage} />
            </>
          )}
        </section>
        <Recent signatures={stats.recentSignatures} />
      </div>
      <Removal ask={ask} signature={chosen} onClose={() => setChosen(null)} onRemoved={removed} onLockedOut={onLockedOut} />
    </>
  );
}
