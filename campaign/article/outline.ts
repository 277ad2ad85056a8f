import type { Outline } from "../../web/article/article-plan.ts";
import type { FactId } from "./facts.ts";

export const outline = {
  answersFrom: "ecbAnswers",
  scene: { id: "scene", facts: ["blackout", "blackoutSmallShops"] },
  // The banks' bill is disputed: the estimate of the bank's critics never stands without its own.
  summary: [
    { id: "planned", facts: ["timetable"] },
    { id: "cost", facts: ["cost", "bankCosts"], isAnswered: true },
    { id: "open", facts: ["councilPosition", "parliamentPosition", "examinedLimits"] },
    { id: "demand", facts: [] },
  ],
  summaryChart: "costs",
  risks: [
    { id: "privacy", facts: ["onlineTraces", "jointOpinion", "parliamentPosition"] },
    { id: "control", facts: ["freezing"] },
    { id: "cyberAttacks", facts: ["terminalFailure", "blackout", "blackoutSmallShops", "outages"], chart: "blackout" },
    { id: "bankRisk", facts: ["deposits", "examinedLimits"], pair: ["extreme", "normal"], chart: "outflow" },
    { id: "programmable", facts: ["conditions"] },
    { id: "exclusion", facts: ["withoutAccount", "accessToCash", "exclusion"], chart: "access" },
    { id: "dependency", facts: ["outages"] },
    { id: "manipulation", facts: ["changeableLimit", "councilPosition"] },
    { id: "intermediary", facts: ["intermediaries"] },
    { id: "concentration", facts: ["singleAccess", "jointOpinion"] },
  ],
  bridges: [
    { id: "seen", before: "privacy" },
    { id: "failing", before: "cyberAttacks" },
    { id: "rules", before: "programmable" },
    { id: "power", before: "dependency" },
  ],
  objections: [
    { id: "preference", facts: ["cashUse", "cashBesideOthers"] },
    { id: "crime", facts: ["cashCap"] },
    { id: "acceptance", facts: ["councilPosition"] },
    { id: "sovereignty", facts: ["technology"] },
    { id: "better", facts: ["jointOpinion", "parliamentPosition"] },
  ],
  why: { id: "why", facts: ["complement"] },
  whyChart: "cash-use",
  reasons: [
    { id: "privacy", facts: ["cashCap"] },
    { id: "resilience", facts: ["cashReserve"] },
    {
      id: "freedom",
      facts: ["legalTender", "cashProposal"],
      here: {
        de: ["germanShops"],
        en: ["frenchCash", "germanShops"],
        fr: ["frenchCash"],
        it: ["italianCash"],
        es: ["spanishCash"],
        pl: ["polishCash"],
        nl: ["dutchCash"],
      },
    },
  ],
} as const satisfies Outline;

/** Which facts each chart draws: its sources are theirs. */
export const CHARTS = {
  "cash-use": ["cashUse", "cashBesideOthers", "cashByValueBefore"],
  costs: ["cost", "bankCosts"],
  outflow: ["deposits", "examinedLimits"],
  blackout: ["blackoutHours", "blackout", "blackoutSmallShops"],
  access: ["accessToCash", "cashMachines"],
} as const satisfies Record<string, readonly FactId[]>;
