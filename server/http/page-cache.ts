import type { Clock } from "../clock.ts";
import { type Fresh, type FreshTools, fresh } from "../fresh.ts";

export interface PageCache<Page> {
  /** Rendered once for all who ask meanwhile. Fails as its rendering does, and forgets that. */
  get(path: string): Promise<Page>;
  has(path: string): boolean;
  drop(): void;
  /** To be called when a page has grown: it is packed for those who ask for that. */
  trim(): void;
}

interface Tools<Page> {
  /** Is given the path alone, so that nothing of a visitor can get into what all will see; and what it made of it last, or null. */
  render(path: string, last: Page | null): Promise<Page>;
  isKept(page: Page, path: string): boolean;
  /** Bytes. */
  sizeOf(page: Page): number;
  /** Bytes, of all pages together. */
  maxSize: number;
  /** Milliseconds. */
  maxAge: number;
  inPeak?: FreshTools["inPeak"];
  clock: Clock;
}

interface Entry<Page> {
  /** An outcome, not a value: a failure is nothing that one falls back from to an old page. */
  outcome: Fresh<PromiseSettledResult<Page>>;
  page: Page | null;
}

export function pageCache<Page>({ render, isKept, sizeOf, maxSize, maxAge, inPeak, clock }: Tools<Page>): PageCache<Page> {
  const entries = new Map<string, Entry<Page>>();

  function entryFor(path: string): Entry<Page> {
    const entry: Entry<Page> = {
      page: null,
      outcome: fresh(
        async () => {
          const [outcome] = await Promise.allSettled([render(path, entry.page)]);
          keep(path, entry, outcome.status === "fulfilled" && isKept(outcome.value, path) ? outcome.value : null);
          return outcome;
        },
        { maxAge, inPeak, clock },
      ),
    };
    return entry;
  }

  function keep(path: string, entry: Entry<Page>, page: Page | null): void {
    entry.page = page;
    if (page === null && entries.get(path) === entry) entries.delete(path);
    trim();
  }

  function trim(): void {
    let size = 0;
    for (const { page } of entries.values()) if (page !== null) size += sizeOf(page);
    for (const [path, { page }] of entries) {
      if (size <= maxSize) return;
      if (page === null) continue;
      entries.delete(path);
      size -= sizeOf(page);
    }
  }

  return {
    async get(path) {
      const entry = entries.get(path) ?? entryFor(path);
      entries.delete(path);
      entries.set(path, entry);
      const outcome = await entry.outcome.get();
      if (outcome.status === "rejected") throw outcome.reason;
      return outcome.value;
    },
    has: (path) => entries.has(path),
    drop() {
      for (const { outcome } of entries.values()) outcome.drop();
    },
    trim,
  };
}
