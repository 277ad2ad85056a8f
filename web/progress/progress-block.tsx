import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { PetitionStats } from "../../contract/supporters.ts";
import { pageIn } from "../../petition/addresses.ts";
import { COUNT_UP } from "../../petition/progress.ts";
import { Numeral } from "../design/numeral.tsx";
import { ProgressBarSkeleton } from "../design/progress-bar.tsx";
import { Text, useFormat, useLanguage, useTranslations } from "../translation.tsx";
import type { Polled } from "../use-polled.ts";
import { AsOf, MilestoneBar, NoProgress, nearGoal, nextMilestone, shareIn } from "./milestone-bar.tsx";

interface ProgressProps {
  stats: Polled<PetitionStats>;
  isFinal: boolean;
  isOpen: boolean;
}

export function ProgressBlock({ stats, isFinal, isOpen }: ProgressProps) {
  const t = useTranslations();
  return (
    <section className="progress" aria-labelledby="progress-title" aria-busy={stats.outcome === "asking" || undefined}>
      <h2 className="visually-hidden" id="progress-title">
        {t("progress.title")}
      </h2>
      {stats.answer && <Loaded stats={stats} answer={stats.answer} isFinal={isFinal} isOpen={isOpen} />}
      {!stats.answer && (stats.outcome === "asking" ? <Loading /> : <NoProgress />)}
    </section>
  );
}

function Loaded({ stats, answer, isFinal, isOpen }: ProgressProps & { answer: PetitionStats }) {
  const t = useTranslations();
  const format = useFormat();
  const language = useLanguage();
  const { signatureCount: count, paperCount: paper, targetCount: target, remainingSignatures: remaining } = answer;
  return (
    <>
      <Count value={count} />
      <p className="of">
        <span>
          <Text of="progress.of" values={{ target }} />
        </span>{" "}
        <b>{shareIn(format, answer)}</b>
      </p>
      <MilestoneBar stats={answer} />
      {paper > 0 && <p className="paper">{t("progress.paper", { count, paper })}</p>}
      <p className="foot-line">
        <span>{remaining === 0 ? <Reached target={target} isOpen={isOpen} /> : !isFinal && <StillToGo stats={answer} />}</span>{" "}
        <Text of="progress.counted" /> <a href={pageIn(language, "transparency")}>{t("progress.check")}</a>.{" "}
        <span className="drawing-text">{t("progress.drawing")} </span>
        <AsOf {...stats} />
      </p>
    </>
  );
}

function StillToGo({ stats }: { stats: PetitionStats }) {
  const t = useTranslations();
  const near = nearGoal(stats);
  const remaining = t("progress.remaining", { remaining: stats.remainingSignatures, ...nextMilestone(stats) });
  if (near === null) return <b>{remaining}</b>;
  return (
    <span>
      <b className="near">{t("progress.near", { begun: stats.signatureCount > 0 ? "yes" : "no", ...near })}</b>{" "}
      <span>{remaining}</span>
    </span>
  );
}

function Reached({ target, isOpen }: { target: number; isOpen: boolean }) {
  const t = useTranslations();
  return (
    <span>
      <b className="near">{t("progress.complete", { target })}</b> <span>{isOpen && t("progress.onward")}</span>
    </span>
  );
}

function Count({ value }: { value: number }) {
  const format = useFormat();
  const block = useRef<HTMLSpanElement>(null);
  const counting = useCountUp(value, block);
  return (
    <span className="count" ref={block}>
      <Numeral value={format.number(value)} counting={counting ?? undefined} />
    </span>
  );
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
      <ProgressBarSkeleton />
    </>
  );
}

let hasCounted = false;

/** Null at rest. It counts only if nobody can have read the number yet: until then the style sheet hides it for a moment. */
function useCountUp(target: number, block: RefObject<HTMLElement | null>): number | null {
  const [counting, setCounting] = useState<number | null>(null);
  const goal = useRef(target);
  useEffect(() => {
    goal.current = target;
  }, [target]);

  useLayoutEffect(() => {
    const hiding = block.current?.getAnimations() ?? [];
    if (hasCounted || hiding.length === 0) return;
    for (const animation of hiding) animation.cancel();
    const start = performance.now();
    let frame = requestAnimationFrame(function advance(now) {
      const passed = Math.max(0, now - start) / COUNT_UP;
      hasCounted = passed >= 1;
      setCounting(hasCounted ? null : Math.round(goal.current * (1 - (1 - passed) ** 3)));
      if (!hasCounted) frame = requestAnimationFrame(advance);
    });
    setCounting(0);
    return () => {
      cancelAnimationFrame(frame);
      setCounting(null);
    };
  }, [block]);

  return counting;
}
