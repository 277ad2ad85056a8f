import { LRUCache } from "lru-cache";
import type { Petition } from "../../../contract/petition.ts";
import type { SupporterPage } from "../../../contract/supporters.ts";
import type { Translate } from "../../../messages/translate.ts";
import { progressOf } from "../../../petition/progress.ts";
import {
  initialsOf,
  LATEST_SUPPORTERS,
  listedAgo,
  type PublicNames,
  pagesFor,
  publicName,
  SUPPORTERS_PER_PAGE,
} from "../../../petition/supporters.ts";
import type { Context } from "../../context.ts";
import { readCount } from "../../ledger/count/count.ts";
import { hasPublicSupporter, type SupporterRow, supportersFrom } from "../../ledger/count/listed.ts";
import { type Revalidated, staleWhileRevalidate } from "../../platform/cache/stale-while-revalidate.ts";

/** Another process's change shows within a second: half of it for the reader, half for a page that was rendered from it. */
const MAX_AGE = 400;
const LIST_MAX_AGE_IN_PEAK = 10_000;
const PAGES_KEPT = 500;

type Tools = Pick<Context, "db" | "clock" | "configuration" | "translators" | "events" | "peak">;

export function supporters({ db, clock, configuration, translators, events, peak }: Tools) {
  const latestCount = staleWhileRevalidate(
    async () => {
      const { paper, ...now } = await readCount(db);
      return { ...now, stats: progressOf(now.count, configuration.targetCount, paper) };
    },
    { maxAge: MAX_AGE, clock },
  );
  const { publicNames } = configuration;
  const pausedCount = staleWhileRevalidate(latestCount.get, { maxAge: LIST_MAX_AGE_IN_PEAK, clock });
  /** After the end no name stays for a moment. */
  async function countOfList() {
    const latest = await latestCount.get();
    return peak.isOn() && !latest.isFinal ? pausedCount.get() : latest;
  }
  const list = keptList(db);
  const latest: Revalidated<SupporterRow[]> = staleWhileRevalidate(
    async () => ((await hasPublicSupporter(db)) ? supportersFrom(db, 0, LATEST_SUPPORTERS) : []),
    { maxAge: MAX_AGE, inPeak: { ...peak, maxAge: LIST_MAX_AGE_IN_PEAK }, clock },
  );
  events.on("changed", () => {
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
        list.forget();
        return { supporters: [], total: count, totalPages: 1 };
      }
      const offset = (page - 1) * pageSize;
      const rows = offset >= count ? [] : await list.rowsOf(version, offset, Math.min(pageSize, count - offset));
      return {
        supporters: rows.map((row) => listed(row, translators[language], publicNames)),
        total: count,
        totalPages: pagesFor(count, pageSize),
      };
    },
  } satisfies Partial<Petition>;
}

function keptList(db: Context["db"]) {
  const kept = new LRUCache<number, Promise<SupporterRow[]>>({ max: PAGES_KEPT });
  let keptOf = -1;

  function pageOf(version: number, page: number): Promise<SupporterRow[]> {
    if (version !== keptOf) kept.clear();
    keptOf = version;
    const rows = kept.get(page) ?? supportersFrom(db, page * SUPPORTERS_PER_PAGE, SUPPORTERS_PER_PAGE);
    kept.set(page, rows);
    rows.catch(() => kept.peek(page) === rows && kept.delete(page));
    return rows;
  }

  /** Only pages of the usual size are kept: requests for all sizes and languages cost the database nothing. */
  async function rowsOf(version: number, offset: number, limit: number): Promise<SupporterRow[]> {
    const first = Math.floor(offset / SUPPORTERS_PER_PAGE);
    const last = Math.floor((offset + limit - 1) / SUPPORTERS_PER_PAGE);
    const parts = Array.from({ length: last - first + 1 }, (_, part) => pageOf(version, first + part));
    const rows = (await Promise.all(parts)).flat();
    const start = offset - first * SUPPORTERS_PER_PAGE;
    return rows.slice(start, start + limit);
  }

  return { rowsOf, forget: () => kept.clear() };
}

/** A private name never leaves the server, nor a surname where only its initial is shown: this is where they stay behind. */
function listed(row: SupporterRow, t: Translate, publicNames: PublicNames): SupporterPage["supporters"][number] {
  const name = row.visibility === "public" ? publicName(row.fullName, publicNames) : null;
  return {
    id: row.key,
    name: name ?? t("supporters.anonymous"),
    initials: name === null ? "" : initialsOf(name),
    confirmedAt: row.confirmedAt.toISOString(),
    visibility: row.visibility,
  };
}
