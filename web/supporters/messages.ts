import words from "virtual:words/supporters";
import { learn } from "../catalogues.ts";

/** The words of the pages of the list, which each of them awaits before anything else. */
export function learnSupporters(): Promise<void> {
  return learn(words);
}
