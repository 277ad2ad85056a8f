import words from "virtual:words/thanks";
import { learn } from "../catalogues.ts";

/** The words of the sheet that thanks. */
export function learnThanks(): Promise<void> {
  return learn(words);
}
