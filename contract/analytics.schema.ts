import { z } from "zod";
import { LANGUAGES } from "../petition/language.ts";
import { ANALYTICS_EVENTS, type AnalyticsEvent, type ToldEvent } from "./analytics.ts";
import { shapeOf } from "./shape.schema.ts";

const TARGETS = Object.values(ANALYTICS_EVENTS).flatMap((targets) => [...targets]);

export const toldEvent = shapeOf<ToldEvent>()(
  z.object({
    event: z.enum(Object.keys(ANALYTICS_EVENTS) as [AnalyticsEvent, ...AnalyticsEvent[]]),
    target: z
      .string()
      .max(40)
      .optional()
      .describe(`Where the event has one: ${[...new Set(TARGETS)].join(", ")}`),
    petition: z.string().describe("The id of the petition, as it stands in petition.config.ts"),
    path: z
      .string()
      // Without query: nothing that a person typed or was sent fits into it.
      .regex(/^\/[a-z0-9/-]{0,100}$/)
      .describe("Of the page, without its query"),
    language: z.enum(LANGUAGES),
  }),
).meta({ id: "Event" });
