import { useSyncExternalStore } from "react";

/** Whether the page's script runs: false while the server renders and until the browser has taken over. */
export function useScripted(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

const never = () => () => {};
