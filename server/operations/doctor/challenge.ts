/**
 * How a site proves to `doctor`, through whatever stands before it, that it is this very installation, and tells for whom it takes the
 * asker. Both sides show that they know `SECRET_KEY`; no key is ever sent, since another site may answer (decision 0029).
 */
import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Context } from "../../context.ts";
import { type Crypto, isSame } from "../../platform/crypto/crypto.ts";
import { isForwarded, visitorOf } from "../../platform/visitor.ts";

export const CHALLENGE_PATH = "/doctor";

const ASKING = "doctor-asks";
const ANSWERING = "doctor-is-answered";

export interface Challenge {
  nonce: string;
  mac: string;
}

export interface Arrival {
  nonce: string;
  address: string;
  /** Of the socket: the proxy's, where there is one. */
  peer: string;
  isForwarded: boolean;
  /** `X-Forwarded-For` as it came, the first proxy's word first. */
  forwardedFor: string[];
}

export function makeChallenge(crypto: Crypto): Challenge {
  const nonce = randomUUID();
  return { nonce, mac: crypto.mac(ASKING, nonce).toString("base64url") };
}

/** Null where the answer is not that of this installation to this challenge. */
export function readAnswer(crypto: Crypto, { nonce }: Challenge, body: string): Arrival | null {
  const [told = "", mac = ""] = body.split("\n");
  if (!crypto.macs(ANSWERING, told).some((one) => isSame(one.toString("base64url"), mac))) return null;
  const arrival = JSON.parse(told) as Arrival;
  return arrival.nonce === nonce ? arrival : null;
}

export function challengeRoute(app: FastifyInstance, { crypto }: Pick<Context, "crypto">): void {
  app.post(CHALLENGE_PATH, async (request, reply) => {
    reply.header("cache-control", "no-store");
    const challenge = readChallenge(request.body);
    if (!challenge || !crypto.macs(ASKING, challenge.nonce).some((one) => isSame(one.toString("base64url"), challenge.mac)))
      return reply.callNotFound();
    const told = JSON.stringify({
      nonce: challenge.nonce,
      address: visitorOf(request).address,
      peer: request.socket.remoteAddress?.replace(/^::ffff:/, "") ?? "",
      isForwarded: isForwarded(request),
      forwardedFor: [request.headers["x-forwarded-for"] ?? []]
        .flat()
        .flatMap((one) => one.split(",").map((part) => part.trim())),
    } satisfies Arrival);
    return reply.type("text/plain").send(`${told}\n${crypto.mac(ANSWERING, told).toString("base64url")}\n`);
  });
}

function readChallenge(body: unknown): Challenge | null {
  const { nonce, mac } = (body ?? {}) as Partial<Challenge>;
  return typeof nonce === "string" && typeof mac === "string" ? { nonce, mac } : null;
}
