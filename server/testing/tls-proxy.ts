/** A proxy on loopback that speaks TLS, as good or as bad as a test wants it; beside it a port without TLS. */
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import type { Certificate } from "./certificate.ts";

export interface ProxyManners {
  /** What becomes of `X-Forwarded-For`: our asker is added, or nobody is; the asker's own words go first or not at all. */
  forwards: "adds" | "replaces" | "nothing";
  /** Of answers. */
  drops: string[];
  /** Of requests. */
  ignores: string[];
  adds: Record<string, string>;
  /** Bytes. */
  bodyLimit: number;
  /** Whom else it says it has passed: proxies behind it. */
  behind: string[];
  /** What the port without TLS does. */
  plain: "redirects" | "serves";
}

export interface TlsProxy {
  /** `https://localhost:…` */
  url: string;
  plainPort: number;
  manners: ProxyManners;
  /** Where the site listens. */
  to: string;
  close(): Promise<void>;
}

export async function openTlsProxy(certificate: Certificate): Promise<TlsProxy> {
  const manners: ProxyManners = {
    forwards: "adds",
    drops: [],
    ignores: [],
    adds: {},
    bodyLimit: 1024 * 1024,
    behind: [],
    plain: "redirects",
  };
  const secure = createSecureServer(certificate, (asked, answer) => pass(asked, answer, proxy));
  const plain = createServer((_asked, answer) => {
    if (manners.plain === "serves") answer.end("open");
    else answer.writeHead(308, { location: `${proxy.url}/` }).end();
  });
  const proxy: TlsProxy = {
    url: `https://localhost:${await listen(secure)}`,
    plainPort: await listen(plain),
    manners,
    to: "",
    async close() {
      for (const server of [secure, plain]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
  return proxy;
}

function pass(asked: IncomingMessage, answer: ServerResponse, { to, manners }: TlsProxy): void {
  const { forwards, behind } = manners;
  if (Number(asked.headers["content-length"] ?? 0) > manners.bodyLimit) {
    asked.resume();
    return void answer.writeHead(413).end();
  }
  const before = forwards === "replaces" ? [] : [asked.headers["x-forwarded-for"] ?? []].flat();
  const chain = [...before, asked.socket.remoteAddress?.replace(/^::ffff:/, "") ?? "", ...behind];
  const ignored = ["x-forwarded-for", ...manners.ignores];
  const headers = Object.fromEntries(Object.entries(asked.headers).filter(([name]) => !ignored.includes(name)));
  const passed = request(
    to + asked.url,
    {
      method: asked.method,
      headers: { ...headers, ...(forwards !== "nothing" && { "x-forwarded-for": chain.join(", ") }) },
      agent: false,
    },
    (answered) => {
      const kept = Object.entries({ ...answered.headers, ...manners.adds }).filter(([name]) => !manners.drops.includes(name));
      answer.writeHead(answered.statusCode ?? 500, Object.fromEntries(kept));
      answered.pipe(answer);
    },
  );
  passed.on("error", () => answer.writeHead(502).end());
  asked.pipe(passed);
}

async function listen(server: Server): Promise<number> {
  server.listen(0, "localhost");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}
