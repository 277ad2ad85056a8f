import type { Added, Removed } from "../petition/transparency/entry.ts";

export const COUNT_STEPS = ["day", "hour"] as const;
export type CountStep = (typeof COUNT_STEPS)[number];

export const COUNT_FORMATS = ["json", "csv"] as const;
export type CountFormat = (typeof COUNT_FORMATS)[number];

/** What the public log says of a day or an hour, in UTC: reasons that do not occur are left out. */
export interface CountRow {
  /** `2026-11-22`, or `2026-11-22T01:00Z`. */
  time: string;
  added: Partial<Record<Added, number>>;
  removed: Partial<Record<Removed, number>>;
}

/** Of the counted signatures. `language`: one of the petition's, or `other`. */
export interface LanguageCount {
  language: string;
  count: number;
}

/** `GET /api/open/counts`; the oldest row first, the largest language first. */
export interface OpenCounts {
  by: CountStep;
  rows: CountRow[];
  languages: LanguageCount[];
}

export interface OpenData {
  openCounts(by: CountStep): Promise<OpenCounts>;
}
