// Before what its parts add to it.
import "./administration.css";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { EndingState } from "../../contract/administration/commands.ts";
import type { AdminStats } from "../../contract/administration/signatures.ts";
import { Button } from "../design/button.tsx";
import { MAIN } from "../frame/main.ts";
import { Mark } from "../frame/mark.tsx";
import { useFormat, useTranslations } from "../translation.tsx";
import { type Entrance, UNAUTHORIZED } from "./ask.ts";
import { Audit } from "./audit/audit.tsx";
import { Collection, CollectionBadge } from "./collection/collection.tsx";
import { Mail } from "./mail/mail.tsx";
import { Alarms } from "./operations/alarms.tsx";
import { Operations } from "./operations/operations.tsx";
import { Paper } from "./paper/paper.tsx";
import { Failed, PlaceLink, zonedDay, zonedMinute } from "./parts.tsx";
import { usePlace, VIEWS, type View } from "./place.ts";
import { POLL_EVERY, POLLED, ServerState } from "./server-state.tsx";
import { Overview } from "./signatures/overview.tsx";
import { Suspicion } from "./suspicion/suspicion.tsx";

/** The chart library is fetched by whoever looks at charts. */
const Charts = lazy(async () => {
  try {
    return { default: (await import("./charts/charts.tsx")).Charts };
  } catch {
    return { default: () => <Failed>{useTranslations()("administration.charts.failed")}</Failed> };
  }
});

/** Loaded once the key is known to be right: no visitor ever fetches it. */
export function Administration({ ask, given, onLeave }: Entrance) {
  return (
    <ServerState ask={ask} onLockedOut={() => onLeave(UNAUTHORIZED)}>
      <Screen given={given} onLogout={() => onLeave(null)} />
    </ServerState>
  );
}

function Screen({ given, onLogout }: { given: AdminStats; onLogout(): void }) {
  const t = useTranslations();
  const stats = useQuery({ queryKey: ["stats"], initialData: given, ...POLLED });
  const [{ view: chosen }, go] = usePlace();
  const logOut = () => {
    go({}, "replaced");
    onLogout();
  };
  return (
    <div className="admin">
      <header className="admin-top">
        <div className="wrap">
          <Mark />
          <span className="soft">{t("login.title")}</span>
          {stats.data.collection !== "open" && <CollectionBadge status={stats.data.collection} />}
          <Freshness at={stats.dataUpdatedAt} failed={stats.isError} />
          <Button kind="line" onClick={logOut}>
            {t("administration.logout")}
          </Button>
        </div>
      </header>
      <main id={MAIN} className="wrap" tabIndex={-1}>
        <h1 className="visually-hidden">{t("login.title")}</h1>
        <Alarms />
        <Ending {...stats.data.ending} count={stats.data.signatureCount} />
        <nav className="admin-views" aria-label={t("administration.nav.label")}>
          {VIEWS.map((view) => (
            <PlaceLink key={view} view={view} aria-current={view === chosen ? "page" : undefined}>
              {t(`administration.nav.${view}`)}
            </PlaceLink>
          ))}
        </nav>
        <Chosen view={chosen} stats={stats.data} />
      </main>
    </div>
  );
}

function Chosen({ view, stats }: { view: View; stats: AdminStats }) {
  const t = useTranslations();
  const [wasAtCollection, setWasAtCollection] = useState(false);
  if (view === "collection" && !wasAtCollection) setWasAtCollection(true);
  return (
    <>
      {view === "overview" && <Overview stats={stats} />}
      {view === "charts" && (
        <Suspense fallback={<p role="status">{t("administration.charts.loading")}</p>}>
          <Charts />
        </Suspense>
      )}
      {view === "suspicion" && <Suspicion />}
      {view === "mail" && <Mail />}
      {(view === "collection" || wasAtCollection) && (
        // Stays there, hidden: seven texts may stand in it that are not sent yet.
        <div hidden={view !== "collection"}>
          <Collection
            pending={stats.pendingCount}
            lifetime={stats.confirmationLifetime}
            isEnded={stats.ending.endedAt !== null}
          />
        </div>
      )}
      {view === "paper" && <Paper />}
      {view === "operations" && <Operations />}
      {view === "audit" && <Audit />}
    </>
  );
}

/** `at`: milliseconds since 1970. */
function Freshness({ at, failed }: { at: number; failed: boolean }) {
  const t = useTranslations();
  const format = useFormat();
  const time = format.dateTime(at, { timeStyle: "medium" });
  return (
    <span className={failed ? "status bad" : "status"} role={failed ? "alert" : undefined}>
      <i aria-hidden="true" />
      <span>
        {failed ? t("administration.status.failed") : t("administration.status.fresh", { time, seconds: POLL_EVERY / 1000 })}
      </span>
    </span>
  );
}

function Ending({ count, handedOverOn, erasedBy, isDue, endedAt, erasedAt }: EndingState & { count: number }) {
  const t = useTranslations();
  if (endedAt)
    return (
      <p className="admin-ending soft tab" role="status">
        {erasedAt
          ? t("administration.ending.ended", { date: zonedMinute(endedAt), erased: zonedMinute(erasedAt), count })
          : t("administration.ending.erasing", { date: zonedMinute(endedAt) })}
      </p>
    );
  const next = [
    handedOverOn && t("administration.ending.handover", { date: zonedDay(handedOverOn) }),
    erasedBy && t("administration.ending.erasedBy", { date: zonedDay(erasedBy) }),
    isDue && t("administration.ending.due"),
  ].filter(Boolean);
  return <p className="admin-ending soft tab">{next.length > 0 ? next.join(". ") : t("administration.ending.open")}</p>;
}
