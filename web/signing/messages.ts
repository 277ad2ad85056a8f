import { learn } from "../catalogues.ts";

/** The words of the sheet that thanks. */
export function learnThanks(): Promise<void> {
  return learn({
    de: () => import("virtual:messages/de/thanks"),
    en: () => import("virtual:messages/en/thanks"),
    fr: () => import("virtual:messages/fr/thanks"),
    it: () => import("virtual:messages/it/thanks"),
    es: () => import("virtual:messages/es/thanks"),
    pl: () => import("virtual:messages/pl/thanks"),
    nl: () => import("virtual:messages/nl/thanks"),
  });
}
