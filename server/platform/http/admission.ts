/** Admission control for what is expensive and open to anybody: shares for a source, its wide network and the whole process (decision 0043). */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Milliseconds } from "../../../petition/duration.ts";
import type { Base } from "../base.ts";
import { nameOfOurs } from "../crypto/links.ts";
import { makeRateSketch } from "../limits/rate-sketch.ts";
import { countRefusal } from "../metrics/counters.ts";
import type { Translators } from "../translators.ts";
import { networkOf, type Source, visitorOf, wideNetworkOf } from "../visitor.ts";
import { secondOf } from "./answers.ts";
import { sendRefusal, sentenceFor, tooManyAttempts } from "./errors.ts";

const WINDOW: Milliseconds = 2_000;
/** In a window: less than half of what the process has in it, so that one network alone uses up nobody else's. */
const SHARE = { source: 10, wideNetwork: 20, token: 5 };
/** In a second: each takes five to twenty milliseconds. */
const SHARE_OF_PROCESS = 25;
/** Of pages that a form without a script asks for, in an attack: people who sign need the time. */
const SHARE_OF_POSTED_IN_ATTACK = 3;
const TIMES_IN_ATTACK = 5;

export interface Refusal {
  status: 429 | 503;
  retryAfter: number;
}

export type Admission = ReturnType<typeof openAdmission>;

export function openAdmission({ clock, crypto, attack }: Pick<Base, "clock" | "crypto" | "attack">) {
  const sketch = makeRateSketch({ clock, window: WINDOW });
  let second = Number.NaN;
  let admitted = { own: 0, shared: 0, posted: 0 };

  function refuse(status: Refusal["status"], retryAfter: number): Refusal {
    countRefusal("share-used-up");
    return { status, retryAfter };
  }

  const isAttack = () => attack.level() > 0;

  function waitOfSource({ address }: Source, times = 1): number | null {
    return (
      sketch.take(`source ${networkOf(address)}`, SHARE.source, times) ??
      sketch.take(`network ${wideNetworkOf(address)}`, SHARE.wideNetwork, times)
    );
  }

  function hasRoom(kind: keyof typeof admitted): boolean {
    const present = secondOf(clock.now().getTime());
    if (present !== second) admitted = { own: 0, shared: 0, posted: 0 };
    second = present;
    if (admitted[kind] >= (kind === "posted" && isAttack() ? SHARE_OF_POSTED_IN_ATTACK : SHARE_OF_PROCESS)) return false;
    admitted[kind] += 1;
    return true;
  }

  /** Nobody but its owner has a link of ours: it works although strangers use up the share of a network or of the process. */
  function hasOwnShare(token: string | null): boolean {
    const own = token === null ? null : nameOfOurs(crypto, token);
    return own !== null && sketch.take(`token ${own}`, SHARE.token) === null;
  }

  return {
    refusalOfShared(source: Source, isOneOfMany: boolean): Refusal | null {
      if (!source.limited) return null;
      const wait = waitOfSource(source);
      if (wait !== null) return refuse(429, wait);
      return isOneOfMany && !hasRoom("shared") ? refuse(503, 1) : null;
    },
    /** Counts the request, and answers why it is refused, or null. `tokenOf` is asked only if a share is used up; `isPosted`: by a form without a script. */
    refusal(source: Source, tokenOf: () => string | null, isPosted = false): Refusal | null {
      if (!source.limited) return null;
      const wait = waitOfSource(source, isPosted && isAttack() ? TIMES_IN_ATTACK : 1);
      if (wait === null && hasRoom(isPosted ? "posted" : "own")) return null;
      if (hasOwnShare(tokenOf())) return null;
      return wait === null ? refuse(503, 1) : refuse(429, wait);
    },
  };
}

export function admitToken({ admission, translators }: { admission: Admission; translators: Translators }) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const { params, body } = request as FastifyRequest<{ Params: { token?: string }; Body: { token?: unknown } | null }>;
    const visitor = visitorOf(request);
    const token = params.token ?? body?.token;
    const refused = admission.refusal(visitor, () => (typeof token === "string" ? token : null));
    if (refused === null) return undefined;
    const t = translators[visitor.language];
    if (refused.status === 429) return sendRefusal(reply, tooManyAttempts(refused.retryAfter, t));
    const answer = { outcome: "unavailable", message: sentenceFor(503, t) };
    return reply.code(503).header("retry-after", refused.retryAfter).header("cache-control", "no-store").send(answer);
  };
}
