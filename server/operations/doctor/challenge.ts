/** Shows `doctor`, through any proxy, that this installation answers. No key is sent, since another site may answer (decision 0029). */
import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Context } from "../../context.ts";
import type { Configuration } from "../../platform/config/configuration.ts";
import { type Crypto, isSame } from "../../platform/crypto/crypto.ts";
import { localAddress, readAddress } from "../../platform/database/address.ts";
import { holderOfEmbedded } from "../../platform/database/embedded.ts";
import { isForwarded, visitorOf } from "../../platform/visitor.ts";
import { type Answer, ask } from "./asking.ts";
import { codeOf, type Finding, fault, good, unseen } from "./examine.ts";

const CHALLENGE_PATH = "/doctor";

const ASKING = "doctor-asks";
const ANSWERING = "doctor-is-answered";

type Challenge = { nonce: string; mac: string };

interface Arrival {
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
function readAnswer(crypto: Crypto, { nonce }: Challenge, body: string): Arrival | null {
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

/** Just below what our calls take: 64 KB. */
const LARGE = 60 * 1024;

export type Reached =
  | { outcome: "answered"; arrival: Arrival; answer: Answer }
  | { outcome: "stranger"; status: number; answer: Answer }
  | { outcome: "failed"; code: string };

export async function reach(address: string, crypto: Crypto, { from = "", isLarge = false } = {}): Promise<Reached> {
  const challenge = makeChallenge(crypto);
  const body = JSON.stringify({ ...challenge, ...(isLarge && { padding: "x".repeat(LARGE) }) });
  const headers = { "content-type": "application/json", ...(from && { "x-forwarded-for": from }) };
  try {
    const answer = await ask(`${address}${CHALLENGE_PATH}`, { method: "POST", headers, body });
    const arrival = answer.status === 200 ? readAnswer(crypto, challenge, answer.body) : null;
    return arrival ? { outcome: "answered", arrival, answer } : { outcome: "stranger", status: answer.status, answer };
  } catch (failure) {
    return { outcome: "failed", code: codeOf(failure) };
  }
}

type Installation = Pick<Configuration, "dataFolder" | "host" | "port"> & { isEmbedded: boolean; crypto: Crypto | null };

/** The site that runs on this machine with these settings, if one does. No site has run where there is no key yet. */
export async function findRunningSite({ dataFolder, host, port, isEmbedded, crypto }: Installation) {
  const holder = isEmbedded ? await holderOfEmbedded(dataFolder) : null;
  const holdsDatabase = holder !== null;
  const address = !isEmbedded ? localAddress(host, port) : holdsDatabase ? await readAddress(dataFolder) : null;
  const reached = address !== null && crypto ? await reach(address, crypto) : null;
  if (reached?.outcome === "answered") return { address, finding: good(`it runs, and answers at ${address}.`), holdsDatabase };
  return { address: null, finding: reached?.outcome === "stranger" ? strangerAt(address) : notRunning(holder), holdsDatabase };
}

function strangerAt(address: string | null): Finding {
  return fault(
    `something answers at ${address} that does not know this installation's SECRET_KEY.`,
    "Start the site again if its key was changed; else run doctor with the site's settings, or give this site another PORT.",
  );
}

function notRunning(holder: number | null): Finding {
  if (holder === null) return good("none runs here; all else is looked at without it.");
  return unseen(
    `process ${holder} uses the embedded database and cannot be asked.`,
    "It is starting, ending or another command. Try again in a moment.",
  );
}
