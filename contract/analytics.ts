import { z } from "zod";
import { LANGUAGES } from "../petition/language.ts";
import { type DescribedCalls, named, refused } from "./described.ts";

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

const TARGETS = Object.values(ANALYTICS_EVENTS).flatMap((targets) => [...targets]);

export const toldEvent = named("Event", {
  event: z.enum(Object.keys(ANALYTICS_EVENTS) as [AnalyticsEvent, ...AnalyticsEvent[]]),
  target: z
    .string()
    .max(40)
    .optional()
    .describe(`Where the event has one: ${[...new Set(TARGETS)].join(", ")}`),
  petition: z.string().describe("The id of the petition, as it stands in petition.config.ts"),
  path: z
    .string()
    // Without query, in which a link's token would be: nothing that a person typed or was sent fits into it.
    .regex(/^\/[a-z0-9/-]{0,100}$/)
    .describe("Of the page, without its query"),
  language: z.enum(LANGUAGES),
});
export type ToldEvent = z.infer<typeof toldEvent>;

export const ANALYTICS_CALLS = {
  tellEvent: {
    tag: "Machines",
    says: "What our own pages do, where events are counted at all. Nothing of the visitor is stored.",
    body: toldEvent,
    answers: { 204: { says: "Taken" }, 400: refused("No such event") },
    isStill: true,
  },
} satisfies DescribedCalls;
