import { DAY } from "./duration.ts";
import { justNowIn, type Language } from "./known-languages.ts";
import type { Visibility } from "./signing.ts";

export const SUPPORTERS_PER_PAGE = 50;
export const LATEST_SUPPORTERS = 10;
export const PAGE_SIZE_MAX = 100;

export function pagesFor(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}

export function readPage(raw: unknown): number | null {
  if (typeof raw !== "string" || !/^[0-9]{1,20}$/.test(raw)) return null;
  const page = Number(raw);
  return page >= 1 && Number.isSafeInteger(page) ? page : null;
}

const OPEN_TO_ALL = 5 * SUPPORTERS_PER_PAGE;

/** Few readers go there, but everybody who copies the list. Open pages poll the newest names, thousands behind one address. */
export function isDeepInList(page: number, size: number): boolean {
  return page * size > OPEN_TO_ALL;
}

const NEIGHBOURS = 2;

export function pagesShown(current: number, last: number): (number | "gap")[] {
  const near = Array.from({ length: 2 * NEIGHBOURS + 1 }, (_, index) => current - NEIGHBOURS + index);
  const pages = [...new Set([1, ...near.filter((page) => page > 1 && page < last), last])];
  return pages.flatMap((page, index) => (index > 0 && page - (pages[index - 1] ?? 0) > 1 ? ["gap" as const, page] : [page]));
}

const PARTICLES = new Set(
  "von vom van der den dem zu zum zur de del della delle di da do dos das du des la le les lo el los las y e i ten ter te t op auf".split(
    " ",
  ),
);

const TITLES = new Set("dr prof phd mr mrs ms jr sr".split(" "));

/** Without the dot these are names as well ("Nat", "Ing"). */
const ABBREVIATED_TITLES = new Set("dipl. ing. mag. med. phil. jur. rer. nat. habil. h.c.".split(" "));

export function initialsOf(name: string): string {
  const words = ownWords(name);
  return [...new Set([0, words.length - 1])].map((index) => initialOf(words[index] ?? "")).join("");
}

export const PUBLIC_NAMES = ["full", "initials"] as const;
export type PublicNames = (typeof PUBLIC_NAMES)[number];

/** For the public list. Nothing else of a name may leave the server. */
export function publicName(name: string, shown: PublicNames): string {
  return shown === "full" ? name : withoutSurname(name);
}

/** "Anna M.": the first word, and of the last its initial. One word alone may be the surname: its initial only. */
function withoutSurname(name: string): string {
  // A foreign name in such a script has dots instead of spaces; a Catalan one has them within a word.
  const spaced = name.replace(/・/gu, " ").replace(/(\p{Script=Han})·/gu, "$1 ");
  const words = ownWords(spaced);
  if (SURNAME_FIRST.test(name) && spaced === name) return givenNameIn(words);
  const [first = "", ...others] = words;
  const last = others.at(-1);
  if (last === undefined) return `${initialOf(first)}.`;
  // "A.Müller Schmidt" left out a space: what stands behind the dot is another name.
  return `${first.replace(/\..*$/su, ".")} ${initialOf(last)}.`;
}

/** Scripts in which names begin with a surname, often of one letter. */
const SURNAME_FIRST = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

function givenNameIn(words: string[]): string {
  const given = words.at(-1) ?? "";
  return words.length > 1 ? given : (graphemesOf(given).at(-1) ?? "");
}

function ownWords(name: string): string[] {
  const all = name.split(/\s+/u).filter((word) => /\p{L}/u.test(word));
  const own = all.filter((word) => !isTitle(word) && !PARTICLES.has(word.replace(/^['’‘´`]/u, "")));
  return own.length > 0 ? own : all;
}

function isTitle(word: string): boolean {
  const parts = word.toLowerCase().split("-");
  return parts.every((part) => TITLES.has(part.replace(/\.$/, "")) || ABBREVIATED_TITLES.has(part));
}

function initialOf(word: string): string {
  return firstGrapheme(firstGrapheme(word.replace(/^[^\p{L}]+/u, "")).toUpperCase());
}

const graphemes = "Segmenter" in Intl ? new Intl.Segmenter("und", { granularity: "grapheme" }) : null;

function firstGrapheme(text: string): string {
  return graphemesOf(text)[0] ?? "";
}

function graphemesOf(text: string): string[] {
  return graphemes ? Array.from(graphemes.segment(text), ({ segment }) => segment) : (text.match(/\P{M}\p{M}*/gu) ?? []);
}

const UNITS = [
  { unit: "year", size: 365 * DAY, most: Number.POSITIVE_INFINITY },
  { unit: "month", size: 30 * DAY, most: 11 },
  { unit: "week", size: 7 * DAY, most: 4 },
  { unit: "day", size: DAY, most: 6 },
  { unit: "hour", size: DAY / 24, most: 23 },
  { unit: "minute", size: 60_000, most: 59 },
] as const;

/** The list gives times to the minute, and to the hour for private entries. */
export function listedAgo(
  language: Language,
  { visibility, confirmedAt }: { visibility: Visibility; confirmedAt: Date },
  now: Date,
): string {
  const unit = visibility === "public" ? 60_000 : DAY / 24;
  return timeAgo(language, confirmedAt, new Date(Math.floor(now.getTime() / unit) * unit));
}

export function timeAgo(language: Language, from: Date, now: Date): string {
  const elapsed = now.getTime() - from.getTime();
  const fitting = UNITS.find(({ size }) => elapsed >= size);
  if (!fitting) return justNowIn(language);
  return formatOf(language).format(-Math.min(Math.floor(elapsed / fitting.size), fitting.most), fitting.unit);
}

const formats = new Map<Language, Intl.RelativeTimeFormat>();

function formatOf(language: Language): Intl.RelativeTimeFormat {
  const known = formats.get(language);
  if (known) return known;
  const made = new Intl.RelativeTimeFormat(language, { numeric: "always" });
  formats.set(language, made);
  return made;
}
