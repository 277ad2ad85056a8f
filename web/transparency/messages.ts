import { learn } from "../catalogues.ts";

/** The words of the page of the public log, which no other page needs. Before anything else of the page it awaits these. */
export function learnTransparency(): Promise<void> {
  return learn({
    de: () => import("virtual:messages/de/transparency"),
    en: () => import("virtual:messages/en/transparency"),
    fr: () => import("virtual:messages/fr/transparency"),
    it: () => import("virtual:messages/it/transparency"),
    es: () => import("virtual:messages/es/transparency"),
    pl: () => import("virtual:messages/pl/transparency"),
    nl: () => import("virtual:messages/nl/transparency"),
  });
}
