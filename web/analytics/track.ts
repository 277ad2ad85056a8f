/** Tells our own server of an event, if it counts any (`ANALYTICS`). Without id, cookie or storage. */
import { useEffect } from "react";
import type { AnalyticsEvent, DonationTarget, ToldEvent } from "../../contract/machines.ts";
import type { Language } from "../../petition/language.ts";
import { petitionConfig } from "../../petition.config.ts";

export function track(event: AnalyticsEvent, target?: DonationTarget): void {
  const { lang, dataset } = document.documentElement;
  if (!("analytics" in dataset)) return;
  const language = lang as Language;
  const report: ToldEvent = { event, target, petition: petitionConfig.petitionId, path: location.pathname, language };
  // Survives leaving the page, which a click on a link may mean.
  navigator.sendBeacon?.("/api/analytics", new Blob([JSON.stringify(report)], { type: "application/json" }));
}

export function useView(event: AnalyticsEvent, key?: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page of a list is another view
  useEffect(() => track(event), [event, key]);
}
