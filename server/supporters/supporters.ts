import type { ListedSupporter, SupporterPage, Supporters } from "../../contract/supporters.ts";
import type { Translate } from "../../messages/translate.ts";
import { progressOf } from "../../petition/progress.ts";
import {
  initialsOf,
  LATEST_SUPPORTERS,
  listedAgo,
  type PublicNames,
  pagesFor,
  publicName,
  SUPPORTERS_PER_PAGE,
} from "../../petition/supporters.ts";
import type { Context } from "../context.ts";
import { readCount } from "../count/count.ts";
import { hasPublicSupporter, type SupporterRow, supportersFrom } from "../count/listed.ts";
import { type Fresh, fresh } from "../fresh.ts";

/** Another process's change shows within a second: half of it for the reader, half for a page that was rendered from it. */
const MAX_AGE = 400;
/** In peak mode the list pauses: names come and go so much later. */
const LIST_MAX_AGE_IN_PEAK = 10_000;
const PAGES_KEPT = 500;

type Tools = Pick<Context, "db" | "clock" | "configuration" | "translators" | "changed" | "peak">;

export function supporters({ db, clock, configuration, translators, changed, peak }: Tools): Supporters {
  const latestCount = fresh(
    async () => {
      const { count, version, isFinal } = await readCount(db);
      return { count, version, isFinal, stats: progressOf(count, configuration.targetCount) };
    },
    { maxAge: MAX_AGE, clock },
  );
  const { publicNames } = configuration;
  /** The number that the list stands still at. */
  const pausedCount = fresh(latestCount.get, { maxAge: LIST_MAX_AGE_IN_PEAK, clock });
  /** After the end no name stays for a moment. */
  async function countOfList() {
    const latest = await latestCount.get();
    return peak.isOn() && !latest.isFinal ? pausedCount.get() : latest;
  }
  const list = keptList(db);
  let answersKept = keeper<SupporterPage>(PAGES_KEPT);
  const latest: Fresh<SupporterRow[]> = fresh(
    async () => {
      return (await hasPublicSupporter(db)) ? supportersFrom(db, 0, LATEST_SUPPORTERS) : [];
    },
    { maxAge: MAX_AGE, inPeak: { ...peak, maxAge: LIST_MAX_AGE_IN_PEAK }, clock },
  );
  changed.on(() => {
    latestCount.drop();
    latest.drop();
  });

  return {
    async stats() {
      return (await latestCount.get()).stats;
    },
    statsAsOf: latestCount.asOf,
    listPauses: peak.isOn,
    async latestSupporters(language) {
      const now = clock.now();
      const { isFinal } = await latestCount.get();
      return (isFinal ? [] : await latest.get()).map((row) => ({
        ...listed(row, translators[language], publicNames),
        timeAgo: listedAgo(language, row, now),
      }));
    },
    async supporters(page, pageSize, language) {
      const { count, version, isFinal } = await countOfList();
      if (isFinal) {
        // No name stays in the memory either.
        list.forget();
        answersKept = keeper(PAGES_KEPT);
        return { supporters: [], total: count, totalPages: 1 };
      }
      const offset = (page - 1) * pageSize;
      const isPastTheEnd = offset >= count;
      const load = async (): Promise<SupporterPage> => {
        const rows = isPastTheEnd ? [] : await list.rowsOf(version, offset, Math.min(pageSize, count - offset));
        return {
          supporters: rows.map((row) => listed(row, translators[language], publicNames)),
          total: count,
          totalPages: pagesFor(count, pageSize),
        };
      };
      if (pageSize !== SUPPORTERS_PER_PAGE) return load();
      // All pages past the end are one: nobody fills the memory with them.
      return answersKept(version, `${isPastTheEnd ? "none" : page} ${language}`, load);
    },
  };
}

function keptList(db: Context["db"]) {
  let rowsKept = keeper<SupporterRow[]>(PAGES_KEPT);

  function forget(): void {
    rowsKept = keeper(PAGES_KEPT);
  }

  /** From pages of the usual size, which alone are kept: whoever asks for all sizes and languages asks the database for nothing new. */
  async function rowsOf(version: number, offset: number, limit: number): Promise<SupporterRow[]> {
    const first = Math.floor(offset / SUPPORTERS_PER_PAGE);
    const last = Math.floor((offset + limit - 1) / SUPPORTERS_PER_PAGE);
    const parts = Array.from({ length: last - first + 1 }, (_, part) =>
      rowsKept(version, String(first + part), () =>
        supportersFrom(db, (first + part) * SUPPORTERS_PER_PAGE, SUPPORTERS_PER_PAGE),
      ),
    );
    const rows = (await Promise.all(parts)).flat();
    const start = offset - first * SUPPORTERS_PER_PAGE;
    return rows.slice(start, start + limit);
  }

  return { rowsOf, forget };
}

/** A private name never leaves the server, nor a surname where only its initial is shown: this is where they stay behind. */
function listed(row: SupporterRow, t: Translate, publicNames: PublicNames): ListedSupporter {
  const name = row.visibility === "public" ? publicName(row.fullName, publicNames) : null;
  return {
    id: row.key,
    name: name ?? t("supporters.anonymous"),
    initials: name === null ? "" : initialsOf(name),
    confirmedAt: row.confirmedAt.toISOString(),
    visibility: row.visibility,
  };
}

function keeper<Value>(most: number) {
  let kept = new Map<string, Promise<Value>>();
  let keptOf = -1;

  return (version: number, key: string, load: () => Promise<Value>): Promise<Value> => {
    if (version !== keptOf) {
      kept = new Map();
      keptOf = version;
    }
    const keptIn = kept;
    const known = keptIn.get(key);
    const value = known ?? load();
    if (known === undefined) value.catch(() => keptIn.delete(key));
    keptIn.delete(key);
    keptIn.set(key, value);
    const [oldest] = keptIn.keys();
    if (keptIn.size > most && oldest !== undefined) keptIn.delete(oldest);
    return value;
  };
}
