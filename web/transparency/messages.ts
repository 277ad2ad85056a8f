import words from "virtual:words/transparency";
import { learn } from "../catalogues.ts";

/** The words of the page of the public log, which no other page needs. Before anything else of the page it awaits these. */
export function learnTransparency(): Promise<void> {
  return learn(words);
}
