import { useLoaderData } from "react-router";
import type { Made } from "./made.server.ts";

export function useMade(): Made {
  return useLoaderData<{ made: Made }>().made;
}
