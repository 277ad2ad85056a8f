import type { SiteFacts } from "../contract/site-facts.ts";
import { usePageState } from "./runtime/page-state.tsx";

/** How the list writes public names; `root.tsx` loads it for every page. */
export function usePublicNames(): SiteFacts["publicNames"] {
  return usePageState().frame?.publicNames ?? "full";
}
