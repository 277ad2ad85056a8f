import type { AdminSignature, AdminStats } from "../../../contract/administration/signatures.ts";
import { durationOf } from "../../../petition/duration.ts";
import { initialsOf } from "../../../petition/supporters.ts";
import { HOLD_DECIDED_WITHIN } from "../../../petition/suspicion.ts";
import { Avatar, avatarStyle } from "../../design/avatar.tsx";
import { Text, useFormat, useTranslations } from "../../translation.tsx";
import { InstallationAlarms, PlaceholderNotice, TaskAlarm, useOperations } from "../operations/alarms.tsx";
import { isToBeCounted, usePaper } from "../paper/paper.tsx";
import { Moment, PlaceLink } from "../parts.tsx";
import { Signatures } from "./signatures.tsx";
import "./overview.css";

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

function ToDo({ stats }: { stats: AdminStats }) {
  const t = useTranslations();
  const { todaySignatures, yesterdayByNow, namesOnHold, failedMails, antiSpam } = stats;
  const operations = useOperations().data;
  const { batches = [] } = usePaper().data ?? {};
  const troubled = operations?.tasks.filter(({ overdue, failures }) => overdue || failures > 0).length ?? 0;
  const jobs = [
    { of: "names", count: namesOnHold, to: { view: "overview", narrowed: { state: "name-on-hold" } } },
    { of: "suspicious", count: antiSpam.suspiciousActivity, to: { view: "suspicion" } },
    { of: "held", count: operations?.held.waiting ?? 0, to: { view: "suspicion" } },
    { of: "paper", count: batches.filter(isToBeCounted).length, to: { view: "paper" } },
    { of: "mails", count: failedMails, to: { view: "mail" } },
    { of: "tasks", count: troubled, to: { view: "operations" } },
    { of: "placeholders", count: operations?.placeholders.length ?? 0, to: { view: "overview", part: "placeholders" } },
    { of: "installation", count: operations?.installation.length ?? 0, to: { view: "overview", part: "installation" } },
    { of: "log", count: operations?.log?.fault ? 1 : 0, to: { view: "operations" } },
  ] as const;
  const open = jobs.filter(({ count }) => count > 0);
  return (
    <section className="to-do" aria-labelledby="to-do">
      <p className="how">
        {t("administration.today.said", {
          today: todaySignatures,
          yesterday: yesterdayByNow,
          trend: todaySignatures > yesterdayByNow ? "more" : todaySignatures < yesterdayByNow ? "fewer" : "same",
        })}
      </p>
      <h2 id="to-do">{t("administration.toDo.title")}</h2>
      {operations && open.length === 0 && <p className="soft">{t("administration.toDo.nothing")}</p>}
      <ul>
        {open.map(({ of, count, to }) => (
          <li key={of}>
            <Text
              of={`administration.toDo.${of}`}
              values={{ count, days: HOLD_DAYS }}
              tags={{ a: (inner) => <PlaceLink {...to}>{inner}</PlaceLink> }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

const HOLD_DAYS = HOLD_DECIDED_WITHIN / (24 * 60 * 60_000);

function Figures({ stats }: { stats: AdminStats }) {
  const t = useTranslations();
  const format = useFormat();
  const { antiSpam } = stats;
  const percent = format.percent(stats.progressPercentage);
  const figures = [
    ["signatures", stats.signatureCount, t("administration.figures.ofTarget", { percent, target: stats.targetCount })],
    ["today", stats.todaySignatures, t("administration.figures.yesterday", { count: stats.yesterdayByNow })],
    ["pending", stats.pendingCount, t("administration.figures.purge", durationOf(stats.confirmationLifetime))],
  ] as const;
  return (
    <dl className="ledger">
      {figures.map(([name, count, beside]) => (
        <div key={name}>
          <dt>{t(`administration.figures.${name}`)}</dt>
          <dd className="big">{format.number(count)}</dd>
          <dd className="small soft">{beside}</dd>
          {name === "signatures" && stats.paperCount > 0 && (
            <dd className="small">{t("progress.paper", { count, paper: stats.paperCount })}</dd>
          )}
          {name === "signatures" && (
            <dd className="thin" aria-hidden="true">
              <svg width={`${Math.min(100, stats.progressPercentage)}%`} height="6" />
            </dd>
          )}
        </div>
      ))}
      <div className="spam">
        <dt>{t("administration.figures.spam")}</dt>
        <dd>
          <ul>
            <li>
              {t("administration.figures.tracked")} <b className="tab">{format.number(antiSpam.totalTrackedIPs)}</b>
            </li>
            <li>
              {t("administration.figures.blocked")} <b className="tab">{format.number(antiSpam.blockedIPs)}</b>
            </li>
            <li>
              {t("administration.figures.suspicious")}{" "}
              <b className={antiSpam.suspiciousActivity > 0 ? "tab flag" : "tab"}>
                {format.number(antiSpam.suspiciousActivity)}
              </b>
            </li>
          </ul>
        </dd>
      </div>
    </dl>
  );
}

function Recent({ signatures }: { signatures: AdminSignature[] }) {
  const t = useTranslations();
  return (
    <aside aria-labelledby="recent">
      <h2 id="recent">{t("administration.recent.title")}</h2>
      {signatures.length === 0 && <p className="soft">{t("administration.recent.empty")}</p>}
      <ul className="people one">
        {signatures.map((signature, place) => (
          <li key={signature.id}>
            <Avatar initials={initialsOf(signature.fullName)} style={avatarStyle(place)} small />{" "}
            <span>
              <b>
                <bdi>{signature.fullName}</bdi>
              </b>{" "}
              <Moment at={signature.confirmedAt} />
            </span>
          </li>
        ))}
      </ul>
    </aside>
  );
}
