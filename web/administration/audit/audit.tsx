import { useEffect, useRef } from "react";
import { TOMBSTONE_LIFETIME } from "../../../petition/erasure.ts";
import { Button } from "../../design/button.tsx";
import { Kept, useTranslations } from "../../translation.tsx";
import { Failed } from "../failed.tsx";
import { zonedSecond } from "../moment.ts";
import { TimePager } from "../time-pager.tsx";
import { AuditFilters } from "./audit-filters.tsx";
import { AuditTable } from "./audit-table.tsx";
import { NO_FILTER, useAudit } from "./use-audit.ts";
import "./audit.css";

const TOMBSTONE_DAYS = TOMBSTONE_LIFETIME / (24 * 60 * 60_000);

/** Who did what when, the newest first. */
export function Audit() {
  const t = useTranslations();
  const audit = useAudit();
  const { shown, filter, state } = audit;
  const heading = useRef<HTMLHeadingElement>(null);
  const turned = useRef(false);
  // The buttons stand below the table, whose beginning is what one turned the page for.
  useEffect(() => {
    if (!turned.current || !shown) return;
    turned.current = false;
    heading.current?.focus();
  }, [shown]);

  function turn(to: () => void): void {
    turned.current = true;
    to();
  }

  const entries = shown?.answer.entries ?? [];
  const searchedTo = shown?.answer.searchedTo;
  const found = [
    state === "loading" && t("audit.loading"),
    state === "fresh" && shown && entries.length === 0 && t("audit.none"),
    state === "fresh" && shown && entries.length > 0 && t("audit.shown", { count: entries.length, page: shown.page }),
    state === "fresh" && searchedTo && t("administration.pages.searched", { time: zonedSecond(searchedTo) }),
  ];
  return (
    <section className="admin-audit" aria-labelledby="audit">
      <div className="admin-head">
        <h2 id="audit" tabIndex={-1} ref={heading}>
          {t("audit.title")}
        </h2>
        <Button kind="line" onClick={audit.refresh}>
          {t("administration.charts.refresh")}
        </Button>
      </div>
      <p className="soft audit-hint">
        <Kept>{t("audit.hint", { days: TOMBSTONE_DAYS })}</Kept>
      </p>
      <AuditFilters filter={filter} onFilter={audit.setFilter} />
      <p className="found soft tab" role="status">
        {found.filter(Boolean).join(" · ")}
      </p>
      {state === "failed" && <Failed>{audit.reasonOr(t("audit.failed"))}</Failed>}
      {entries.length > 0 && <AuditTable entries={entries} onAbout={(about) => audit.setFilter({ ...NO_FILTER, about })} />}
      {shown && (
        <TimePager
          label={t("audit.pages")}
          page={shown.page}
          isLast={shown.answer.next === null}
          onNewer={() => turn(audit.newer)}
          onOlder={() => turn(audit.older)}
        />
      )}
    </section>
  );
}
