import type { CompiledMessage, FormatOptions, FormatValues } from "icu-minify/format";
import format from "icu-minify/format";
import type { PETITION_ZONE } from "../petition/calendar.ts";
import type { MessageKey } from "./keys.ts";

export type Catalogue = Record<string, CompiledMessage>;
export type Values = Record<string, string | number>;

export interface Translate {
  (key: MessageKey, values?: Values): string;
  rich<Node>(key: MessageKey, values: FormatValues<Node>): string | Node | Array<string | Node>;
  language: string;
}

/** Another zone than the petition's does not compile. */
export const TIME_ZONE: typeof PETITION_ZONE = "Europe/Berlin";

export function localeOf(language: string): string {
  return language === "en" ? "en-GB" : language;
}

/** Throws for a language or message that is not there. */
export function translator(language: string, catalogues: Record<string, Catalogue>): Translate {
  const catalogue = ownEntry(catalogues, language);
  if (!catalogue) throw missingLanguage(language, Object.keys(catalogues));
  const found = (key: string): CompiledMessage => {
    const message = ownEntry(catalogue, key);
    if (message === undefined) throw new Error(`Translation missing: ${key} not found in language ${language}`);
    return message;
  };
  const options: FormatOptions = { timeZone: TIME_ZONE, formatters };
  const t = (key: MessageKey, values?: Values) => format(found(key), language, kept(values), options) as string;
  return Object.assign(t, {
    language,
    rich: <Node>(key: MessageKey, values: FormatValues<Node>) => format<Node>(found(key), language, kept(values), options),
  });
}

function kept<Given extends object | undefined>(values: Given): Given {
  const entries = Object.entries(values ?? {}).map(([name, value]) => [
    name,
    typeof value === "string" ? isolated(value) : value,
  ]);
  return values && (Object.fromEntries(entries) as Given);
}

export function missingLanguage(language: string, available: string[]): Error {
  return new Error(`Translation missing: Language ${language} not found. Available languages: ${available.join(", ")}`);
}

/** In the petition's zone unless `look` names another. A Polish day alone takes its "r." from the text, which may end with it. */
export function dateIn(language: string, moment: Date | string | number, look: Intl.DateTimeFormatOptions): string {
  const date = withOrdinal(language, formatOf(language, look).format(new Date(moment)));
  if (language === "fr") return date.replace(/(^|[^\d:])(\d\d):(\d\d)(?!:)/, "$1$2\u202fh\u202f$3");
  return language === "pl" && look.dateStyle === "long" ? date.replace(/(\d{4}) (?=\d)/, "$1\u00a0r., godz.\u00a0") : date;
}

export function dateAndTimeIn(language: string, moment: Date): { date: string; time: string } {
  return { date: dateIn(language, moment, { dateStyle: "long" }), time: dateIn(language, moment, { timeStyle: "short" }) };
}

/** `21. November 2026` of `2026-11-21`. */
export function longDayIn(language: string, day: string): string {
  return dateIn(language, `${day}T11:00:00Z`, { dateStyle: "long" });
}

/** Two days and what lies between them, as `dateIn` writes one. */
export function datesIn(language: string, from: Date | string, to: Date | string, look: Intl.DateTimeFormatOptions): string {
  return withOrdinal(language, formatOf(language, look).formatRange(new Date(from), new Date(to)));
}

function formatOf(language: string, look: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return dateTimeFormat(localeOf(language), { timeZone: TIME_ZONE, ...look });
}

const FIRST: Record<string, string> = { fr: "1er", it: "1º" };

/** Without looking behind, which older browsers cannot read. */
function withOrdinal(language: string, date: string): string {
  const first = FIRST[language];
  return first ? date.replace(/(^|\D)0?(\d)(?=[\s–-])/g, (_, before, day) => before + (day === "1" ? first : day)) : date;
}

/** `percentage`: from 0 to 100. French has a narrow space where `Intl` has a whole one. */
export function percentIn(language: string, percentage: number): string {
  const format = numberFormat(localeOf(language), { style: "percent", maximumFractionDigits: 1 });
  const percent = format.format(percentage / 100);
  return language === "fr" ? percent.replace("\u00a0%", "\u202f%") : percent;
}

/** `constructor` is neither a language nor a message. */
function ownEntry<Value>(entries: Record<string, Value>, name: string): Value | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined;
}

function remembered<Made, Arguments extends unknown[]>(make: (...given: Arguments) => Made): (...given: Arguments) => Made {
  const made = new Map<string, Made>();
  return (...given) => {
    const key = JSON.stringify(given);
    const known = made.get(key);
    if (known) return known;
    const fresh = make(...given);
    made.set(key, fresh);
    return fresh;
  };
}

type Look<Options> = [locale: Intl.LocalesArgument, options?: Options];

/** Made once for each locale and options: making one takes as long as formatting a hundred times. */
export const dateTimeFormat = remembered((...look: Look<Intl.DateTimeFormatOptions>) => new Intl.DateTimeFormat(...look));
export const numberFormat = remembered((...look: Look<Intl.NumberFormatOptions>) => new Intl.NumberFormat(...look));

const formatters: FormatOptions["formatters"] = {
  getDateTimeFormat: dateTimeFormat,
  getNumberFormat: numberFormat,
  getPluralRules: remembered((...given) => new Intl.PluralRules(...given)),
};

const [APART, TOGETHER] = ["\u2068", "\u2069"];
/** Hebrew, Arabic and their relatives: of another direction, or commas, numbers and brackets would change places (Unicode, annex 9). */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

export function isolated(value: string): string {
  return RIGHT_TO_LEFT.test(value) ? APART + value + TOGETHER : value;
}

export function isolating(text: string, compiled: CompiledMessage): CompiledMessage {
  return RIGHT_TO_LEFT.test(text) ? (within(compiled) as CompiledMessage) : compiled;
}

function within(node: unknown): unknown {
  if (!Array.isArray(node)) return node;
  return node.flatMap((part) => (Array.isArray(part) && part.length === 1 ? [APART, part, TOGETHER] : [deeper(part)]));
}

/** Tags hold further parts behind their name, choices an object of branches. */
function deeper(part: unknown): unknown {
  if (!Array.isArray(part)) return part;
  const [name, kind, branches, ...others] = part;
  if (typeof kind !== "number") return [name, ...(within(part.slice(1)) as unknown[])];
  if (typeof branches !== "object" || branches === null) return part;
  return [name, kind, Object.fromEntries(Object.entries(branches).map(([at, inner]) => [at, within(inner)])), ...others];
}
