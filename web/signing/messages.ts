import words from "virtual:words/thanks";
import { learn } from "../catalogues.ts";

export function learnThanks(): Promise<void> {
  return learn(words);
}
