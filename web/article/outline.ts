import type { FactId } from "../../petition/facts.ts";

export interface Part<Id extends string = string> {
  id: Id;
  facts: readonly FactId[];
}

export const SCENE = { id: "scene", facts: ["blackout", "blackoutSmallShops"] } as const satisfies Part;

export const SUMMARY = [
  { id: "planned", facts: ["timetable"] },
  { id: "cost", facts: ["cost", "bankCosts"] },
  { id: "open", facts: ["councilPosition", "parliamentPosition", "examinedLimits"] },
  { id: "demand", facts: [] },
] as const satisfies Part[];

export const RISKS = [
  { id: "privacy", facts: ["onlineTraces", "jointOpinion", "parliamentPosition"] },
  { id: "control", facts: ["freezing"] },
  { id: "cyberAttacks", facts: ["terminalFailure", "blackout", "blackoutSmallShops", "outages"] },
  { id: "bankRisk", facts: ["deposits", "examinedLimits"] },
  { id: "programmable", facts: ["conditions"] },
  { id: "exclusion", facts: ["withoutAccount", "accessToCash", "exclusion"] },
  { id: "dependency", facts: ["technology"] },
  { id: "manipulation", facts: ["changeableLimit", "councilPosition"] },
  { id: "intermediary", facts: ["intermediaries"] },
  { id: "concentration", facts: ["singleAccess", "jointOpinion"] },
] as const satisfies Part[];

export type RiskId = (typeof RISKS)[number]["id"];

/** A few sentences that lead to the risk they stand before, and to those after it. */
export const BRIDGES = [
  { id: "seen", before: "privacy" },
  { id: "failing", before: "cyberAttacks" },
  { id: "rules", before: "programmable" },
  { id: "power", before: "dependency" },
] as const satisfies { id: string; before: RiskId }[];

export const OBJECTIONS = [
  { id: "preference", facts: ["cashUse", "cashBesideOthers"] },
  { id: "acceptance", facts: ["councilPosition"] },
  { id: "sovereignty", facts: ["technology"] },
  { id: "better", facts: ["jointOpinion", "parliamentPosition"] },
] as const satisfies Part[];

export const WHY = { id: "why", facts: ["complement", "cashUse", "cashBesideOthers"] } as const satisfies Part;

export const REASONS = [
  { id: "privacy", facts: ["cashCap"] },
  { id: "resilience", facts: ["cashReserve"] },
  { id: "freedom", facts: ["legalTender", "cashProposal", "councilPosition", "cashUse"] },
] as const satisfies Part[];

export const CONCLUSION = { id: "conclusion", facts: ["cost", "councilPosition", "complement"] } as const satisfies Part;
