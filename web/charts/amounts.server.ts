import { localeOf, numberFormat, percentIn } from "../../messages/translate.ts";
import type { Language } from "../../petition/language.ts";

export function moneyIn(language: Language, least: number, most = least): string {
  const format = numberFormat(localeOf(language), {
    ...{ style: "currency", currency: "EUR", notation: "compact" },
    maximumFractionDigits: 2,
  });
  return least === most ? format.format(least) : format.formatRange(least, most);
}

export function countIn(language: Language, count: number): string {
  return numberFormat(localeOf(language), { useGrouping: true }).format(count);
}

/** "+114 %", with a real minus. */
export function changeIn(language: Language, percentage: number): string {
  const amount = percentIn(language, Math.abs(percentage));
  return `${percentage < 0 ? "\u2212" : "+"}${amount}`;
}
