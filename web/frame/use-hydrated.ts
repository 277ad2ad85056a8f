import { startTransition, useEffect, useRef, useState, useSyncExternalStore } from "react";

/** False on the server and until the page has come alive in the browser. */
export function useHydrated(): boolean {
  const isTakenOver = useRef(false);
  // The store must answer the same before and after: otherwise every component that asks renders again at once.
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
