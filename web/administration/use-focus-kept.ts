import { type RefObject, useCallback, useEffect, useRef } from "react";

/**
 * For a list whose buttons act upon it: if the button goes with what it has done, the focus goes to the list's heading. `shown` is what
 * the buttons stand in, another one whenever it was asked for anew; `acted` is to be called after each act.
 */
export function useFocusKept(shown: unknown): { heading: RefObject<HTMLHeadingElement | null>; acted(): void } {
  const heading = useRef<HTMLHeadingElement>(null);
  const hasActed = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at when something else is shown
  useEffect(() => {
    if (!hasActed.current) return;
    hasActed.current = false;
    if (document.activeElement === document.body) heading.current?.focus();
  }, [shown]);
  const acted = useCallback(() => {
    hasActed.current = true;
  }, []);
  return { heading, acted };
}
