/** The table of words in `docs/translating/<language>.md`, and how a text is held to it. */
import type { Language } from "../../petition/known-languages.ts";
import { textOf } from "../tracked.ts";

export interface Term {
  /** As the German texts say it. */
  german: string[];
  /** As this language says it; the first is the usual one. */
  said: string[];
  /** Words that no text says. */
  avoided: string[];
  /** Keys that say it in other words, on purpose. */
  otherwise: string[];
}

const ROW = /^\| (?!German \||---)(.+?) \| (.+?) \| (.*?) ?\| (.*?) ?\|$/gm;
const BACK_QUOTED = /`([^`]+)`/g;

export function glossaryOf(language: Language): Term[] {
  return [...textOf(`docs/translating/${language}.md`).matchAll(ROW)].map(
    ([, german = "", said = "", avoided = "", keys = ""]) => ({
      german: listed(german),
      said: listed(said),
      avoided: listed(avoided),
      otherwise: [...keys.matchAll(BACK_QUOTED)].map(([, key = ""]) => key),
    }),
  );
}

/** Whether a text has the word, from its beginning; `…` stands for any ending. Commands, names of values and soft hyphens are no words. */
export function says(text: string, word: string): boolean {
  const parts = word.split("…").map((part) => part.trim().replaceAll(" ", "\\s"));
  const pattern = parts.join("[\\p{L}-]*\\s?").replace(/\\s\?$/, "");
  const end = word.endsWith("…") ? "" : "(?!\\p{L})";
  return new RegExp(`(?<!\\p{L})${pattern}${end}`, "iu").test(plain(text));
}

function plain(text: string): string {
  return text
    .replaceAll("\u00ad", "")
    .replace(
      /<code>.*?<\/code>|npm run petition|petition\.config\.ts|(?<!\b(?:one|two|few|many|other) |=\d )\{\w+(?=[,}])/g,
      "",
    );
}

function listed(cell: string): string[] {
  return cell.split(", ").filter(Boolean);
}
