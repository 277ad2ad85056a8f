import type { CalendarDay } from "./calendar.ts";
import type { NoticeTexts } from "./collection.ts";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "./language.ts";

/** What an entry of the feed is of. `news`: whatever the administrator writes. */
export type News =
  | { kind: "milestone"; milestone: number; count: number; target: number }
  | { kind: "open" }
  | { kind: "paused" | "closed"; day: CalendarDay | null; texts: NoticeTexts }
  | { kind: "handover"; date: CalendarDay; recipient: Partial<Record<Language, string | null>>; texts: NoticeTexts }
  | { kind: "news"; texts: NoticeTexts };

/** In `wanted`, else in a language that there is; null without any. */
export function writtenIn(texts: NoticeTexts, wanted: Language): { language: Language; text: string } | null {
  const language = [wanted, DEFAULT_LANGUAGE, ...LANGUAGES].find((one) => texts[one]);
  return language ? { language, text: texts[language] ?? "" } : null;
}
