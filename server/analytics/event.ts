/** Only what is on the list passes, so that nothing else can be stored or handed on. */
import { z } from "zod";
import { ANALYTICS_EVENTS, type AnalyticsEvent } from "../../contract/analytics.ts";
import { LANGUAGES } from "../../petition/language.ts";
import { petitionConfig } from "../../petition.config.ts";

const told = z.object({
  event: z.enum(Object.keys(ANALYTICS_EVENTS) as [AnalyticsEvent, ...AnalyticsEvent[]]),
  target: z.string().max(40).optional(),
  petition: z.literal(petitionConfig.petitionId),
  /** Without query: nothing that a person typed or was sent fits into it. */
  path: z.string().regex(/^\/[a-z0-9/-]{0,100}$/),
  language: z.enum(LANGUAGES),
});
export type PageEvent = z.infer<typeof told>;

export function readEvent(body: unknown): PageEvent | null {
  const { data } = told.safeParse(body);
  if (!data) return null;
  const targets: readonly string[] = ANALYTICS_EVENTS[data.event];
  if (targets.length === 0) return { ...data, target: undefined };
  return targets.includes(data.target ?? "") ? data : null;
}
