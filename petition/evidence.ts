import type { Language } from "./known-languages.ts";

/** `to`: of a range. A `moment` is local time where it happened, as `2025-04-28T12:33`. */
export type Value =
  | number
  | { money: number; to?: number }
  | { percent: number }
  | { year: number }
  | { day: string }
  | { moment: string };

export interface Fact<SourceId extends string = string> {
  values: Readonly<Record<string, Value>>;
  source: SourceId;
  also?: readonly SourceId[];
  /** Of what is disputed: where the other side says so. */
  answeredBy?: SourceId;
}

/** `{language}` in an address is the reader's language, if the publisher offers all of the campaign's. */
export interface Source {
  url: string;
  date: string;
  language?: Language;
  kind: "law" | "lawmaking" | "judgment" | "pressRelease" | "statement" | "study" | "analysis" | "press";
  /** `secondHand`: a copy elsewhere, or what others report of it. `unopened`: known, and still to be looked up. */
  seen: { on: string; at: "original" | "secondHand" } | { at: "unopened" };
}

export interface Evidence {
  facts: Readonly<Record<string, Fact>>;
  sources: Readonly<Record<string, Source>>;
  words: Readonly<Record<string, string>>;
}
