import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Milliseconds } from "../../../petition/duration.ts";
import type { Listeners } from "./listeners.ts";

const LOOK_EVERY = 100;
/** A client that does not finish its request is not waited for longer: container platforms kill after ten seconds. */
const PATIENCE = 7_000;

export interface Shutdown {
  hasBegun: boolean;
  begin(): void;
  /** Begins, and resolves after the grace. A client that drops idle connections sooner is never cut off (decision 0018). */
  leave(): Promise<void>;
}

export function openShutdown(grace: Milliseconds): Shutdown {
  const shutdown: Shutdown = {
    hasBegun: false,
    begin() {
      shutdown.hasBegun = true;
    },
    async leave() {
      shutdown.begin();
      if (grace > 0) await pause(grace);
    },
  };
  return shutdown;
}

/** Node closes what is idle at that moment; what becomes idle later would stay for as long as clients keep connections. */
export function closeConnectionsAtTheEnd(app: FastifyInstance, shutdown: Shutdown, listeners: Listeners): void {
  let othersGone: Promise<void> = Promise.resolve();
  app.addHook("preClose", async () => {
    shutdown.begin();
    if (!app.server.listening) return;
    const timer = setInterval(() => app.server.closeIdleConnections(), LOOK_EVERY);
    const end = setTimeout(() => app.server.closeAllConnections(), PATIENCE);
    othersGone = listeners.close();
    void Promise.all([once(app.server, "close"), othersGone]).finally(() => {
      clearInterval(timer);
      clearTimeout(end);
    });
  });
  // The framework waits for those who came in by the first alone.
  app.addHook("onClose", () => othersGone);
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (shutdown.hasBegun) reply.header("connection", "close");
    done(null, payload);
  });
}
