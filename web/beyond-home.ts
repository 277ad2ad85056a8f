import { learn } from "./catalogues.ts";

/** The words that the home page does without. Each page that says any of them awaits this before anything else. */
export function learnBeyondHome(): Promise<void> {
  return learn({
    de: () => import("virtual:messages/de/beyond-home"),
    en: () => import("virtual:messages/en/beyond-home"),
    fr: () => import("virtual:messages/fr/beyond-home"),
    it: () => import("virtual:messages/it/beyond-home"),
    es: () => import("virtual:messages/es/beyond-home"),
    pl: () => import("virtual:messages/pl/beyond-home"),
    nl: () => import("virtual:messages/nl/beyond-home"),
  });
}
