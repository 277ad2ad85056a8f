import { startTransition, useEffect, useRef, useState, useSyncExternalStore } from "react";

/** False on the server and until the page has come alive in the browser. */
export function useHydrated(): boolean {
  const isTakenOver = useRef(false);
  // The store says the same before and after: one that does not is drawn anew at once, and every place that asks here with it.
  useSyncExternalStore(
    () => () => {},
    () => isTakenOver.current,
    () => {
      isTakenOver.current = true;
      return true;
    },
  );
  const [isAlive, setAlive] = useState(!isTakenOver.current);
  useEffect(() => startTransition(() => setAlive(true)), []);
  return isAlive;
}
