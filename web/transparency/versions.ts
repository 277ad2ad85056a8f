import type { TextVersion } from "../../contract/transparency.ts";
import { LANGUAGES, type Language } from "../../petition/language.ts";
import { type Change, wordDifferences } from "./word-differences.ts";

export interface Version extends Pick<TextVersion, "hash" | "hour" | "text"> {
  /** Since the one before; null for the first. */
  changes: Change[] | null;
}

export interface TextsOf {
  language: Language;
  /** The oldest first. */
  versions: Version[];
}

/** `own`: the reader's language stands first. */
export function versionsOf(texts: readonly TextVersion[], own: Language): TextsOf[] {
  const others = LANGUAGES.filter((language) => language !== own);
  return [own, ...others]
    .map((language) => ({ language, versions: inTurn(texts.filter((one) => one.language === language)) }))
    .filter(({ versions }) => versions.length > 0);
}

function inTurn(texts: TextVersion[]): Version[] {
  return texts.map(({ hash, hour, text }, place) => {
    const before = texts[place - 1];
    return { hash, hour, text, changes: before ? wordDifferences(before.text, text) : null };
  });
}
