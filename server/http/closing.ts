/** The end of the server's connections: what is in flight is answered, and then nothing waits for what may never come. */
import type { FastifyInstance } from "fastify";

/** Milliseconds. */
const LOOK_EVERY = 100;
/** A client that does not finish its request is not waited for longer: container platforms kill after ten seconds. */
const PATIENCE = 7_000;

/**
 * From the moment of closing each answer is its connection's last. Node closes what is idle at that moment, but what
 * becomes idle later would stay for as long as clients keep connections: longer than operators wait.
 */
export function closeConnectionsAtTheEnd(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook("preClose", async () => {
    isClosing = true;
    if (!app.server.listening) return;
    const timer = setInterval(() => app.server.closeIdleConnections(), LOOK_EVERY);
    const end = setTimeout(() => app.server.closeAllConnections(), PATIENCE);
    app.server.once("close", () => {
      clearInterval(timer);
      clearTimeout(end);
    });
  });
  app.addHook("onSend", async (_request, reply) => {
    if (isClosing) reply.header("connection", "close");
  });
}
