import type { FastifyReply } from "fastify";
import { POLL_INTERVAL } from "../../../petition/polling.ts";

export interface PollInterval {
  /** Whole seconds; null where they ask as they do. */
  set(seconds: number | null): void;
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
