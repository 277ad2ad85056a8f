/** A number is changed here alone: the texts take it by its name. No text may state as settled what has an `answeredBy` here. */
import type { Fact } from "../../petition/evidence.ts";
import type { SourceId } from "./sources.ts";

/** Change it the day the regulation is adopted: badge and summary follow. */
export const LAW_STATUS: "not-decided" | "adopted" = "not-decided";

export const FACTS = {
  timetable: {
    values: { lawYear: { year: 2026 }, pilotYear: { year: 2027 }, issueYear: { year: 2029 } },
    source: "ecbNextPhase",
  },
  cost: { values: { developmentCost: { money: 1.3e9 }, yearlyCost: { money: 320e6 } }, source: "ecbNextPhase" },
  bankCosts: {
    values: { bankCostRange: { money: 4e9, to: 5.77e9 }, bankCostPwc: { money: 18e9 } },
    source: "bankCosts",
    answeredBy: "bankCosts",
  },
  councilPosition: { values: { councilDate: { day: "2025-12-19" }, reviewYears: 2 }, source: "council" },
  parliamentPosition: { values: { parliamentDate: { day: "2026-06-23" } }, source: "parliament" },
  // All agree that it is to stand beside cash, not in its place.
  complement: { values: {}, source: "council", also: ["parliament", "ecbAnswers"] },
  // Euros per person; none of them is decided.
  examinedLimits: { values: { limitLow: 500, limitHigh: 3000 }, source: "ecbLimits" },

  jointOpinion: { values: { opinionDate: { day: "2023-10-17" } }, source: "jointOpinion" },
  onlineTraces: { values: {}, source: "draftDigital", also: ["jointOpinion"], answeredBy: "ecbAnswers" },
  freezing: { values: { hearingDate: { day: "2023-01-23" } }, source: "ecbHearing", answeredBy: "ecbHearing" },
  terminalFailure: { values: { terminalsDate: { day: "2022-05-24" } }, source: "terminals" },
  // Card payments in Spanish shops; the large ones have power and approvals of their own.
  blackout: {
    values: {
      blackoutDate: { day: "2025-04-28" },
      cardDrop: { percent: 55 },
      cardDropLarge: { percent: 35 },
      machinesDown: { percent: 96 },
      // Against an ordinary day.
      withdrawalsRise: { percent: 114 },
    },
    source: "blackout",
  },
  // At the worst time; in part because many of them closed.
  blackoutSmallShops: { values: { cardDropSmall: { percent: 80 } }, source: "blackoutShops" },
  // In Spain, by its clocks.
  blackoutHours: {
    values: {
      powerOut: { moment: "2025-04-28T12:33" },
      powerBack: { moment: "2025-04-29T07:00" },
      powerBackShare: { percent: 99 },
    },
    source: "gridOperators",
    also: ["powerBack"],
  },
  outages: { values: {}, source: "blackout", answeredBy: "ecbAnswers" },
  // At a limit of 3,000 euros.
  deposits: {
    values: {
      outflowExtreme: { money: 699e9 },
      outflowNormal: { money: 100e9 },
      depositShare: { percent: 8.2 },
      banksAffected: 13,
      banksExamined: 2025,
      bankAssets: { percent: 0.3 },
    },
    source: "ecbLimits",
    also: ["mniLimits"],
    answeredBy: "ecbLimits",
  },
  conditions: {
    values: { draftDate: { day: "2023-06-28" } },
    source: "draftDigital",
    also: ["jointOpinion"],
    answeredBy: "ecbHearing",
  },
  accessToCash: {
    values: {
      hardAccess: { percent: 15 },
      hardAccessBefore: { percent: 6 },
      surveyYear: { year: 2023 },
      surveyYearBefore: { year: 2021 },
    },
    source: "bundesbank",
  },
  cashMachines: {
    values: { machines: 49_750, machinesBefore: 59_000, machinesYear: { year: 2024 }, machinesYearBefore: { year: 2018 } },
    source: "machines",
    also: ["machinesBefore"],
  },
  withoutAccount: { values: { courtDate: { day: "2022-04-27" } }, source: "federalCourt" },
  exclusion: { values: {}, source: "federalCourt", answeredBy: "ecbAnswers" },
  technology: { values: { economists: 70 }, source: "economists" },
  changeableLimit: { values: {}, source: "council", also: ["parliament"], answeredBy: "ecbAnswers" },
  intermediaries: { values: {}, source: "draftDigital", answeredBy: "ecbAnswers" },
  singleAccess: { values: {}, source: "jointOpinion", answeredBy: "ecbAnswers" },

  cashUse: {
    values: {
      cashYear: { year: 2024 },
      cashYearBetween: { year: 2022 },
      cashYearBefore: { year: 2019 },
      cashShare: { percent: 52 },
      cashShareBetween: { percent: 59 },
      cashShareBefore: { percent: 72 },
      cashImportant: { percent: 62 },
      cashImportantBetween: { percent: 60 },
    },
    source: "ecbSpace",
  },
  // The other half of the same study, of 2024: a text that says the number of cash payments says this, too.
  cashBesideOthers: {
    values: {
      cashShareByValue: { percent: 39 },
      cardShareByValue: { percent: 45 },
      preferOther: { percent: 55 },
      preferCash: { percent: 22 },
    },
    source: "ecbSpace",
  },
  // Of 2022, as the study of 2024 gives it; others rounded its figures of that year otherwise. Of 2019 none was found.
  cashByValueBefore: {
    values: { cashShareByValueBetween: { percent: 42 }, cardShareByValueBetween: { percent: 46 } },
    source: "ecbSpace",
  },
  // Euros; the anti-money-laundering regulation, not the one on the digital euro. The cap binds every trader (article 80), the duty
  // to identify those alone whom that law obliges (article 19).
  cashCap: { values: { capDate: { day: "2027-07-10" }, cashCap: 10_000, identifiedFrom: 3000 }, source: "moneyLaundering" },
  // Euros per person, and hours.
  cashReserve: { values: { reserveLow: 70, reserveHigh: 100, reserveHours: 72 }, source: "ecbBulletin" },
  legalTender: { values: { judgementDate: { day: "2021-01-26" } }, source: "courtOfJustice" },
  cashProposal: { values: { cashDraftDate: { day: "2023-06-28" } }, source: "draftCash" },
  // Each of these is said where its country's language is read. The limits are euros, in Poland zloty.
  germanShops: { values: {}, source: "germanShops" },
  frenchCash: { values: { frFine: 150, frLimit: 1000 }, source: "frenchPenalCode", also: ["frenchCashLimit"] },
  italianCash: { values: { itFine: 30, itLimit: 5000 }, source: "italianPenalCode", also: ["italianCashLimit"] },
  spanishCash: { values: { esLimit: 1000 }, source: "spanishConsumerLaw", also: ["spanishCashLimit"] },
  polishCash: { values: { plLimit: 20_000 }, source: "polishPaymentLaw" },
  dutchCash: { values: { nlAdult: 70, nlChild: 30 }, source: "dutchReserve" },
} as const satisfies Record<string, Fact<SourceId>>;

export type FactId = keyof typeof FACTS;
