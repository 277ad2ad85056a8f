import type { ReactNode } from "react";
import type { AdminSignature, AdminStats } from "../../../contract/administration/signatures.ts";
import { progressOf } from "../../../petition/progress.ts";
import { initialsOf } from "../../../petition/supporters.ts";
import { HOLD_DECIDED_WITHIN } from "../../../petition/suspicion.ts";
import { Avatar, avatarStyle } from "../../design/avatar.tsx";
import { Text, useFormat, useTranslations } from "../../translation.tsx";
import { InstallationAlarms, PlaceholderNotice, TaskAlarm, useOperations } from "../operations/alarms.tsx";
import { Moment, PlaceLink } from "../parts.tsx";
import type { View } from "../place.ts";
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
  const troubled = operations?.tasks.filter(({ overdue, failures }) => overdue || failures > 0).length ?? 0;
  const jobs: Job[] = [
    { of: "names", count: namesOnHold, view: "overview", narrowed: { state: "name-on-hold" } },
    { of: "suspicious", count: antiSpam.suspiciousActivity, view: "suspicion" },
    { of: "held", count: operations?.held.waiting ?? 0, view: "suspicion" },
    { of: "mails", count: failedMails, view: "mail" },
    { of: "tasks", count: troubled, view: "operations" },
    { of: "placeholders", count: operations?.placeholders.length ?? 0, view: "overview", part: "placeholders" },
    { of: "installation", count: operations?.installation.length ?? 0, view: "overview", part: "installation" },
    { of: "log", count: operations?.log?.fault ? 1 : 0, view: "operations" },
  ];
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
        {open.map((job) => (
          <li key={job.of}>
            <Text
              of={`administration.toDo.${job.of}`}
              values={{ count: job.count, days: HOLD_DAYS }}
              tags={{ a: wayTo(job) }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

const HOLD_DAYS = HOLD_DECIDED_WITHIN / (24 * 60 * 60_000);

interface Job {
  of: "names" | "suspicious" | "held" | "mails" | "tasks" | "placeholders" | "installation" | "log";
  count: number;
  view: View;
  narrowed?: Record<string, string>;
  part?: string;
}

function wayTo({ view, narrowed, part }: Job) {
  return (inner: ReactNode) => (
    <PlaceLink view={view} narrowed={narrowed} part={part}>
      {inner}
    </PlaceLink>
  );
}

function Figures({ stats }: { stats: AdminStats }) {
  const t = useTranslations();
  const format = useFormat();
  const { antiSpam } = stats;
  // As visitors see it.
  const { progressPercentage } = progressOf(stats.signatureCount, stats.targetCount);
  const percent = format.percent(progressPercentage);
  return (
    <dl className="ledger">
      <div>
        <dt>{t("administration.figures.signatures")}</dt>
        <dd className="big">{format.number(stats.signatureCount)}</dd>
        <dd className="small soft">{t("administration.figures.ofTarget", { percent, target: stats.targetCount })}</dd>
        <dd className="thin" aria-hidden="true">
          <svg width={`${progressPercentage}%`} height="6" />
        </dd>
      </div>
      <div>
        <dt>{t("administration.figures.today")}</dt>
        <dd className="big">{format.number(stats.todaySignatures)}</dd>
        <dd className="small soft">{t("administration.figures.yesterday", { count: stats.yesterdayByNow })}</dd>
      </div>
      <div>
        <dt>{t("administration.figures.pending")}</dt>
        <dd className="big">{format.number(stats.pendingCount)}</dd>
        <dd className="small soft">
          {t("administration.figures.purge", { hours: Math.round(stats.confirmationLifetime / HOUR) })}
        </dd>
      </div>
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

const HOUR = 60 * 60_000;

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
