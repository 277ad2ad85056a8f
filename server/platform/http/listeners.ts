import { once } from "node:events";
import { createServer, type ListenOptions, type Server as NetServer } from "node:net";
import type { FastifyInstance, FastifyListenOptions } from "fastify";
import { BACKLOG } from "./connections.ts";

/** A turn of the event loop takes one connection from each listening socket: under load, with one socket, nobody new was served for minutes. */
export const LISTENERS = 16;

export type ListenAt = { host: string; port: number; fds: null } | { host: string; fds: number[] };

export interface Listeners {
  open(app: FastifyInstance, at: ListenAt): Promise<void>;
  close(): Promise<void>;
}

type Listening = FastifyListenOptions & ListenOptions & { fd?: number };

export function makeListeners(): Listeners {
  const others: NetServer[] = [];

  async function listenBeside(app: FastifyInstance, at: Listening): Promise<void> {
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
