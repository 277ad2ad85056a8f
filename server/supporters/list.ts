/** The public list of supporters, and the number, read from memory by as many as like to. */
import type { LatestSupporter, ListedSupporter, PetitionStats, SupporterPage } from "../../contract/petition.ts";
import type { Language } from "../../petition/language.ts";
import { progressOf } from "../../petition/progress.ts";
import { initialsOf, LATEST_SUPPORTERS, pagesFor, timeAgo } from "../../petition/supporters.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/open.ts";
import type { Seals } from "../seals/seals.ts";
import { type Fresh, fresh } from "../tally/fresh.ts";
import { hasPublicSupporter, readTally, type SupporterRow, supportersFrom } from "./store.ts";

/** Another process's change shows within a second: half of it for the reader, half for a page that was rendered from it. */
const MAX_AGE = 400;
/** Pages of the list that are kept for one state of it. */
const PAGES_KEPT = 500;
/** 128 bits: nobody finds the id behind a key, and no two ids share one. */
const KEY_LENGTH = 16;

export interface SupporterList {
  stats(): Promise<PetitionStats>;
  latest(language: Language): Promise<LatestSupporter[]>;
  page(page: number, pageSize: number, language: Language): Promise<SupporterPage>;
  /** To be called when this process has counted or erased. */
  changed(): void;
}

interface Tools {
  db: Database["db"];
  clock: Clock;
  seals: Seals;
  targetCount: number;
  /** What a private supporter is called in a language. */
  anonymousLabel(language: Language): string;
}

export function supporterList({ db, clock, seals, targetCount, anonymousLabel }: Tools): SupporterList {
  const tally = fresh(
    async () => {
      const { count, version } = await readTally(db);
      return { count, version, stats: progressOf(count, targetCount) };
    },
    { maxAge: MAX_AGE, clock },
  );
  let pages = new Map<string, Promise<SupporterPage>>();
  let pagesOf = -1;
  const latest: Fresh<SupporterRow[]> = fresh(
    async () => ((await hasPublicSupporter(db)) ? await rowsFrom(0, LATEST_SUPPORTERS) : []),
    { maxAge: MAX_AGE, clock },
  );

  /** Pages are kept, as they are answered, for as long as the list stays as it is: its version says so. */
  function keptPage(version: number, key: string, load: () => Promise<SupporterPage>): Promise<SupporterPage> {
    if (version !== pagesOf || pages.size >= PAGES_KEPT) {
      pages = new Map();
      pagesOf = version;
    }
    const keptIn = pages;
    const kept = keptIn.get(key);
    if (kept) return kept;
    const page = load();
    keptIn.set(key, page);
    page.catch(() => keptIn.delete(key));
    return page;
  }

  async function rowsFrom(offset: number, limit: number): Promise<SupporterRow[]> {
    const rows = await supportersFrom(db, offset, limit);
    return rows.map((row) => ({ ...row, id: listKey(row.id) }));
  }

  /** Tells the entries of the list apart, and is good for nothing else: a row's own id opens calls and names e-mails. */
  function listKey(id: string): string {
    return seals.mac("list-key", id).subarray(0, KEY_LENGTH).toString("base64url");
  }

  /** A private name never leaves the server: this is where it stays behind. */
  function listed(row: SupporterRow, language: Language): ListedSupporter {
    const isPublic = row.visibility === "public";
    return {
      id: row.id,
      name: isPublic ? row.fullName : anonymousLabel(language),
      initials: isPublic ? initialsOf(row.fullName) : "",
      confirmedAt: row.confirmedAt.toISOString(),
      visibility: row.visibility,
    };
  }

  return {
    async stats() {
      return (await tally.get()).stats;
    },
    async latest(language) {
      const now = clock.now();
      return (await latest.get()).map((row) => ({
        ...listed(row, language),
        timeAgo: timeAgo(language, row.confirmedAt, now),
      }));
    },
    async page(page, pageSize, language) {
      const { count, version } = await tally.get();
      const offset = (page - 1) * pageSize;
      const isPastTheEnd = offset >= count;
      // All pages past the end are one: nobody fills the memory with them.
      return keptPage(version, `${isPastTheEnd ? "none" : page} ${pageSize} ${language}`, async () => {
        const rows = isPastTheEnd ? [] : await rowsFrom(offset, pageSize);
        return {
          supporters: rows.map((row) => listed(row, language)),
          total: count,
          totalPages: pagesFor(count, pageSize),
        };
      });
    },
    changed() {
      tally.drop();
      latest.drop();
    },
  };
}
