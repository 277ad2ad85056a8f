import { useLoaderData } from "../standing/standing.tsx";
import type { Made } from "./made.server.ts";

export function useMade(): Made {
  return useLoaderData<{ made: Made }>().made;
}
