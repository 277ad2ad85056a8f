import type { FastifyReply } from "fastify";
import { POLL_INTERVAL } from "../../../petition/polling.ts";

/** The one place that says how often open pages ask, where that is more seldom than they would by themselves. */
export interface PollInterval {
  /** Whole seconds; null where they ask as they do. */
  set(seconds: number | null): void;
  /** Tells whoever polls. */
  tell(reply: FastifyReply): FastifyReply;
}

export function pollInterval(): PollInterval {
  let longer: number | null = null;
  return {
    set(seconds) {
      longer = seconds;
    },
    tell: (reply) => (longer === null ? reply : reply.header(POLL_INTERVAL, longer)),
  };
}
