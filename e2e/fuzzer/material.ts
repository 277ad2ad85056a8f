/** A request names them, `((personal.flip.13))`: they are put in when it is sent. Of one that works, near misses alone. */
import { createHmac } from "node:crypto";
import fc from "fast-check";
import type { CaptchaChallenge } from "../../contract/signing.ts";
import { solved } from "../../server/testing/sum.ts";
import type { StrangeRequest } from "./request.ts";

const TOKENS = ["confirmation", "suppression", "personal", "restoration", "deletion", "receipt", "captcha", "key"] as const;
type TokenKind = (typeof TOKENS)[number];

export interface Token {
  /** Made by this site, and good for something. */
  live: string;
  /** Good for nothing any more; the live one is the administrator's key, which acts with it. */
  spent: string;
  foreign: string;
}

export interface Material {
  tokens: Partial<Record<TokenKind, Token>>;
  webhookKey: string;
  drawCaptcha(): CaptchaChallenge;
}

const NEAR_MISSES: Record<string, (token: Token, at: number) => string> = {
  spent: ({ spent }) => spent,
  foreign: ({ foreign }) => foreign,
  flip: ({ live }, at) => withBitFlipped(live, at),
  cut: ({ live }, at) => live.slice(0, -1 - (at % live.length)),
  longer: ({ live }) => `${live}AAAA`,
  case: ({ live }) => live.replace(/[a-z]/gi, (letter) => (letter < "a" ? letter.toLowerCase() : letter.toUpperCase())),
  swapped: ({ live, foreign }) => live.slice(0, live.length / 2) + foreign.slice(live.length / 2),
  twice: ({ live }) => live + live,
};

export const tokenNames: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...TOKENS), fc.constantFrom(...Object.keys(NEAR_MISSES)), fc.nat({ max: 400 }))
  // With the right key one may do everything: who has it is a sender of its own (`requests.ts`).
  .filter(([kind, way]) => kind !== "key" || way !== "spent")
  .map(([kind, way, at]) => `((${kind}.${way}.${at}))`);

export const RIGHT_KEY = "((key.spent.0))";
/** An unused sum, and what it comes to; the same two within one request. */
export const SESSION = "((session))";
export const SUM = "((sum))";
/** What a mail server that knows the key would sign the body with. */
export const SIGNATURE = "((signature))";

/** With everything in it that stood there by name. */
export function withMaterial(request: StrangeRequest, material: Material): StrangeRequest {
  const challenge = solved(material.drawCaptcha());
  const fill = (text: string): string =>
    text
      .replaceAll(SESSION, challenge.sessionId)
      .replaceAll(SUM, challenge.captcha)
      .replace(/\(\((\w+)\.(\w+)\.(\d+)\)\)/g, (name, kind: TokenKind, way: string, at: string) => {
        const token = material.tokens[kind];
        return token ? (NEAR_MISSES[way]?.(token, Number(at)) ?? name) : name;
      });
  const body = request.body === null ? null : fill(request.body);
  const signature = createHmac("sha256", material.webhookKey)
    .update(Buffer.from(body ?? "", "latin1"))
    .digest("hex");
  return {
    ...request,
    target: fill(request.target),
    headers: request.headers.map(([name, value]) => [name, fill(value).replaceAll(SIGNATURE, signature)]),
    body,
  };
}

/** Of the bytes: the last letter of base64url holds bits that mean nothing. */
function withBitFlipped(token: string, at: number): string {
  const bytes = Buffer.from(token, "base64url");
  const index = Math.floor(at / 8) % bytes.length;
  bytes[index] = (bytes[index] ?? 0) ^ (1 << (at % 8));
  return bytes.toString("base64url");
}
