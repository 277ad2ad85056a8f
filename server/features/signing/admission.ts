/**
 * Looks at a form in memory alone. In an attack, and for a network that has used up its share, an attempt without a session of ours goes
 * no further, and a session passes twice only with the same form. In quiet hours wide networks that solve no puzzle are counted.
 */
import { LRUCache } from "lru-cache";
import type { Rejected } from "../../../contract/signing.ts";
import type { TooManyAttempts, Visitor } from "../../../contract/visitor.ts";
import type { Translate } from "../../../messages/translate.ts";
import { sumAloneAttempts } from "../../../petition/attack-level.ts";
import { CAPTCHA_LIFETIME } from "../../../petition/captcha.ts";
import type { Context } from "../../context.ts";
import type { Crypto } from "../../platform/crypto/crypto.ts";
import { tooManyAttempts } from "../../platform/http/errors.ts";
import { makeRateSketch } from "../../platform/limits/rate-sketch.ts";
import { countRefusal } from "../../platform/metrics/counters.ts";
import { networkOf, wideNetworkOf } from "../../platform/visitor.ts";
import type { Captcha } from "./captcha/captcha.ts";
import { captchaRefusal, refused } from "./input.ts";

export type Admission = ReturnType<typeof makeAdmission>;

type Tools = Pick<Context, "clock" | "crypto" | "attack" | "translators" | "configuration"> & { captcha: Captcha };

type Garbage = "missing" | "gone";

const said = new WeakMap<Translate, Record<Garbage, Rejected>>();

function refusalOf(fault: Garbage, t: Translate): Rejected {
  const inWords = said.get(t) ?? {
    missing: refused([captchaRefusal("missing", t)]),
    gone: refused([captchaRefusal("gone", t)]),
  };
  said.set(t, inWords);
  return inWords[fault];
}

/** Sessions that got through; above so many the oldest are forgotten, as all are once they have run out. The database still knows them. */
const REMEMBERED_MAX = 100_000;

export function makeAdmission({ clock, crypto, attack, translators, configuration, captcha }: Tools) {
  const { attempts, window } = configuration.rateLimits.sign;
  const sketch = makeRateSketch({ clock, window });
  const through = new LRUCache<string, string>({ max: REMEMBERED_MAX, ttl: CAPTCHA_LIFETIME, ttlAutopurge: true });

  /** What cannot lead to a signature. Null in quiet hours: then the database counts, for all processes, and a person sees every fault at once. */
  function garbage(fault: Garbage, { limited, address, language }: Visitor): Rejected | null {
    const t = translators[language];
    const wait = limited ? sketch.take(networkOf(address), attempts) : null;
    const isInQuiet = limited ? attack.note("garbage", address) === "quiet" : attack.level() === 0;
    if (isInQuiet) return null;
    countRefusal(wait === null ? "captcha-gone" : "sign-limit");
    return wait === null ? refusalOf(fault, t) : tooManyAttempts(wait, t);
  }

  const isUsedUp = (session: string, form: string) => through.has(session) && through.get(session) !== form;

  function letThrough(session: string, form: string): void {
    through.set(session, through.has(session) ? "" : form);
  }

  function waitWithoutPuzzle({ address }: Visitor): number | null {
    const wait = sketch.take(wideNetworkOf(address), sumAloneAttempts(attempts, attack.level()));
    if (wait !== null) countRefusal("sum-alone-limit");
    return wait;
  }

  return {
    reject(posted: unknown, visitor: Visitor): Rejected | null {
      const { sessionId, solution, form } = presented(posted, crypto);
      const session = captcha.open(sessionId);
      if (session === null) return garbage(sessionId === "" ? "missing" : "gone", visitor);
      if (!visitor.limited) return null;
      const isInQuiet = attack.note("attempt", visitor.address) === "quiet";
      const spelled = session.bytes.toString("base64url");
      if (!isInQuiet && isUsedUp(spelled, form())) return garbage("gone", visitor);
      if (!isInQuiet) letThrough(spelled, form());

      if (captcha.isSolved(sessionId, session, solution)) return null;
      const wait = waitWithoutPuzzle(visitor);
      return wait === null ? null : tooManyAttempts(wait, translators[visitor.language], "signing.answer.tooManyBySum");
    },
    /** The same in an attack. If it answers null it has counted nothing, but what came as the attack ended: then `reject` has to be asked. */
    rejectAtOnce(posted: unknown, visitor: Visitor): Rejected | null {
      if (attack.level() === 0 || !visitor.limited) return null;
      const { sessionId, form } = presented(posted, crypto);
      const spelled = through.has(sessionId) ? sessionId : captcha.open(sessionId)?.bytes.toString("base64url");
      if (spelled === undefined) return garbage(sessionId === "" ? "missing" : "gone", visitor);
      if (!isUsedUp(spelled, form())) return null;
      attack.note("attempt", visitor.address);
      return garbage("gone", visitor);
    },
    rejectAgain(visitor: Visitor): TooManyAttempts | null {
      if (!visitor.limited) return null;
      attack.note("again", visitor.address);
      const wait = waitWithoutPuzzle(visitor);
      return wait === null ? null : tooManyAttempts(wait, translators[visitor.language]);
    },
  };
}

/** Before a schema has looked at it. `form`: a keyed hash of the form. */
function presented(posted: unknown, crypto: Crypto) {
  const { sessionId, solution, email, captcha } = (posted ?? {}) as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return {
    sessionId: text(sessionId),
    solution: text(solution),
    form: () => crypto.mac("submission", `${text(email)} ${text(captcha)}`).toString("base64url"),
  };
}
