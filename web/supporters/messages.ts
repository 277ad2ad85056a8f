import words from "virtual:words/supporters";
import { learn } from "../catalogues.ts";

export function learnSupporters(): Promise<void> {
  return learn(words);
}
