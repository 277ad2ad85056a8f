/** Whoever an alarm is told by HTTP: verifies each call as https://www.standardwebhooks.com has it, and can refuse. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

interface Told {
  id: string;
  /** Of the header, in milliseconds. */
  at: number;
  isSigned: boolean;
  event: string;
  text: string;
  data: { condition?: string; signedYesterday?: number };
}

export interface WebhookReceiver {
  url: string;
  /** What was answered 200, in order; what was asked by GET is only counted. */
  told: Told[];
  pings: number;
  paths: Set<string>;
  /** From now on; 302 leads to the receiver itself. */
  answerWith(status: number): void;
  close(): Promise<void>;
}

/** 32 bytes. */
export const WEBHOOK_SECRET = "whsec_QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWY=";

export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  let status = 200;
  const server = createServer(async (request, answer) => {
    const body = await text(request);
    receiver.paths.add(request.url ?? "");
    if (status === 200 && request.method === "POST") receiver.told.push({ ...headingOf(request, body), ...JSON.parse(body) });
    if (status === 200 && request.method === "GET") receiver.pings += 1;
    answer.writeHead(status, status === 302 ? { location: "/elsewhere" } : {}).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    told: [],
    pings: 0,
    paths: new Set(),
    answerWith(other) {
      status = other;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return receiver;
}

function headingOf({ headers }: IncomingMessage, body: string): Pick<Told, "id" | "at" | "isSigned"> {
  const [id, seconds, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) =>
    String(headers[name]),
  );
  const key = Buffer.from(WEBHOOK_SECRET.slice("whsec_".length), "base64");
  const made = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest();
  const isSigned = (signatures ?? "").split(" ").some((one) => {
    const [version, signature = ""] = one.split(",");
    const given = Buffer.from(signature, "base64");
    return version === "v1" && given.length === made.length && timingSafeEqual(given, made);
  });
  return { id: id ?? "", at: Number(seconds) * 1000, isSigned };
}
