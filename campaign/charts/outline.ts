import type { FactId } from "../article/facts.ts";

/** Which facts each chart draws: its sources are theirs. */
export const CHARTS = {
  "cash-use": ["cashUse", "cashBesideOthers", "cashByValueBefore"],
  costs: ["cost", "bankCosts"],
  outflow: ["deposits", "examinedLimits"],
  blackout: ["blackoutHours", "blackout", "blackoutSmallShops"],
  access: ["accessToCash", "cashMachines"],
} as const satisfies Record<string, readonly FactId[]>;
