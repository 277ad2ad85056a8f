/** Solves the puzzle that comes with a sum. Browsers and Node.js derive keys on threads of their own: a page stays free meanwhile. */
import type { CaptchaChallenge } from "../contract/signing.ts";
import { DERIVED_LENGTH, isLowEnough } from "../petition/puzzle.ts";

const AT_ONCE = 8;

/** What `solution` is to say when signing. Empty where it was given up, or cannot be worked out: WebCrypto is there by https and on `localhost` alone. */
export async function solve(
  { sessionId, puzzle }: Pick<CaptchaChallenge, "sessionId"> & Partial<CaptchaChallenge>,
  signal?: AbortSignal,
): Promise<string> {
  const { subtle } = globalThis.crypto ?? {};
  if (!subtle || !puzzle) return "";
  const { iterations, tries } = puzzle;
  const bytes = (text: string) => new TextEncoder().encode(text);
  const key = await subtle.importKey("raw", bytes(sessionId), "PBKDF2", false, ["deriveBits"]);

  async function attempt(number: number): Promise<string | null> {
    const how = { name: "PBKDF2", hash: "SHA-256", salt: bytes(String(number)), iterations };
    const derived = await subtle.deriveBits(how, key, 8 * DERIVED_LENGTH);
    return isLowEnough(new Uint8Array(derived), tries) ? String(number) : null;
  }

  for (let next = 0; !signal?.aborted; next += AT_ONCE) {
    const tried = await Promise.all(Array.from({ length: AT_ONCE }, (_, turn) => attempt(next + turn)));
    const found = tried.find((solution) => solution !== null);
    if (found !== undefined) return found;
  }
  return "";
}
