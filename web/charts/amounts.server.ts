import { localeOf, numberFormat, percentIn } from "../../messages/translate.ts";
import type { Language } from "../../petition/language.ts";

export function moneyIn(language: Language, least: number, most = least): string {
  const look = { style: "currency", currency: "EUR", minimumFractionDigits: 0, maximumFractionDigits: 2 } as const;
  // "18.000 M €", where `Intl` has "18 mil M €".
  if (language === "es") return rangeIn(numberFormat(language, look), least / 1e6, most / 1e6).replace("€", "M\u00a0€");
  return rangeIn(numberFormat(localeOf(language), { ...look, notation: "compact" }), least, most);
}

/** "4–5,77 Milliarden": what they are counted in stands once, in the form that the last one needs. Both are of one magnitude. */
export function rangeIn(format: Intl.NumberFormat, least: number, most: number): string {
  const digits = format.formatToParts(least).filter(isDigits);
  const from = digits.map(({ value }) => value).join("");
  const parts = format.formatToParts(most);
  const first = parts.findIndex(isDigits);
  const whole = parts.map(({ value }, place) => (place === first && least !== most ? `${from}–${value}` : value));
  return whole.join("").replaceAll(" ", "\u00a0");
}

function isDigits({ type }: Intl.NumberFormatPart): boolean {
  return ["integer", "group", "decimal", "fraction"].includes(type);
}

export function countIn(language: Language, count: number): string {
  return numberFormat(localeOf(language), { useGrouping: true }).format(count);
}

/** "+114 %", with a real minus. */
export function changeIn(language: Language, percentage: number): string {
  const amount = percentIn(language, Math.abs(percentage));
  return `${percentage < 0 ? "\u2212" : "+"}${amount}`;
}
