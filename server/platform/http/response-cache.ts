/** One store of finished answers that are the same for everybody, pages and calls, bounded in bytes (decision 0014). The fast path serves it. */
import { LRUCache } from "lru-cache";
import { isLanguage } from "../../../petition/language.ts";
import { type Revalidated, type RevalidationOptions, staleWhileRevalidate } from "../cache/stale-while-revalidate.ts";
import type { Clock } from "../clock.ts";
import type { Encoding } from "./answers.ts";

const CACHE_BYTES = 48 * 1024 * 1024;
const ENTRY_BYTES = 4096;

/** A page is never older than this, in milliseconds, so that a number is at most a second old (0.4 of it in the list). */
const PAGE_MAX_AGE = 500;
const PAGE_MAX_AGE_IN_PEAK = 2000;

export type Form = Encoding | "plain";

export interface Page {
  pattern: string;
  status: number;
  headers: [name: string, value: string][];
  html: string;
  etag: string;
  /** Validator of what its loaders said; null where the same words may make another page. */
  madeOf: string | null;
  policy: string | null;
  isShared: boolean;
  packed: Map<Encoding, Promise<string>>;
}

interface Entry<Answer> {
  page: Revalidated<PromiseSettledResult<Page>> | null;
  sent: Partial<Record<Form, Answer>>;
  size: number;
}

export type ResponseCache<Answer> = ReturnType<typeof openResponseCache<Answer>>;

interface Tools {
  clock: Clock;
  isKept(page: Page, path: string): boolean;
  peak?: Pick<NonNullable<RevalidationOptions["inPeak"]>, "isOn">;
  maxSize?: number;
}

export function openResponseCache<Answer>({ clock, isKept, peak, maxSize = CACHE_BYTES }: Tools) {
  const entries = new LRUCache<string, Entry<Answer>>({ maxSize, sizeCalculation: ({ size }) => size });
  const inPeak = peak && { isOn: peak.isOn, maxAge: PAGE_MAX_AGE_IN_PEAK };

  function store(key: string, entry: Entry<Answer>, bytes: number): void {
    // The cache reads the size of an entry only when the entry is new.
    entries.delete(key);
    entry.size = ENTRY_BYTES + bytes;
    entries.set(key, entry);
  }

  function openPage(path: string, render: (last: Page | null) => Promise<Page>): Entry<Answer> {
    let last: Page | null = null;
    const entry: Entry<Answer> = { page: null, sent: {}, size: 0 };
    entry.page = staleWhileRevalidate(
      async () => {
        const [outcome] = await Promise.allSettled([render(last)]);
        const page = outcome.status === "fulfilled" && isKept(outcome.value, path) ? outcome.value : null;
        if (page !== last) entry.sent = {};
        last = page;
        if (page !== null) store(path, entry, 2 * page.html.length);
        else if (entries.peek(path) === entry) entries.delete(path);
        return outcome;
      },
      { maxAge: PAGE_MAX_AGE, inPeak, clock },
    );
    store(path, entry, 0);
    return entry;
  }

  return {
    async page(path: string, render: (last: Page | null) => Promise<Page>): Promise<Page> {
      const known = entries.get(path);
      const { page } = known?.page ? known : openPage(path, render);
      const outcome = await page?.get();
      if (outcome?.status !== "fulfilled") throw outcome?.reason;
      return outcome.value;
    },
    hasPage: (path: string) => entries.get(path)?.page != null,
    find: (key: string) => entries.get(key),
    keep: (key: string, answer: Answer, bytes: number) => store(key, { page: null, sent: { plain: answer }, size: 0 }, bytes),
    keepOfPage(path: string, form: Form, answer: Answer): void {
      const known = entries.peek(path);
      if (known?.page) known.sent[form] = answer;
    },
    drop(): void {
      for (const [key, { page }] of [...entries.entries()]) {
        if (page === null) entries.delete(key);
        else page.drop();
      }
    },
  };
}

/** Query parameters that change an answer, by path, each with its one spelling of a value; undefined for a value that changes nothing, null for one that no answer has. */
type Spelling = (value: string) => string | undefined | null;

const language: Spelling = (value) => (isLanguage(value) ? value : undefined);
const number: Spelling = (value) => (/^[1-9]\d{0,6}$/.test(value) ? value : null);

/** Every other parameter is ignored: nobody fills the store with addresses. */
const KNOWN_PARAMETERS: ReadonlyMap<string, Record<string, Spelling>> = new Map<string, Record<string, Spelling>>([
  ["/api/petition/supporters", { lang: language }],
  ["/feed.xml", { lang: language }],
  ["/api/petition/supporters-paginated", { page: number, pageSize: number, lang: language }],
]);

const QUERY_MAX = 500;

export const PERSONAL_PARAMETER = "signed";

export function keyOf(address: string): string | null {
  const at = address.indexOf("?");
  if (at < 0) return address;
  const path = address.slice(0, at);
  // To take a long one apart costs more than the framework.
  if (address.length - at > QUERY_MAX) return null;
  const given = new URLSearchParams(address.slice(at));
  if (given.has(PERSONAL_PARAMETER)) return null;
  const known: [string, string][] = [];
  for (const [name, spelling] of Object.entries(KNOWN_PARAMETERS.get(path) ?? {})) {
    const [value, ...more] = given.getAll(name);
    const spelled = value === undefined ? undefined : spelling(value);
    if (spelled === null || more.length > 0) return null;
    if (spelled !== undefined) known.push([name, spelled]);
  }
  return known.length === 0 ? path : `${path}?${new URLSearchParams(known)}`;
}
