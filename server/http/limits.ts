import { eq, sql } from "drizzle-orm";
import type { Visitor } from "../../contract/visitor.ts";
import type { Clock } from "../clock.ts";
import type { RateLimit } from "../configuration.ts";
import type { Crypto } from "../crypto/crypto.ts";
import type { Transaction } from "../database/open.ts";
import { rateLimits } from "../database/schema.ts";
import { countRefusal } from "../measures/refusals.ts";
import { networkOf } from "./visitor.ts";

export type LimitKind = "sign" | "delete" | "admin" | "report" | "personal";

type Source = Visitor | { signatureId: string };

/** An attempt as the database counted it: which one of its window it is. */
interface Counted {
  key: string;
  count: number;
  windowEndsAt: Date;
}

export interface Limits {
  /** Seconds to wait, or null; asks memory alone. */
  refusal(kind: LimitKind, source: Source): number | null;
  /** Where {@link count} counts, for a statement that counts many attempts at once (decision 0041). Null for a source without a limit. */
  key(kind: LimitKind, source: Source): string | null;
  /** Attempts within a window. */
  rule(kind: LimitKind): RateLimit;
  /** Seconds to wait if an attempt was one too many, else null. Once for each, and after the commit: it is remembered and told. */
  judge(kind: LimitKind, counted: Counted): number | null;
  /** In the caller's transaction (decision 0008). Seconds to wait if it was one too many, else null. */
  count(tx: Transaction, kind: LimitKind, source: Source): Promise<number | null>;
  /** The line that counts this source, or null. */
  counted(db: Pick<Transaction, "select">, kind: LimitKind, source: Source): Promise<typeof rateLimits.$inferSelect | null>;
  sourceKey(visitor: Visitor): string;
}

/** Above this many refused sources the oldest are forgotten; the database still knows them. */
const REMEMBERED_MAX = 100_000;

export function makeLimits({
  crypto,
  clock,
  limits,
}: {
  crypto: Crypto;
  clock: Clock;
  limits: Record<LimitKind, RateLimit>;
}): Limits {
  const refusedUntil = new Map<string, number>();

  const isLimited = (source: Source) => "signatureId" in source || source.limited;
  const keyOf = (kind: LimitKind, source: Source) =>
    crypto
      .mac("origin", `${kind} ${"signatureId" in source ? source.signatureId : networkOf(source.address)}`)
      .subarray(0, 16)
      .toString("base64url");

  async function counted(db: Pick<Transaction, "select">, kind: LimitKind, source: Source) {
    const [row] = await db
      .select()
      .from(rateLimits)
      .where(eq(rateLimits.key, keyOf(kind, source)));
    return row ?? null;
  }

  function remember(key: string, until: number): void {
    if (refusedUntil.size >= REMEMBERED_MAX) {
      const [oldest] = refusedUntil.keys();
      if (oldest !== undefined) refusedUntil.delete(oldest);
    }
    refusedUntil.set(key, until);
  }

  /** Answers the seconds to wait. */
  function refuse(kind: LimitKind, milliseconds: number): number {
    countRefusal(`${kind}-limit`);
    return Math.max(1, Math.ceil(milliseconds / 1000));
  }

  function judge(kind: LimitKind, { key, count, windowEndsAt }: Counted): number | null {
    if (count <= limits[kind].attempts) return null;
    remember(key, windowEndsAt.getTime());
    return refuse(kind, windowEndsAt.getTime() - clock.now().getTime());
  }

  return {
    refusal(kind, source) {
      if (!isLimited(source) || refusedUntil.size === 0) return null;
      const key = keyOf(kind, source);
      const until = refusedUntil.get(key);
      if (until === undefined) return null;
      const wait = until - clock.now().getTime();
      if (wait > 0 && wait <= limits[kind].window) return refuse(kind, wait);
      refusedUntil.delete(key);
      return null;
    },
    async count(tx, kind, source) {
      if (!isLimited(source)) return null;
      const key = keyOf(kind, source);
      const { window } = limits[kind];
      const now = clock.now();
      // A window that ends later than one that begins now was begun by a clock that was ahead.
      const isOver = sql`(${rateLimits.windowEndsAt} <= ${now.toISOString()}::timestamptz
        or ${rateLimits.windowEndsAt} > excluded.window_ends_at + interval '5 minutes')`;
      const [row] = await tx
        .insert(rateLimits)
        .values({ key, kind, count: 1, windowEndsAt: new Date(now.getTime() + window) })
        .onConflictDoUpdate({
          target: rateLimits.key,
          set: {
            count: sql`case when ${isOver} then 1 else ${rateLimits.count} + 1 end`,
            windowEndsAt: sql`case when ${isOver} then excluded.window_ends_at else ${rateLimits.windowEndsAt} end`,
          },
        })
        .returning();
      return row ? judge(kind, row) : null;
    },
    key: (kind, source) => (isLimited(source) ? keyOf(kind, source) : null),
    rule: (kind) => limits[kind],
    judge,
    counted,
    sourceKey: (visitor) => crypto.mac("origin", networkOf(visitor.address)).subarray(0, 16).toString("base64url"),
  };
}
