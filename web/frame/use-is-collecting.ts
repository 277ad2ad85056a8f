import { usePageState } from "../runtime/page-state.tsx";

/** Whether anybody could sign when the page was loaded. */
export function useIsCollecting(): boolean {
  return usePageState().frame?.isCollecting ?? false;
}
