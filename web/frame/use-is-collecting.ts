import { useStanding } from "../runtime/standing.tsx";

/** Whether anybody could sign when the page was loaded. */
export function useIsCollecting(): boolean {
  return useStanding().frame?.isCollecting ?? false;
}
