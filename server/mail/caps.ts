/** What is over a cap waits in the outbox: a visitor who was told that an e-mail comes shall get it. */
import { eq, sql } from "drizzle-orm";
import { normaliseEmail } from "../../petition/mailbox.ts";
import type { Clock } from "../clock.ts";
import type { RateLimit } from "../configuration.ts";
import type { Crypto } from "../crypto/crypto.ts";
import { mailCaps } from "../database/schema.ts";
import type { Writer } from "../outbox/outbox.ts";
import { NOBODY } from "./decoy.ts";

export const HELD_BY_CAP = "mail-limit";

/** E-mails to nobody are counted, for the sake of the same work, and never held back. The column holds no more. */
const NEVER_REACHED = 2 ** 31 - 1;

export interface Caps {
  /** Where a cap is reached, or that `share` of it (above 0, at most 1), takes nothing and answers until when to wait. */
  take(email: string, share?: number): Promise<Date | null>;
  giveBack(email: string): Promise<void>;
}

export interface CapsTools {
  db: Writer;
  clock: Clock;
  crypto: Crypto;
  limits: { all: RateLimit | null; domain: RateLimit | null };
}

export function makeCaps({ db, clock, crypto, limits }: CapsTools): Caps {
  return {
    async take(email, share = 1) {
      const taken: string[] = [];
      for (const { attempts, ...cap } of capsOn(email)) {
        const until = await takeOne({ ...cap, attempts: Math.ceil(attempts * share) });
        if (until) {
          await giveBack(taken);
          return until;
        }
        taken.push(cap.key);
      }
      return null;
    },
    giveBack: (email) => giveBack(capsOn(email).map(({ key }) => key)),
  };

  function capsOn(email: string): Array<RateLimit & { key: string }> {
    // Small domains are families: they are kept as a keyed hash.
    const domain = normaliseEmail(email).split("@").at(-1) ?? "";
    const isNobody = email === NOBODY.email;
    return [
      limits.domain && { ...limits.domain, key: crypto.mac("mail-domain", domain).subarray(0, 16).toString("base64url") },
      limits.all && { ...limits.all, key: isNobody ? "nobody" : "all" },
    ]
      .filter((cap) => cap !== null)
      .map((cap) => (isNobody ? { ...cap, attempts: NEVER_REACHED } : cap));
  }

  /** One statement, so that of many e-mails at once exactly as many go out as may. Null: it was taken. */
  async function takeOne({ key, attempts, window }: RateLimit & { key: string }): Promise<Date | null> {
    const now = clock.now();
    // A window that ends later than one that begins now was begun by a clock that was ahead.
    const isOver = sql`(${mailCaps.windowEndsAt} <= ${now.toISOString()}::timestamptz
      or ${mailCaps.windowEndsAt} > excluded.window_ends_at + interval '5 minutes')`;
    const taken = await db
      .insert(mailCaps)
      .values({ key, count: 1, windowEndsAt: new Date(now.getTime() + window) })
      .onConflictDoUpdate({
        target: mailCaps.key,
        set: {
          count: sql`case when ${isOver} then 1 else ${mailCaps.count} + 1 end`,
          windowEndsAt: sql`case when ${isOver} then excluded.window_ends_at else ${mailCaps.windowEndsAt} end`,
        },
        setWhere: sql`${isOver} or ${mailCaps.count} < ${attempts}`,
      })
      .returning({ key: mailCaps.key });
    if (taken.length > 0) return null;
    const [full] = await db.select({ until: mailCaps.windowEndsAt }).from(mailCaps).where(eq(mailCaps.key, key));
    return full?.until ?? now;
  }

  async function giveBack(keys: string[]): Promise<void> {
    for (const key of keys)
      await db
        .update(mailCaps)
        .set({ count: sql`greatest(${mailCaps.count} - 1, 0)` })
        .where(eq(mailCaps.key, key));
  }
}
