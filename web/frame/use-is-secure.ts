import { usePageState } from "../runtime/page-state.tsx";

/** Whether the page may say that what is sent from it is encrypted. */
export function useIsSecure(): boolean {
  return usePageState().frame?.isSecure ?? false;
}
