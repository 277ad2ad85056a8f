import type { EndingState } from "../../../contract/administration/ending.ts";
import type { AdminSignature, AdminSignatureList, AdminStats } from "../../../contract/administration/signatures.ts";
import { dayOfMoment, startOfDay } from "../../../petition/calendar.ts";
import type { CollectionStatus } from "../../../petition/collection.ts";
import type { Context } from "../../context.ts";
import { readCount } from "../../count/count.ts";
import { supportersFrom } from "../../count/listed.ts";
import { byIds, countFound, type Figures, type Found, find, readFigures } from "./store.ts";
import { isEverything, type Wanted } from "./wanted.ts";

const RECENT = 10;
const HOUR = 60 * 60_000;
const SUSPICION_WINDOW = 24 * HOUR;
/** Remembered while the count stays as it is. */
const TOTALS_KEPT = 200;

type Tools = Pick<Context, "db" | "clock" | "configuration"> & {
  collectionStatus(): Promise<CollectionStatus>;
  endingState(): Promise<EndingState>;
};

export interface Signatures {
  stats(): Promise<AdminStats>;
  /** `page` from 1. A page past the end is empty. */
  list(wanted: Wanted, page: number, limit: number): Promise<AdminSignatureList>;
  one(id: string): Promise<AdminSignature | null>;
}

export function openSignatures({ db, clock, configuration, collectionStatus, endingState }: Tools): Signatures {
  const { targetCount, confirmationLifetime, rateLimits: limits } = configuration;
  let totals = new Map<string, number>();
  let totalsOf = -1;

  /** Counting what matches is the dear part: whoever leafs through the pages pays it once. */
  async function totalOf(wanted: Wanted): Promise<number> {
    const { count, version, isFinal } = await readCount(db);
    // After the end the number says nothing of the rows: they go batch by batch.
    if (isFinal) return countFound(db, wanted);
    if (isEverything(wanted)) return count;
    if (version !== totalsOf || totals.size >= TOTALS_KEPT) {
      totals = new Map();
      totalsOf = version;
    }
    const keptIn = totals;
    // Found suspicious, or without its IP address, a signature changes neither number nor version.
    const isFleeting = wanted.state === "suspicious" || wanted.cluster !== null || wanted.search.kind === "origin";
    if (isFleeting) return countFound(db, wanted);
    const key = JSON.stringify(wanted);
    const total = keptIn.get(key) ?? (await countFound(db, wanted));
    keptIn.set(key, total);
    return total;
  }

  /** The public list finds any of millions at once. */
  async function idsFrom(offset: number, limit: number): Promise<string[]> {
    return (await supportersFrom(db, offset, limit)).map(({ id }) => id);
  }

  return {
    async stats() {
      const now = clock.now();
      const today = startOfDay(dayOfMoment(now)) ?? now;
      const since = new Date(now.getTime() - SUSPICION_WINDOW);
      const figures = await readFigures(db, { now, today, yesterday: yesterdayUntil(now, today), since, limits });
      const recent = await byIds(db, await idsFrom(0, RECENT));
      return {
        ...statsFrom(figures),
        recentSignatures: recent.map(shown),
        targetCount,
        progressPercentage: Math.round((figures.signatureCount / targetCount) * 100),
        confirmationLifetime,
        collection: await collectionStatus(),
        ending: await endingState(),
      };
    },
    async list(wanted, page, limit) {
      const total = await totalOf(wanted);
      const offset = (page - 1) * limit;
      if (offset >= total) return { signatures: [], total };
      const rows = isEverything(wanted)
        ? await byIds(db, await idsFrom(offset, limit))
        : await find(db, wanted, { total, offset, limit });
      return { signatures: rows.map(shown), total };
    },
    async one(id) {
      const [row] = await byIds(db, [id]);
      return row ? shown(row) : null;
    },
  };
}

/** A day is 23 to 25 hours long: the last hour of a long one has no hour to be set beside. */
function yesterdayUntil(now: Date, today: Date): { from: Date; to: Date } {
  const from = startOfDay(dayOfMoment(new Date(today.getTime() - HOUR))) ?? today;
  const to = from.getTime() + now.getTime() - today.getTime();
  return { from, to: new Date(Math.min(to, today.getTime())) };
}

function statsFrom({ totalTrackedIPs, blockedIPs, suspiciousActivity, ...counts }: Figures) {
  return { ...counts, antiSpam: { totalTrackedIPs, blockedIPs, suspiciousActivity } };
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
