import type { ArticlePlan } from "../web/article/article-plan.ts";
import { CHARTS, outline } from "./article/outline.ts";
import { access, blackout, cashUse, costs, outflow } from "./charts.server.ts";

export const article = {
  outline,
  charts: {
    "cash-use": { facts: CHARTS["cash-use"], draw: cashUse },
    costs: { facts: CHARTS.costs, draw: costs },
    outflow: { facts: CHARTS.outflow, draw: outflow },
    blackout: { facts: CHARTS.blackout, draw: blackout },
    access: { facts: CHARTS.access, draw: access },
  },
  figures: {
    facts: ["cashUse", "cashBesideOthers", "accessToCash"],
    lead: { fact: "cashUse", value: "cashShare", says: "payments", source: "space" },
    side: [
      { fact: "cashUse", value: "cashImportant", says: "choice", source: "space" },
      { fact: "accessToCash", value: "hardAccess", says: "access", source: "behaviour" },
    ],
  },
  press: [
    { says: "payments", facts: ["cashUse", "cashBesideOthers"] },
    { says: "choice", facts: ["cashUse", "cashBesideOthers"] },
    { says: "access", facts: ["accessToCash"] },
    { says: "cost", facts: ["cost"] },
  ],
} satisfies ArticlePlan;
