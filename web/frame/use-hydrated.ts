import { useSyncExternalStore } from "react";

/** False on the server and until the page has come alive in the browser. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
