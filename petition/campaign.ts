/** What a petition sets for itself. Its words stand beside it, in `messages/<language>/`, under the keys that are named here. */
import type { Language } from "./known-languages.ts";

export interface Campaign {
  /** In which the site speaks. Addresses in the first have no prefix. */
  languages: readonly [Language, ...Language[]];
  goal: number;
  /** Each says `home.why.demands.<id>`. They are what is signed. */
  demands: readonly [string, ...string[]];
  /** By group: `home.why.<group>.title`, and `home.why.<group>.<id>` for each reason. */
  reasons: Readonly<Record<string, readonly string[]>>;
  /** In the legal notice: `legal.advocacy.<id>.title` and `.text`. Without any, it does not speak of it. */
  standsFor: readonly string[];
  /**
   * What can be printed. `till` says `material.sheet.till`, `.welcome` and `.keep`. `signatureCard` and `signatureList` collect
   * signatures on paper; the privacy policy then says so.
   */
  pieces: readonly [PieceId, ...PieceId[]];
  /** The last part of the article's address in each language, or null without an article. */
  article: Readonly<Partial<Record<Language, string>>> | null;
}

export type PieceId = "posterA4" | "posterA3" | "leaflet" | "strips" | "till" | "signatureCard" | "signatureList";
