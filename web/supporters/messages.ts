import { learn } from "../catalogues.ts";

/** The words of the pages of the list, which each of them awaits before anything else. */
export function learnSupporters(): Promise<void> {
  return learn({
    de: () => import("virtual:messages/de/supporters"),
    en: () => import("virtual:messages/en/supporters"),
    fr: () => import("virtual:messages/fr/supporters"),
    it: () => import("virtual:messages/it/supporters"),
    es: () => import("virtual:messages/es/supporters"),
    pl: () => import("virtual:messages/pl/supporters"),
    nl: () => import("virtual:messages/nl/supporters"),
  });
}
