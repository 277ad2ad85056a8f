import words from "virtual:words/beyond-home";
import { learn } from "./catalogues.ts";

/** The words that the home page does without. Each page that says any of them awaits this before anything else. */
export function learnBeyondHome(): Promise<void> {
  return learn(words);
}
