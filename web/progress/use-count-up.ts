import { useEffect, useRef, useState } from "react";
import { COUNT_UP } from "../../petition/progress.ts";

let hasCounted = false;

/** Null at rest. Readers who want no motion see none of it; a target that changes on the way is counted to. */
export function useCountUp(target: number): number | null {
  const [counting, setCounting] = useState<number | null>(null);
  const goal = useRef(target);
  useEffect(() => {
    goal.current = target;
  }, [target]);

  useEffect(() => {
    if (hasCounted || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    let frame = requestAnimationFrame(function begin(start) {
      setCounting(0);
      frame = requestAnimationFrame(function advance(now) {
        const passed = (now - start) / COUNT_UP;
        hasCounted = passed >= 1;
        setCounting(hasCounted ? null : Math.round(goal.current * easeOut(passed)));
        if (!hasCounted) frame = requestAnimationFrame(advance);
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      setCounting(null);
    };
  }, []);

  return counting;
}

function easeOut(passed: number): number {
  return 1 - (1 - passed) ** 3;
}
