import type { Language } from "../../petition/language.ts";
import type { Format } from "../translation.tsx";

export interface PublishedSource {
  id: "ecbSpace" | "bundesbank";
  url: string;
  published: string;
  language: Language;
}

/** A numeral, and where it comes from. */
export interface Figure {
  share: number;
  source: PublishedSource;
}

export interface HomeFigures extends Record<"payments" | "choice" | "access", Figure> {
  /** What is said of them in the texts, by the same names. */
  values: Record<string, { percent: number } | { year: number }>;
  seenSince: string;
}

export function valuesIn(format: Format, { values }: HomeFigures): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      "percent" in value ? format.percent(value.percent) : String(value.year),
    ]),
  );
}
