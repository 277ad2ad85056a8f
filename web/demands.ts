import type { MessageKey } from "../messages/keys.ts";

/** What is demanded: on the sheet, in the reasons, on paper and to the press. */
export const DEMANDS = [
  "home.why.demands.tender",
  "home.why.demands.access",
  "home.why.demands.noDigitalEuro",
] as const satisfies MessageKey[];
