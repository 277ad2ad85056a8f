/** How the site is asked about itself, straight where it listens and through its public address. */
import type { Crypto } from "../../platform/crypto/crypto.ts";
import { localAddress, readAddress } from "../../platform/database/address.ts";
import { holderOfEmbedded } from "../../platform/database/embedded.ts";
import { type Answer, ask } from "./asking.ts";
import { type Arrival, CHALLENGE_PATH, makeChallenge, readAnswer } from "./challenge.ts";
import { codeOf, type Finding, fault, good, unseen } from "./examine.ts";

/** Reserved for papers (RFC 5737): nobody comes from there. */
export const FORGED = "203.0.113.77";
/** Just below what our calls take: 64 KB. */
const LARGE = 60 * 1024;

export type Reached =
  | { outcome: "answered"; arrival: Arrival; answer: Answer }
  /** Something answers, and it is not this installation. */
  | { outcome: "stranger"; status: number; answer: Answer }
  | { outcome: "failed"; code: string };

export async function reach(address: string, crypto: Crypto, { isForged = false, isLarge = false } = {}): Promise<Reached> {
  const challenge = makeChallenge(crypto);
  const body = JSON.stringify({ ...challenge, ...(isLarge && { padding: "x".repeat(LARGE) }) });
  const headers = { "content-type": "application/json", ...(isForged && { "x-forwarded-for": FORGED }) };
  try {
    const answer = await ask(`${address}${CHALLENGE_PATH}`, { method: "POST", headers, body });
    const arrival = answer.status === 200 ? readAnswer(crypto, challenge, answer.body) : null;
    return arrival ? { outcome: "answered", arrival, answer } : { outcome: "stranger", status: answer.status, answer };
  } catch (failure) {
    return { outcome: "failed", code: codeOf(failure) };
  }
}

/** The site that runs on this machine with these settings, if one does. */
export interface RunningSite {
  address: string | null;
  finding: Finding;
  holdsDatabase: boolean;
}

interface Installation {
  dataFolder: string;
  host: string;
  port: number;
  isEmbedded: boolean;
  /** Null where no key is there yet: then no site has run here. */
  crypto: Crypto | null;
}

export async function findRunningSite({ dataFolder, host, port, isEmbedded, crypto }: Installation): Promise<RunningSite> {
  const holder = isEmbedded ? await holderOfEmbedded(dataFolder) : null;
  const holdsDatabase = holder !== null;
  const whereEmbedded = () => (holdsDatabase ? readAddress(dataFolder) : null);
  const address = isEmbedded ? await whereEmbedded() : localAddress(host, port);
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
