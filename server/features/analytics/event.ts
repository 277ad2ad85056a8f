/** Only what is on the list passes, so that nothing else can be stored or handed on. */
import type { z } from "zod";
import { ANALYTICS_EVENTS, toldEvent } from "../../../contract/analytics.ts";
import { petitionConfig } from "../../../petition.config.ts";

export type PageEvent = z.infer<typeof toldEvent>;

export function readEvent(body: unknown): PageEvent | null {
  const { data } = toldEvent.safeParse(body);
  if (data?.petition !== petitionConfig.petitionId) return null;
  const targets: readonly string[] = ANALYTICS_EVENTS[data.event];
  if (targets.length === 0) return { ...data, target: undefined };
  return targets.includes(data.target ?? "") ? data : null;
}
