/** An e-mail over a cap, or faster than a provider's pace, waits in the outbox: a visitor was told that it comes. */
import { MINUTE, type Milliseconds, SECOND } from "../../../petition/duration.ts";
import { providerOf } from "../../../petition/mail-providers.ts";
import { normaliseEmail } from "../../../petition/mailbox.ts";
import type { Base } from "../base.ts";
import type { Configuration } from "../config/configuration.ts";
import type { RateLimit } from "../config/kinds.ts";
import { makeBatcher } from "../database/batcher.ts";
import { later } from "../jobs/lease.ts";
import { type Count, isRunning, keepCounts, lockCounts } from "../limits/rate-counter.ts";
import { NOBODY } from "./decoy.ts";
import { AT_ONE_MOMENT } from "./rows-behind.ts";

export const HELD_BY_CAP = "mail-limit";
/** It has a turn of its own, and is not held again once that has come. */
export const HELD_BY_PACE = "mail-pace";
/** The line is longer than turns are given: the e-mail asks for a turn again. */
const HELD_BY_LINE = "mail-line";
export const HELD = [HELD_BY_CAP, HELD_BY_PACE, HELD_BY_LINE] as const;

const KIND = "mail";

/** A link would have ended until then, and no counter is kept for longer. */
export const FURTHEST_TURN: Milliseconds = 24 * 60 * MINUTE;
/** After a longer pause all missed turns would come at once: they are given again. */
const TURN_HOLDS = MINUTE;

/** E-mails to nobody are counted, for the same work, but never held. The largest value of the column. */
const NEVER_REACHED = 2 ** 31 - 1;

interface Asking {
  email: string;
  share?: number;
  turn?: Date | null;
}

type Wait = { until: Date; reason: (typeof HELD)[number] };

export type Caps = ReturnType<typeof makeCaps>;

type Tools = Pick<Base, "db" | "clock" | "crypto"> & { limits: Configuration["mailLimits"] };

type Limit = RateLimit & { key: string };

type Limits = { line: Limit | null; caps: Limit[] };

export function makeCaps({ db, clock, crypto, limits }: Tools) {
  const taking = makeBatcher(takeAll, AT_ONE_MOMENT);
  const givingBack = makeBatcher(giveAllBack, AT_ONE_MOMENT);
  const isCapped = limits.all !== null || limits.domain !== null;
  const isLimited = isCapped || limits.pace.length > 0;
  return {
    take: async (asking: Asking): Promise<Wait | null> => (isLimited ? taking.join(asking) : null),
    giveBack: async (email: string) => {
      if (isCapped) await givingBack.join(email);
    },
  };

  function takeAll(asking: Asking[]): Promise<Array<Wait | null>> {
    const wanted = asking.map((one) => ({ ...one, ...limitsOn(one) }));
    const keys = wanted.flatMap(({ line, caps }) => (line ? [...caps, line] : caps).map(({ key }) => key));
    const now = clock.now();
    return db.transaction(async (tx) => {
      const counts = await lockCounts(tx, KIND, keys, now);
      const waits = wanted.map((one) => waitOf(one, counts, now));
      await keepCounts(tx, counts.values());
      return waits;
    });
  }

  async function giveAllBack(emails: string[]): Promise<null[]> {
    const back = new Map<string, number>();
    for (const { key } of emails.flatMap((email) => limitsOn({ email }).caps)) back.set(key, (back.get(key) ?? 0) + 1);
    await db.transaction(async (tx) => {
      const counts = await lockCounts(tx, KIND, back.keys(), clock.now());
      for (const one of counts.values()) one.count = Math.max(one.count - (back.get(one.key) ?? 0), 0);
      await keepCounts(tx, counts.values());
    });
    return emails.map(() => null);
  }

  function limitsOn({ email, share = 1 }: Asking): Limits {
    const domain = normaliseEmail(email).split("@").at(-1) ?? "";
    const isNobody = email === NOBODY.email;
    const limited = (key: string, { attempts, window }: RateLimit): Limit => ({
      ...{ key, window },
      attempts: isNobody ? NEVER_REACHED : Math.ceil(attempts * share),
    });
    return {
      line:
        limits.pace.length > 0
          ? limited(keyOf(share < 1 ? "mail-line-beside" : "mail-line", hostOf(domain)), paceOf(domain))
          : null,
      caps: [
        limits.domain && limited(keyOf("mail-domain", domain), limits.domain),
        limits.all && limited(isNobody ? "nobody" : "all", limits.all),
      ].filter((cap) => cap !== null),
    };
  }

  /** A keyed hash: small domains are families. */
  function keyOf(purpose: string, name: string): string {
    return crypto.mac(purpose, name).subarray(0, 16).toString("base64url");
  }

  function paceOf(domain: string): RateLimit {
    const named = limits.pace.find((one) => one.domain !== "*" && hostOf(one.domain) === hostOf(domain));
    return named ?? limits.pace.find((one) => one.domain === "*") ?? { attempts: NEVER_REACHED, window: SECOND };
  }
}

function hostOf(domain: string): string {
  return providerOf(domain)?.name ?? domain;
}

function waitOf({ line, caps, turn }: Asking & Limits, counts: Map<string, Count>, now: Date): Wait | null {
  const countOf = ({ key }: Limit) => counts.get(key) as Count;
  const hasTurn = turn && now.getTime() - turn.getTime() <= TURN_HOLDS;
  const next = line && !hasTurn ? nextTurn(countOf(line), line, now) : now;
  if (next === null) return { until: later(now, FURTHEST_TURN), reason: HELD_BY_LINE };
  if (next > now) return { until: next, reason: HELD_BY_PACE };
  const full = caps.find((cap) => isFull(countOf(cap), cap, now));
  if (full) return { until: countOf(full).windowEndsAt, reason: HELD_BY_CAP };
  for (const cap of caps) countOf(cap).count += 1;
  return null;
}

function isFull(count: Count, { attempts, window }: Limit, now: Date): boolean {
  beginAnewIfOver(count, window, window, now);
  return count.count >= attempts;
}

/** The start of the first window with a free turn, or now. Null if that is too far ahead. */
function nextTurn(count: Count, { attempts, window }: Limit, now: Date): Date | null {
  beginAnewIfOver(count, window, Math.max(window, FURTHEST_TURN), now);
  if (count.count >= attempts) {
    const ends = later(count.windowEndsAt, window);
    if (ends > later(now, FURTHEST_TURN)) return null;
    count.count = 0;
    count.windowEndsAt = ends;
  }
  count.count += 1;
  const begins = later(count.windowEndsAt, -window);
  return begins > now ? begins : now;
}

function beginAnewIfOver(count: Count, window: Milliseconds, furthest: Milliseconds, now: Date): void {
  if (isRunning(count.windowEndsAt, now, furthest)) return;
  count.count = 0;
  count.windowEndsAt = later(now, window);
}
