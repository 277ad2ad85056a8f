import { eq } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Visitor } from "../../../contract/visitor.ts";
import type { Milliseconds, Seconds } from "../../../petition/duration.ts";
import { inWideNetwork } from "../../../petition/networks.ts";
import type { Clock } from "../clock.ts";
import type { RateLimit } from "../config/kinds.ts";
import type { Crypto } from "../crypto/crypto.ts";
import type { Transaction } from "../database/open.ts";
import { rateLimits } from "../database/schema.ts";
import { countRefusal } from "../metrics/counters.ts";
import { networkOf, wideNetworkOf } from "../visitor.ts";
import { type Count, type Counted, type Counter, countAttempt } from "./rate-counter.ts";
import { TIMER_MAX } from "./rate-sketch.ts";

export type LimitKind = "sign" | "delete" | "admin" | "report" | "personal";

type Source = Visitor | { signatureId: string };

/** What an attempt takes from: of a visitor the network's, then the wide network's; of a signature its own. None without a limit. */
interface Allowance extends Counter {
  attempts: number;
}

export type Limits = ReturnType<typeof makeLimits>;

/** Above this many refused sources the oldest are forgotten, as each is when its window ends; the database still knows them. */
const REMEMBERED_MAX = 100_000;

type Tools = { crypto: Crypto; clock: Clock; limits: Record<LimitKind, RateLimit> };

export function makeLimits({ crypto, clock, limits }: Tools) {
  const refusedUntil = new LRUCache<string, number>({ max: REMEMBERED_MAX, ttl: 1, ttlAutopurge: true });

  const keyOf = (name: string) => crypto.mac("origin", name).subarray(0, 16).toString("base64url");

  function allowances(kind: LimitKind, source: Source): Allowance[] {
    const { attempts } = limits[kind];
    if ("signatureId" in source) return [{ key: keyOf(`${kind} ${source.signatureId}`), kind, attempts }];
    if (!source.limited) return [];
    return [
      { key: keyOf(`${kind} ${networkOf(source.address)}`), kind, attempts },
      { key: keyOf(`${kind} ${wideNetworkOf(source.address)}`), kind: `${kind}-wide`, attempts: inWideNetwork(attempts) },
    ];
  }

  function waitFor(key: string, kind: LimitKind): number {
    const wait = (refusedUntil.get(key) ?? 0) - clock.now().getTime();
    // What is remembered for longer was so by a clock that was ahead.
    if (wait > 0 && wait <= limits[kind].window) return wait;
    refusedUntil.delete(key);
    return 0;
  }

  function remember(key: string, until: number): void {
    const left = until - clock.now().getTime();
    if (left > 0) refusedUntil.set(key, until, { ttl: Math.min(left, TIMER_MAX) });
  }

  function refuse(kind: LimitKind, milliseconds: number): number {
    countRefusal(`${kind}-limit`);
    return Math.max(1, Math.ceil(milliseconds / 1000));
  }

  /** Seconds to wait if an attempt was one too many, else null. Once for each, after the commit: it is remembered and counted. */
  function judge(kind: LimitKind, allowed: Allowance[], counted: Counted[]): number | null {
    let until = 0;
    for (const { key, count, windowEndsAt } of counted) {
      const isOver = allowed.some((one) => one.key === key && count > one.attempts);
      if (!isOver) continue;
      remember(key, windowEndsAt.getTime());
      until = Math.max(until, windowEndsAt.getTime());
    }
    return until === 0 ? null : refuse(kind, until - clock.now().getTime());
  }

  return {
    refusal(kind: LimitKind, source: Source): Seconds | null {
      if (refusedUntil.size === 0) return null;
      const wait = Math.max(0, ...allowances(kind, source).map(({ key }) => waitFor(key, kind)));
      return wait === 0 ? null : refuse(kind, wait);
    },
    async count(tx: Transaction, kind: LimitKind, source: Source): Promise<number | null> {
      const counters = allowances(kind, source);
      if (counters.length === 0) return null;
      return judge(kind, counters, await countAttempt(tx, { counters, now: clock.now(), window: limits[kind].window }));
    },
    allowances,
    window: (kind: LimitKind): Milliseconds => limits[kind].window,
    judge,
    async counted(db: Pick<Transaction, "select">, kind: LimitKind, source: Source): Promise<Count | null> {
      const [own] = allowances(kind, source);
      const [row] = own ? await db.select().from(rateLimits).where(eq(rateLimits.key, own.key)) : [];
      return row ?? null;
    },
    sourceKey: ({ address }: Pick<Visitor, "address">) => keyOf(networkOf(address)),
    wideSourceKey: ({ address }: Pick<Visitor, "address">) => keyOf(wideNetworkOf(address)),
  };
}
