/** How the site is asked about itself, straight where it listens and through its public address. */
import type { Crypto } from "../../platform/crypto/crypto.ts";
import { type Asked, ask } from "./asking.ts";
import { type Arrival, CHALLENGE_PATH, makeChallenge, readAnswer } from "./challenge.ts";
import { codeOf } from "./examine.ts";

/** Reserved for papers (RFC 5737): nobody comes from there. */
export const FORGED = "203.0.113.77";
/** Just below what our calls take: 64 KB. */
const LARGE = 60 * 1024;

export type Reached =
  | { outcome: "answered"; arrival: Arrival; asked: Asked }
  /** Something answers, and it is not this installation. */
  | { outcome: "stranger"; status: number; asked: Asked }
  | { outcome: "failed"; code: string };

export async function reach(address: string, crypto: Crypto, { isForged = false, isLarge = false } = {}): Promise<Reached> {
  const challenge = makeChallenge(crypto);
  const body = JSON.stringify({ ...challenge, ...(isLarge && { padding: "x".repeat(LARGE) }) });
  const headers = { "content-type": "application/json", ...(isForged && { "x-forwarded-for": FORGED }) };
  try {
    const asked = await ask(`${address}${CHALLENGE_PATH}`, { method: "POST", headers, body });
    const arrival = asked.status === 200 ? readAnswer(crypto, challenge, asked.body) : null;
    return arrival ? { outcome: "answered", arrival, asked } : { outcome: "stranger", status: asked.status, asked };
  } catch (failure) {
    return { outcome: "failed", code: codeOf(failure) };
  }
}
