/** A collector of OpenTelemetry on loopback that keeps what it is sent. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Record<string, string>;
  status: { code?: number };
}

export interface Collector {
  url: string;
  spans: SentSpan[];
  /** As they came. */
  bodies: unknown[];
  asked: { url: string | undefined; headers: IncomingHttpHeaders }[];
  /** Null: it takes everything, and never answers. `elsewhere`: the address that a redirect leads to. */
  answerWith(status: number | null, elsewhere?: string): void;
  close(): Promise<void>;
}

interface Value {
  stringValue?: string;
  intValue?: string;
}
interface Body {
  resourceSpans: {
    scopeSpans: { spans: (Omit<SentSpan, "attributes"> & { attributes: { key: string; value: Value }[] })[] }[];
  }[];
}

export async function openCollector(): Promise<Collector> {
  const spans: SentSpan[] = [];
  const bodies: unknown[] = [];
  const asked: Collector["asked"] = [];
  let status: number | null = 200;
  let location: string | undefined;
  const server = createServer(async (request, answer) => {
    asked.push({ url: request.url, headers: request.headers });
    const body = (await json(request)) as Body;
    if (status === 200) {
      bodies.push(body);
      const sent = body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
      for (const span of sent)
        spans.push({
          ...span,
          attributes: Object.fromEntries(
            span.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? ""]),
          ),
        });
    }
    if (status !== null)
      answer.writeHead(status, { "content-type": "application/json", ...(location && { location }) }).end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    asked,
    answerWith(next, elsewhere) {
      status = next;
      location = elsewhere;
    },
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
