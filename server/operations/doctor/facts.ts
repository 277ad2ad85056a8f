import { staleSources } from "../../../petition/sources.ts";
import type { Configuration } from "../../platform/config/configuration.ts";
import { type Finding, good, warning } from "./finding.ts";

export function factsAreFresh({ factsMaxAge }: Pick<Configuration, "factsMaxAge">, now: Date): Finding[] {
  const stale = staleSources(now, factsMaxAge);
  if (stale.length === 0) return [good("every source of the article was seen within FACTS_MAX_AGE.")];
  return [
    warning(
      `nobody has seen for longer than FACTS_MAX_AGE: ${stale.join(", ")}.`,
      "Open them, and note the day: npm run facts says where.",
    ),
  ];
}
