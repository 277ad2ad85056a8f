import type { Language } from "../petition/language.ts";

/** Each with the targets it may name. */
export const ANALYTICS_EVENTS = {
  donate_footer_view: [],
  donate_footer_click: ["payment_provider", "association"],
  donate_view: [],
  donate_click: ["payment_provider", "association"],
  sign_success: [],
  why_panel_click: [],
  why_panel_open: [],
  confirm_view: [],
  supporters_list_view: [],
} as const satisfies Record<string, readonly string[]>;

export type AnalyticsEvent = keyof typeof ANALYTICS_EVENTS;
export type DonationTarget = (typeof ANALYTICS_EVENTS)["donate_click"][number];

/** `POST /api/analytics`. `path` carries no query: a link's token would be in it. */
export interface ToldEvent {
  event: AnalyticsEvent;
  target?: string;
  petition: string;
  path: string;
  language: Language;
}
