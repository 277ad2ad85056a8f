import type { FastifyInstance } from "fastify";

const LOOK_EVERY = 100;
/** A client that does not finish its request is not waited for longer: container platforms kill after ten seconds. */
const PATIENCE = 7_000;

/** Node closes what is idle at that moment; what becomes idle later would stay for as long as clients keep connections. */
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
