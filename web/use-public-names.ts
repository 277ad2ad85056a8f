import type { SiteFacts } from "../contract/site-facts.ts";
import { useStanding } from "./runtime/standing.tsx";

/** How the list writes public names; `root.tsx` loads it for every page. */
export function usePublicNames(): SiteFacts["publicNames"] {
  return useStanding().frame?.publicNames ?? "full";
}
