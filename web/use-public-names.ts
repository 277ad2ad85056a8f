import { useRouteLoaderData } from "react-router";
import type { SiteFacts } from "../contract/site-facts.ts";

/** How the list writes public names; `root.tsx` loads it for every page. */
export function usePublicNames(): SiteFacts["publicNames"] {
  const facts = useRouteLoaderData("root") as Partial<Pick<SiteFacts, "publicNames">> | undefined;
  return facts?.publicNames ?? "full";
}
