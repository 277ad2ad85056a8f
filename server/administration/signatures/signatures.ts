import type { EndingState } from "../../../contract/administration/ending.ts";
import type { AdminSignature, AdminSignatureList, AdminStats } from "../../../contract/administration/signatures.ts";
import { dayOfMoment, startOfDay } from "../../../petition/calendar.ts";
import type { CollectionStatus } from "../../../petition/collection.ts";
import type { Context } from "../../context.ts";
import { readCount } from "../../ledger/count/count.ts";
import { confirmedFrom, countBetween } from "../../ledger/count/listed.ts";
import { restAfter, staleWhileRevalidate } from "../../platform/cache/stale-while-revalidate.ts";
import { type Cursor, cursorOf } from "../../platform/database/cursor.ts";
import { countFailedMails } from "../../platform/mail/waiting.ts";
import { ageFor } from "../age.ts";
import { DEPTH, find } from "./find.ts";
import { byIds, countSuspicious, type Found, readCrowd, readFigures } from "./store.ts";
import { isEverything, type Wanted } from "./wanted.ts";

const RECENT = 10;
const HOUR = 60 * 60_000;
const SUSPICION_WINDOW = 24 * HOUR;
const SOON_COUNTED = 500;

type Tools = Pick<Context, "db" | "clock" | "configuration"> & {
  collectionStatus(): Promise<CollectionStatus>;
  endingState(): Promise<EndingState>;
};

export interface Signatures {
  stats(): Promise<AdminStats>;
  /** `page` from 1, or `after` a page that was read. A page past the end is empty. */
  list(wanted: Wanted, page: PageWanted): Promise<AdminSignatureList>;
  one(id: string): Promise<AdminSignature | null>;
}

interface PageWanted {
  page: number;
  limit: number;
  after: Cursor | null;
}

export function openSignatures({ db, clock, configuration, collectionStatus, endingState }: Tools): Signatures {
  const { targetCount, confirmationLifetime, rateLimits: limits } = configuration;
  const crowd = staleWhileRevalidate(
    async () => ({ figures: await readCrowd(db, clock.now(), limits), signatures: (await readCount(db)).count }),
    { maxAge: ({ signatures }) => ageFor(signatures), clock },
  );
  const suspicious = staleWhileRevalidate(() => countSuspicious(db, new Date(clock.now().getTime() - SUSPICION_WINDOW)), {
    maxAge: restAfter((number) => number > SOON_COUNTED),
    clock,
  });

  /** If all that is wanted follows each other in the list: where it begins, and how many that are. Otherwise null. */
  async function windowOf(wanted: Wanted): Promise<{ first: number; total: number } | null> {
    const { search } = wanted;
    if (!isEverything({ ...wanted, search: { kind: "all" } })) return null;
    if (search.kind === "time") return countBetween(db, search);
    if (search.kind !== "all") return null;
    const { count, isFinal } = await readCount(db);
    // After the end the rows are erased in batches and the number stays.
    return isFinal ? null : { first: 0, total: count };
  }

  async function listed(offset: number, limit: number): Promise<AdminSignature[]> {
    return (await byIds(db, await confirmedFrom(db, offset, limit))).map(shown);
  }

  return {
    async stats() {
      const now = clock.now();
      const today = startOfDay(dayOfMoment(now)) ?? now;
      const figures = await readFigures(db, today, yesterdayUntil(now, today));
      const { pendingCount, ...sources } = (await crowd.get()).figures;
      return {
        ...figures,
        failedMails: await countFailedMails(db),
        pendingCount,
        antiSpam: { ...sources, suspiciousActivity: await suspicious.get() },
        recentSignatures: await listed(0, RECENT),
        targetCount,
        progressPercentage: Math.round((figures.signatureCount / targetCount) * 100),
        confirmationLifetime,
        collection: await collectionStatus(),
        ending: await endingState(),
      };
    },
    async list(wanted, { page, limit, after }) {
      const offset = (page - 1) * limit;
      const window = after === null ? await windowOf(wanted) : null;
      if (window === null) {
        const { ids, next, searchedTo, ...found } = await find(db, wanted, { after, offset, limit }, DEPTH);
        const shownTo = { next: next && cursorOf(next), searchedTo: searchedTo?.toISOString() ?? null };
        return { signatures: (await byIds(db, ids)).map(shown), ...found, ...shownTo };
      }
      const { first, total } = window;
      const signatures = await listed(first + offset, Math.max(0, Math.min(limit, total - offset)));
      return { signatures, total, totalIsExact: true, next: null, searchedTo: null };
    },
    async one(id) {
      const [row] = await byIds(db, [id]);
      return row ? shown(row) : null;
    },
  };
}

/** A day has 23 to 25 hours: the last hour of a long one is compared with nothing. */
function yesterdayUntil(now: Date, today: Date): { from: Date; to: Date } {
  const from = startOfDay(dayOfMoment(new Date(today.getTime() - HOUR))) ?? today;
  const to = from.getTime() + now.getTime() - today.getTime();
  return { from, to: new Date(Math.min(to, today.getTime())) };
}

function shown({ quarantinedAt, nameHiddenAt, nameCheck, confirmedAt, ...row }: Found): AdminSignature {
  return {
    ...row,
    confirmedAt: confirmedAt.toISOString(),
    quarantined: quarantinedAt !== null,
    nameHidden: nameHiddenAt !== null && nameCheck !== "held",
    nameOnHold: nameCheck === "held",
  };
}
