import { useStanding } from "../runtime/standing.tsx";

/** Whether the page may say that what is sent from it is encrypted. */
export function useIsSecure(): boolean {
  return useStanding().frame?.isSecure ?? false;
}
