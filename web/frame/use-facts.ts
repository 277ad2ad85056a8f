import { type FrameFacts, usePageState } from "../runtime/page-state.tsx";

/** Of a page that could not even learn these. */
const UNKNOWN: FrameFacts = { isCollecting: false, isSecure: false, publicNames: "full", publicUrl: "", analytics: false };

/** What every page knows of the site, as `root.tsx` loads it. */
export function useFacts(): FrameFacts {
  return usePageState().frame ?? UNKNOWN;
}
