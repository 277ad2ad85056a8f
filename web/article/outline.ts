import type { FactId } from "../../petition/facts.ts";

export interface Part<Id extends string = string> {
  id: Id;
  facts: readonly FactId[];
}

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

export const WHY = { id: "why", facts: ["complement", "cashUse", "cashBesideOthers"] } as const satisfies Part;

export const REASONS = [
  { id: "privacy", facts: ["cashCap"] },
  { id: "resilience", facts: ["cashReserve"] },
  { id: "freedom", facts: ["legalTender", "cashProposal", "councilPosition", "cashUse"] },
] as const satisfies Part[];

export type RiskId = (typeof RISKS)[number]["id"];
