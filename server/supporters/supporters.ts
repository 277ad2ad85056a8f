/** The public list of supporters, and the number, read from memory by as many as like to. */
import type { ListedSupporter, SupporterPage, Supporters } from "../../contract/supporters.ts";
import type { Language } from "../../petition/language.ts";
import { progressOf } from "../../petition/progress.ts";
import { initialsOf, LATEST_SUPPORTERS, pagesFor, SUPPORTERS_PER_PAGE, timeAgo } from "../../petition/supporters.ts";
import type { Context } from "../context.ts";
import { readCount } from "../count/count.ts";
import { hasPublicSupporter, type SupporterRow, supportersFrom } from "../count/listed.ts";
import { type Fresh, fresh } from "../fresh.ts";

/** Another process's change shows within a second: half of it for the reader, half for a page that was rendered from it. */
const MAX_AGE = 400;
/** Pages of the list that are kept for one state of it: as rows, and as answers, each in one language. */
const PAGES_KEPT = 500;
/** 128 bits: nobody finds the id behind a key, and no two ids share one. */
const KEY_LENGTH = 16;

type Tools = Pick<Context, "db" | "clock" | "crypto" | "configuration" | "translators" | "changed">;

export function supporters({ db, clock, crypto, configuration, translators, changed }: Tools): Supporters {
  const latestCount = fresh(
    async () => {
      const { count, version } = await readCount(db);
      return { count, version, stats: progressOf(count, configuration.targetCount) };
    },
    { maxAge: MAX_AGE, clock },
  );
  const rowsKept = keeper<SupporterRow[]>(PAGES_KEPT);
  const answersKept = keeper<SupporterPage>(PAGES_KEPT);
  const latest: Fresh<SupporterRow[]> = fresh(
    async () => ((await hasPublicSupporter(db)) ? await rowsFrom(0, LATEST_SUPPORTERS) : []),
    { maxAge: MAX_AGE, clock },
  );

  /**
   * Put together from pages of the usual size, which alone are kept: a page has a hundred sizes and seven languages, and whoever asks for
   * all of them asks the database for nothing new.
   */
  async function rowsOf(version: number, offset: number, limit: number): Promise<SupporterRow[]> {
    const first = Math.floor(offset / SUPPORTERS_PER_PAGE);
    const last = Math.floor((offset + limit - 1) / SUPPORTERS_PER_PAGE);
    const parts = Array.from({ length: last - first + 1 }, (_, part) =>
      rowsKept(version, String(first + part), () => rowsFrom((first + part) * SUPPORTERS_PER_PAGE, SUPPORTERS_PER_PAGE)),
    );
    const rows = (await Promise.all(parts)).flat();
    const start = offset - first * SUPPORTERS_PER_PAGE;
    return rows.slice(start, start + limit);
  }

  async function rowsFrom(offset: number, limit: number): Promise<SupporterRow[]> {
    const rows = await supportersFrom(db, offset, limit);
    return rows.map((row) => ({ ...row, id: listKey(row.id) }));
  }

  /** Tells the entries of the list apart, and is good for nothing else: a row's own id opens calls and names e-mails. */
  function listKey(id: string): string {
    return crypto.mac("list-key", id).subarray(0, KEY_LENGTH).toString("base64url");
  }

  /** A private name never leaves the server: this is where it stays behind. */
  function listed(row: SupporterRow, language: Language): ListedSupporter {
    const isPublic = row.visibility === "public";
    return {
      id: row.id,
      name: isPublic ? row.fullName : translators[language]("supporters.anonymous"),
      initials: isPublic ? initialsOf(row.fullName) : "",
      confirmedAt: row.confirmedAt.toISOString(),
      visibility: row.visibility,
    };
  }

  changed.on(() => {
    latestCount.drop();
    latest.drop();
  });

  return {
    async stats() {
      return (await latestCount.get()).stats;
    },
    async latestSupporters(language) {
      const now = clock.now();
      return (await latest.get()).map((row) => ({
        ...listed(row, language),
        timeAgo: timeAgo(language, row.confirmedAt, now),
      }));
    },
    async supporters(page, pageSize, language) {
      const { count, version } = await latestCount.get();
      const offset = (page - 1) * pageSize;
      const isPastTheEnd = offset >= count;
      const load = async (): Promise<SupporterPage> => {
        const rows = isPastTheEnd ? [] : await rowsOf(version, offset, Math.min(pageSize, count - offset));
        return {
          supporters: rows.map((row) => listed(row, language)),
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

/** Keeps as many of what was loaded for one version of the list as `most` says. What nobody has asked for longest goes first. */
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
