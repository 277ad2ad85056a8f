import { type ComponentType, lazy, Suspense, useCallback, useState } from "react";
import type { AdminOperations } from "../../contract/administration/operations.ts";
import type { AdminStats, SignatureFilter } from "../../contract/administration/signatures.ts";
import { Button } from "../design/button.tsx";
import { Mark } from "../frame/mark.tsx";
import { MAIN } from "../frame/use-focus-on-new-page.ts";
import { useFormat, useTranslations } from "../translation.tsx";
import { type Ask, UNAUTHORIZED } from "./ask.ts";
import { Audit } from "./audit/audit.tsx";
import { Collection, CollectionBadge } from "./collection/collection.tsx";
import { Failed } from "./failed.tsx";
import { Mail } from "./mail/mail.tsx";
import { Operations, ProxyAlarm } from "./operations.tsx";
import { Overview } from "./signatures/overview.tsx";
import { ALL } from "./signatures/use-signatures.ts";
import { Suspicion } from "./suspicion/suspicion.tsx";
import { POLL_EVERY, usePolled } from "./use-polled.ts";
import "./administration.css";

/** The chart library is fetched by whoever looks at charts. */
const Charts = lazy(async () => {
  try {
    return { default: (await import("./charts/charts.tsx")).Charts };
  } catch {
    return { default: NoCharts };
  }
});

function NoCharts() {
  return <Failed>{useTranslations()("administration.charts.failed")}</Failed>;
}

interface Entrance {
  ask: Ask;
  given: AdminStats;
  /** Back to the login, with the reason if there is one. */
  onLeave(reason: string | null): void;
}

export type AdministrationComponent = ComponentType<Entrance>;

/** Loaded once the key is known to be right: no visitor ever fetches it. */
export function Administration({ ask, given, onLeave }: Entrance) {
  const t = useTranslations();
  const onLockedOut = useCallback(() => onLeave(UNAUTHORIZED), [onLeave]);
  const [looked, lookNow] = usePolled<AdminStats>(ask, "stats", given, onLockedOut);
  const [operations, lookAtOperations] = usePolled<AdminOperations | null>(ask, "operations", null, onLockedOut);
  const [view, setView] = useState<View>("overview");
  const [wasAtCollection, setWasAtCollection] = useState(false);
  if (view === "collection" && !wasAtCollection) setWasAtCollection(true);
  const [narrowed, setNarrowed] = useState<SignatureFilter>(ALL);

  function choose(chosen: View, filter = ALL): void {
    setNarrowed(filter);
    setView(chosen);
  }

  return (
    <div className="admin">
      <header className="admin-top">
        <div className="wrap">
          <Mark />
          <span className="soft">{t("login.title")}</span>
          {looked.answer.collection !== "open" && <CollectionBadge status={looked.answer.collection} />}
          <Freshness at={looked.at} failed={looked.failed} />
          <Button kind="line" onClick={() => onLeave(null)}>
            {t("administration.logout")}
          </Button>
        </div>
      </header>
      <main id={MAIN} className="wrap" tabIndex={-1}>
        <h1 className="visually-hidden">{t("login.title")}</h1>
        <ProxyAlarm proxy={operations.answer?.unnamedProxy ?? null} />
        <Views chosen={view} onChoose={choose} />
        {view === "overview" && (
          <Overview
            ask={ask}
            stats={looked.answer}
            tasks={operations.answer?.tasks ?? []}
            given={narrowed}
            onChanged={lookNow}
            onLockedOut={onLockedOut}
          />
        )}
        {view === "charts" && (
          <Suspense fallback={<p role="status">{t("administration.charts.loading")}</p>}>
            <Charts ask={ask} onLockedOut={onLockedOut} />
          </Suspense>
        )}
        {view === "suspicion" && (
          <Suspicion
            ask={ask}
            onShow={(cluster) => choose("overview", { ...ALL, cluster })}
            onChanged={lookNow}
            onLockedOut={onLockedOut}
          />
        )}
        {view === "mail" && <Mail ask={ask} onLockedOut={onLockedOut} />}
        {(view === "collection" || wasAtCollection) && (
          // Stays there, hidden: seven texts may stand in it that are not sent yet.
          <div hidden={view !== "collection"}>
            <Collection
              ask={ask}
              pending={looked.answer.pendingCount}
              lifetime={looked.answer.confirmationLifetime}
              onChanged={lookNow}
              onLockedOut={onLockedOut}
            />
          </div>
        )}
        {view === "operations" && <Operations looked={operations} onRefresh={lookAtOperations} />}
        {view === "audit" && <Audit ask={ask} onLockedOut={onLockedOut} />}
      </main>
    </div>
  );
}

const VIEWS = ["overview", "charts", "suspicion", "mail", "collection", "operations", "audit"] as const;
type View = (typeof VIEWS)[number];

function Views({ chosen, onChoose }: { chosen: View; onChoose(view: View): void }) {
  const t = useTranslations();
  return (
    <nav className="admin-views" aria-label={t("administration.nav.label")}>
      {VIEWS.map((view) => (
        <button type="button" key={view} aria-current={view === chosen ? "page" : undefined} onClick={() => onChoose(view)}>
          {t(`administration.nav.${view}`)}
        </button>
      ))}
    </nav>
  );
}

function Freshness({ at, failed }: { at: Date; failed: boolean }) {
  const t = useTranslations();
  const format = useFormat();
  const time = format.dateTime(at, { timeStyle: "medium" });
  return (
    <span className={failed ? "status bad" : "status"} role={failed ? "alert" : undefined}>
      <i aria-hidden="true" />
      {failed ? t("administration.status.failed") : t("administration.status.fresh", { time, seconds: POLL_EVERY / 1000 })}
    </span>
  );
}
