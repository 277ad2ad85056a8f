/** Nobody can lock the administrator out: only a wrong key counts against its source, and waits if there are many. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { Visitor } from "../../../contract/visitor.ts";
import { MINUTE, type Seconds } from "../../../petition/duration.ts";
import type { Context } from "../../context.ts";
import { halfDayOf, noteLogIn, THE_KEY, writeAudit } from "../../ledger/audit/audit.ts";
import { isSame } from "../../platform/crypto/crypto.ts";
import { sendRefusal, tooManyAttempts } from "../../platform/http/errors.ts";
import { countRefusal } from "../../platform/metrics/counters.ts";
import type { Translators } from "../../platform/translators.ts";
import { languageOf, visitorOf } from "../../platform/visitor.ts";

/** Of `ADMIN_KEY`, or else of `DATA_DIR/admin-key`. */
const FIRST_KEY = "first";

type Authentication =
  | { outcome: "authenticated"; keyName: string }
  /** Logs and histories keep addresses. */
  | { outcome: "key-in-address" }
  | { outcome: "unauthorized" }
  | { outcome: "too-many-attempts"; retryAfter: Seconds };

type Credentials = { authorization: string | undefined; query: Record<string, unknown>; visitor: Visitor };

interface AuthenticationTools extends Pick<Context, "db" | "clock" | "limits"> {
  adminKey(): string;
  pause(duration: number): Promise<void>;
}

const KEY_NAMES = /^(?:(?:admin|api|access)?[-_]?(?:key|token|secret)|auth(?:orization)?|bearer|password)$/i;

const WRONG_KEYS_A_MINUTE = 20;
const STEP = 100;
const LONGEST_PAUSE = 5_000;
const WAITING_MAX = 100;
const KNOWN_MAX = 1000;

export function makeAuthentication({ db, clock, limits, adminKey, pause }: AuthenticationTools) {
  let wrongKeys: number[] = [];
  let waiting = 0;
  const knownSources = new LRUCache<string, number>({ max: KNOWN_MAX });

  return async ({ authorization, query, visitor }: Credentials): Promise<Authentication> => {
    if (Object.keys(query).some((name) => KEY_NAMES.test(name))) return { outcome: "key-in-address" };
    const presented = /^Bearer +(\S.*)$/i.exec(authorization ?? "")?.[1]?.trim();
    if (presented === undefined) return { outcome: "unauthorized" };
    return isSame(presented, adminKey()) ? admit(visitor) : refuse(visitor);
  };

  async function admit(visitor: Visitor): Promise<Authentication> {
    const source = limits.sourceKey(visitor);
    const now = clock.now();
    if (knownSources.get(source) !== halfDayOf(now)) {
      await noteLogIn(db, source, now);
      knownSources.set(source, halfDayOf(now));
    }
    return { outcome: "authenticated", keyName: FIRST_KEY };
  }

  async function refuse(visitor: Visitor): Promise<Authentication> {
    const refused = limits.refusal("admin", visitor);
    if (refused !== null) return { outcome: "too-many-attempts", retryAfter: refused };
    const duration = visitor.limited ? pauseNow() : 0;
    if (duration > 0 && waiting >= WAITING_MAX) return { outcome: "too-many-attempts", retryAfter: LONGEST_PAUSE / 1000 };
    wrongKeys.push(clock.now().getTime());
    countRefusal("wrong-key");
    if (duration > 0) {
      waiting += 1;
      await pause(duration).finally(() => {
        waiting -= 1;
      });
    }
    const wait = await db.transaction(async (tx) => {
      const tooMany = await limits.count(tx, "admin", visitor);
      const source = limits.sourceKey(visitor);
      await writeAudit(tx, clock, { ...THE_KEY, action: "login-failed", changes: { source } });
      return tooMany;
    });
    return wait === null ? { outcome: "unauthorized" } : { outcome: "too-many-attempts", retryAfter: wait };
  }

  function pauseNow(): number {
    const now = clock.now().getTime();
    wrongKeys = wrongKeys.filter((at) => at > now - MINUTE && at <= now);
    return Math.min(LONGEST_PAUSE, Math.max(0, wrongKeys.length - WRONG_KEYS_A_MINUTE) * STEP);
  }
}

const keyNames = new WeakMap<FastifyRequest, string>();

export interface AdminKey {
  name: string;
  /** There is no other that is valid. */
  isOnly: boolean;
}

/** The key that let the request in. */
export function keyOf(request: FastifyRequest): AdminKey {
  return { name: keyNames.get(request) ?? FIRST_KEY, isOnly: true };
}

export function requireKey(authenticate: ReturnType<typeof makeAuthentication>, translators: Translators) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    reply.header("cache-control", "no-store").header("vary", "Authorization");
    const t = translators[languageOf(request)];
    const authentication = await authenticate({
      authorization: request.headers.authorization,
      query: (request.query ?? {}) as Record<string, unknown>,
      visitor: visitorOf(request),
    });
    switch (authentication.outcome) {
      case "authenticated":
        keyNames.set(request, authentication.keyName);
        return;
      case "key-in-address":
        return reply.code(400).send({ message: t("administration.answer.keyInAddress") });
      case "unauthorized":
        return reply.code(401).header("www-authenticate", "Bearer").send({ message: "Unauthorized" });
      case "too-many-attempts":
        return sendRefusal(reply, tooManyAttempts(authentication.retryAfter, t, "administration.answer.tooMany"));
    }
  };
}
