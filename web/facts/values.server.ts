import { dateIn, numberFormat, percentIn, type Values } from "../../messages/translate.ts";
import type { Value } from "../../petition/evidence.ts";
import { FACT_WORDS, FACTS, seenSince } from "../../petition/facts.ts";
import type { Language } from "../../petition/language.ts";
import { rangeIn } from "../charts/amounts.server.ts";

export function valuesIn(
  language: Language,
  of: Readonly<Record<string, { values: Readonly<Record<string, Value>> }>> = FACTS,
): Values {
  const all = Object.values(of).flatMap(({ values }) => Object.entries(values));
  return {
    ...Object.fromEntries(all.map(([name, value]) => [name, valueIn(language, value)])),
    ...FACT_WORDS,
    checked: dayIn(language, seenSince()),
  };
}

function valueIn(language: Language, value: Value): string | number {
  if (typeof value === "number") return value;
  if ("money" in value) return largeAmount(language, value.money, value.to);
  if ("percent" in value) return percentIn(language, value.percent);
  if ("year" in value) return String(value.year);
  if ("moment" in value) return timeIn(language, value.moment);
  return dayIn(language, value.day);
}

/** "1,3 Milliarden", "4–5,77 Milliarden". Spanish counts thousands of millions where others say billions. */
function largeAmount(language: Language, amount: number, most = amount): string {
  if (language === "es") return `${rangeIn(numberFormat(language), amount / 1e6, most / 1e6)}\u00a0millones`;
  return rangeIn(
    numberFormat(language, { notation: "compact", compactDisplay: "long", maximumFractionDigits: 2 }),
    amount,
    most,
  );
}

/** `day` is ISO 8601, without a clock time and so without a zone. English is written as in Europe. Day and month stay together. */
export function dayIn(language: Language, day: string, look: Intl.DateTimeFormatOptions = { dateStyle: "long" }): string {
  return dateIn(language, day, { ...look, timeZone: "UTC" }).replace(" ", "\u00a0");
}

/** `moment` is a clock time of the place, and so without a zone, too. */
export function timeIn(language: Language, moment: string): string {
  return dateIn(language, `${moment}Z`, { timeStyle: "short", timeZone: "UTC" });
}
