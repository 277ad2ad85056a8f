import type { Context } from "../../context.ts";
import { gauge, type Subject } from "./gauges.ts";

/** As this process sees it. */
export function rush({ rush: seen }: Pick<Context, "rush">): Subject {
  const level = gauge("petition_rush_level", "How far attempts to sign look like an attack; 0 where nothing is unusual");
  return { gauges: [level], look: () => level.set(seen.level()) };
}
