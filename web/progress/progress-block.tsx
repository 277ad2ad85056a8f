import { useEffect, useRef, useState } from "react";
import type { PetitionStats } from "../../contract/supporters.ts";
import { pageIn } from "../../petition/addresses.ts";
import { MILESTONES } from "../../petition/progress.ts";
import { Icon } from "../design/icon.tsx";
import { Link } from "../design/link.tsx";
import { Numeral } from "../design/numeral.tsx";
import { Thread, type ThreadMark, ThreadSkeleton } from "../design/thread.tsx";
import { Text, useFormat, useLanguage, useTranslations } from "../translation.tsx";
import type { Polled } from "../use-polled.ts";
import { isReached, nextMilestone } from "./next-milestone.ts";
import { useCountUp } from "./use-count-up.ts";

export function ProgressBlock({ stats, isFinal }: { stats: Polled<PetitionStats>; isFinal: boolean }) {
  const t = useTranslations();
  return (
    <section className="progress" aria-labelledby="progress-title" aria-busy={stats.outcome === "asking" || undefined}>
      <h2 className="visually-hidden" id="progress-title">
        {t("progress.title")}
      </h2>
      {stats.answer ? (
        <Loaded stats={stats.answer} at={stats.at} stale={stats.outcome === "failed"} isFinal={isFinal} />
      ) : stats.outcome === "asking" ? (
        <Loading />
      ) : (
        <p className="failed">
          <Icon name="warning" /> {t("progress.error")}
        </p>
      )}
    </section>
  );
}

function Loaded({ stats, at, stale, isFinal }: { stats: PetitionStats; at: string; stale: boolean; isFinal: boolean }) {
  const t = useTranslations();
  const format = useFormat();
  const language = useLanguage();
  const { signatureCount: count, targetCount: target, remainingSignatures: remaining, progressPercentage: percentage } = stats;
  // Rounded down, as the percentage itself: "50 %" is said once it is reached.
  const share = format.percent(Math.floor(percentage * 10) / 10);
  const time = format.dateTime(at, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const marks = MILESTONES.map((at): ThreadMark => {
    return { at: at as ThreadMark["at"], label: format.percent(at), reached: isReached(at, stats) };
  });
  const reached = remaining === 0 ? "all" : (marks.findLast((mark) => mark.reached)?.label ?? "none");
  return (
    <>
      <Count value={count} />
      <p className="of">
        <span>
          <Text of="progress.of" values={{ target }} />
        </span>{" "}
        <b>{share}</b>
      </p>
      <Thread
        percentage={percentage}
        label={t("progress.label")}
        valueText={t("progress.valueText", { count, target, share, reached })}
        marks={marks}
      />
      <p className="foot-line">
        {remaining === 0 && <b>{t("progress.complete")} </b>}
        {remaining > 0 && !isFinal && <b>{t("progress.remaining", { remaining, ...nextMilestone(stats) })} </b>}
        <Text of="progress.counted" /> <Link to={pageIn(language, "transparency")}>{t("progress.check")}</Link>.{" "}
        <span className="nowrap">{t(stale ? "progress.stale" : "progress.asOf", { time })}</span>
      </p>
    </>
  );
}

function Count({ value }: { value: number }) {
  const format = useFormat();
  const counting = useCountUp(value);
  const announced = useAnnouncement(counting === null, format.number(value));
  return (
    <>
      <Numeral value={format.number(value)} counting={counting === null ? undefined : format.number(counting)} />
      <span className="visually-hidden" role="status">
        {announced}
      </span>
    </>
  );
}

/** Milliseconds; afterwards the text is gone again, so that nobody reads it twice. */
const ANNOUNCEMENT = 3000;

function useAnnouncement(atRest: boolean, text: string): string {
  const [announced, setAnnounced] = useState("");
  const wasAtRest = useRef(true);
  useEffect(() => {
    const hasArrived = atRest && !wasAtRest.current;
    wasAtRest.current = atRest;
    if (!hasArrived) return;
    setAnnounced(text);
    const silence = setTimeout(() => setAnnounced(""), ANNOUNCEMENT);
    return () => clearTimeout(silence);
  }, [atRest, text]);
  return announced;
}

function Loading() {
  const t = useTranslations();
  const format = useFormat();
  return (
    <>
      <p className="visually-hidden">{t("progress.loading")}</p>
      <span className="numeral skeleton" aria-hidden="true">
        {format.number(10_000)}
      </span>
      <p className="of" aria-hidden="true">
        <span className="skeleton">{t("progress.title")}</span>
      </p>
      <ThreadSkeleton />
    </>
  );
}
