import type { AdminStats } from "../../../contract/administration/signatures.ts";
import { progressOf } from "../../../petition/progress.ts";
import { useFormat, useTranslations } from "../../translation.tsx";

/** One line of a ledger: count, today, pending, spam protection. */
export function Figures({ stats }: { stats: AdminStats }) {
  const t = useTranslations();
  const format = useFormat();
  const { antiSpam } = stats;
  // As visitors see it.
  const { progressPercentage } = progressOf(stats.signatureCount, stats.targetCount);
  const percent = format.percent(progressPercentage);
  return (
    <dl className="ledger">
      <div className="main-figure">
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
