import { once } from "node:events";
import { createServer, type ListenOptions, type Server as NetServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance, FastifyListenOptions } from "fastify";
import type { Milliseconds } from "../../../petition/duration.ts";
import { BACKLOG } from "./connections.ts";

/** A turn of the event loop takes one connection from each listening socket: under load, with one socket, nobody new was served for minutes. */
export const LISTENERS = 16;

export type ListenAt = { host: string; port: number; fds: null } | { host: string; fds: number[] };

export type Listeners = ReturnType<typeof makeListeners>;

type Listening = FastifyListenOptions & ListenOptions & { fd?: number };

export function makeListeners() {
  const others: NetServer[] = [];

  async function listenBeside(app: FastifyInstance, at: Listening): Promise<void> {
    const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => app.server.emit("connection", socket));
    others.push(listener);
    listener.listen({ ...at, backlog: BACKLOG });
    await once(listener, "listening");
  }

  return {
    async open(app: FastifyInstance, at: ListenAt): Promise<void> {
      if (at.fds !== null) {
        const [first, ...others] = at.fds;
        await app.listen({ host: at.host, fd: first, backlog: BACKLOG } as Listening);
        for (const fd of others) await listenBeside(app, { fd });
        return;
      }
      const { host, port } = at;
      const reusePort = await maySeveralListen(host, port);
      await app.listen({ host, port, reusePort, backlog: BACKLOG } as Listening);
      const address = app.server.address();
      if (!reusePort || address === null || typeof address === "string") return;
      for (let listener = 1; listener < LISTENERS; listener++)
        await listenBeside(app, { host: address.address, port: address.port, reusePort });
    },
    async close(): Promise<void> {
      const open = others.splice(0).filter((listener) => listener.listening);
      await Promise.all(open.map((listener) => new Promise((resolve) => listener.close(resolve))));
    },
  };
}

/** False if the system cannot share a port. Throws if somebody listens already: two sites that share a port would each get some of the visitors. */
async function maySeveralListen(host: string, port: number): Promise<boolean> {
  if (process.platform !== "linux") return false;
  await tryListening({ host, port });
  return tryListening({ host, port, reusePort: true }).then(
    () => true,
    () => false,
  );
}

async function tryListening(at: ListenOptions): Promise<void> {
  const probe = createServer().listen(at);
  await once(probe, "listening");
  probe.close();
  await once(probe, "close");
}

const LOOK_EVERY = 100;
/** A client that does not finish its request is not waited for longer: container platforms kill after ten seconds. */
const PATIENCE = 7_000;

export type Shutdown = ReturnType<typeof openShutdown>;

export function openShutdown(grace: Milliseconds) {
  const shutdown = {
    hasBegun: false,
    begin(): void {
      shutdown.hasBegun = true;
    },
    /** Resolves after the grace. A client that drops idle connections sooner is never cut off (decision 0018). */
    async leave(): Promise<void> {
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
