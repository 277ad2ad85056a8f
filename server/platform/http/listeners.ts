/** Where connections come in: several sockets that listen at one address (decision 0054). */
import { once } from "node:events";
import { createServer, type ListenOptions, type Server as NetServer } from "node:net";
import type { FastifyInstance, FastifyListenOptions } from "fastify";
import { BACKLOG } from "./connections.ts";

/**
 * Each turn of the event loop takes one connection from each socket that listens (libuv since 1.45). With one socket, whoever is new comes in one a
 * turn, and a turn gets longer with all that is asked over connections which are there: at the peak nobody new came in for minutes.
 */
export const LISTENERS = 16;

/** `fds`: of sockets that listen already. */
export type ListenAt = { host: string; port: number; fds: null } | { host: string; fds: number[] };

export interface Listeners {
  /** Throws where somebody else listens there. */
  open(app: FastifyInstance, at: ListenAt): Promise<void>;
  /** Nobody comes in any more. Resolves once the last who came in by the listeners beside the first has gone. */
  close(): Promise<void>;
}

/** Fastify hands on to Node.js what its types leave out. */
type Listening = FastifyListenOptions & ListenOptions & { fd?: number };

export function makeListeners(): Listeners {
  const others: NetServer[] = [];

  /** Those who come in by another listener are served as those who come in by the first. */
  async function listenBeside(app: FastifyInstance, at: Listening): Promise<void> {
    // As the server of HTTP makes its own.
    const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => app.server.emit("connection", socket));
    others.push(listener);
    listener.listen({ ...at, backlog: BACKLOG });
    await once(listener, "listening");
  }

  return {
    async open(app, at) {
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
    async close() {
      const open = others.splice(0).filter((listener) => listener.listening);
      await Promise.all(open.map((listener) => new Promise((resolve) => listener.close(resolve))));
    },
  };
}

/**
 * False where the system knows no such sharing, or means something else by it. Throws where somebody listens already: two sites that share a
 * port would each get some of its visitors.
 */
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
