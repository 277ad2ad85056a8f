/** What every page knows of the site, as `root.tsx` loads it. */
import type { SiteFacts } from "../../contract/site-facts.ts";
import { usePageState } from "../runtime/page-state.tsx";

/** Whether anybody could sign when the page was loaded. */
export function useIsCollecting(): boolean {
  return usePageState().frame?.isCollecting ?? false;
}

export function usePublicUrl(): string {
  return usePageState().frame?.publicUrl ?? "";
}

export function useIsSecure(): boolean {
  return usePageState().frame?.isSecure ?? false;
}

export function usePublicNames(): SiteFacts["publicNames"] {
  return usePageState().frame?.publicNames ?? "full";
}
