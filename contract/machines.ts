import { z } from "zod";
import { LANGUAGES } from "../petition/language.ts";
import { answer, type DescribedCalls, named, refused, text } from "./described.ts";

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

export const toldEvent = named("Event", {
  event: z.enum(Object.keys(ANALYTICS_EVENTS) as [AnalyticsEvent, ...AnalyticsEvent[]]),
  target: z
    .string()
    .max(40)
    .optional()
    .describe(`Where the event has one: ${[...new Set(Object.values(ANALYTICS_EVENTS).flat())].join(", ")}`),
  petition: z.string().describe("The id of the petition, as it stands in petition.config.ts"),
  path: z
    .string()
    // Without query, in which a link's token would be: nothing that a person typed or was sent fits into it.
    .regex(/^\/[a-z0-9/-]{0,100}$/)
    .describe("Of the page, without its query"),
  language: z.enum(LANGUAGES),
});
export type ToldEvent = z.infer<typeof toldEvent>;

export const relayedReport = named("RelayedReport", {
  messageId: z.string().max(1000).optional().describe("Of the e-mail that came back; this or the recipient is needed"),
  recipient: z.string().max(400).optional(),
  kind: z.enum(["hard", "soft", "complaint"]),
});

/** `ignored`: no report, or of nothing that concerns us; `unknown`: of no e-mail of ours. */
const bounceOutcome = named("ReportTaken", { outcome: z.enum(["noted", "ignored", "unknown"]) });

export interface ApiDescription {
  openapi: string;
  info: { title: string; version: string; summary: string; description: string; license: object; contact: object };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Shape>; responses: Record<string, Answered>; securitySchemes: object };
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, Answered | Reference>;
  security: object[];
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: Shape;
  example?: unknown;
}

export interface Answered {
  description: string;
  headers?: Record<string, { description: string; schema: Shape }>;
  content?: Content;
}

type Content = Record<string, { schema: Shape; example?: unknown }>;

export type Reference = { $ref: string };

export interface Shape extends Partial<Record<"$ref" | "description" | "format" | "pattern", string>> {
  type?: string | string[];
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
  additionalProperties?: Shape;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
}

const siteStatus = named("SiteStatus", { status: z.string() });

export const MACHINES_CALLS = {
  tellEvent: {
    tag: "Machines",
    says: "What our own pages do, where events are counted at all. Nothing of the visitor is stored.",
    body: toldEvent,
    answers: { 204: { says: "Taken" }, 400: refused("No such event") },
    isStill: true,
  },
  handInReport: {
    tag: "Machines",
    says: "An e-mail with a delivery report or a complaint, or what a relay says of one.",
    takes: z.object({ "X-Signature": z.string().describe("HMAC-SHA-256 of the body under MAIL_WEBHOOK_KEY, in hex") }),
    body: relayedReport,
    answers: {
      200: answer("Understood, or nothing to do", bounceOutcome),
      400: refused("JSON that says nothing of an e-mail"),
      401: refused("The signature is not right"),
      415: refused("Neither an e-mail nor JSON"),
    },
    isLimited: true,
  },
  description: {
    tag: "Machines",
    says: "OpenAPI 3.1.",
    answers: { 200: answer("The description", z.looseObject({ openapi: z.string() }) as unknown as z.ZodType<ApiDescription>) },
    isStill: true,
  },
  health: {
    tag: "Machines",
    says: "For load balancers. It asks nobody.",
    answers: { 200: answer("It is", siteStatus) },
    isStill: true,
  },
  readiness: {
    tag: "Machines",
    says: "For load balancers.",
    answers: { 200: answer("It does", siteStatus), 503: answer("It does not", siteStatus) },
  },
  metrics: {
    tag: "Machines",
    says: "From the machine itself without a key.",
    answers: { 200: text("In the text form of Prometheus", "text/plain") },
  },
} satisfies DescribedCalls;
