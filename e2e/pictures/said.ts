/** Which messages stand on a page. It is found by their words, since a page does not name keys. */
import type { CompiledMessage } from "icu-minify/format";
import type { Catalogue } from "../../messages/translate.ts";

/** Shorter ones could be part of any sentence: they are said where a whole element says them. */
const LONG = 20;
/** In characters. */
const FEW_WORDS = 400;
const ANYTHING = "[^\n]{0,120}?";

/**
 * Keys, in the order of the catalogue. `texts`: of each element, and of each attribute that is read out. A word that several files
 * have is taken for that of a file which is there for certain, by a sentence of its own.
 */
export function saidAmong(texts: readonly string[], catalogue: Catalogue): string[] {
  const page = pageOf(texts);
  const said = Object.entries(catalogue).filter(([, message]) => isSaid(message, page));
  const isOwn = ([key, message]: (typeof said)[number]) =>
    lettersOf(message) >= LONG && said.every(([other, same]) => same !== message || fileOf(other) === fileOf(key));
  const certain = new Set(said.filter(isOwn).map(([key]) => fileOf(key)));
  const claimed = new Set(said.filter(([key]) => certain.has(fileOf(key))).map(([, message]) => message));
  const isAlone = (message: CompiledMessage) => typeof message === "string" && !claimed.has(message);
  return said.filter(([key, message]) => certain.has(fileOf(key)) || isAlone(message)).map(([key]) => key);
}

interface PageText {
  elements: ReadonlySet<string>;
  /** Of the elements with few words, a line each. */
  short: string;
  /** Each sentence once. */
  whole: string;
}

function pageOf(texts: readonly string[]): PageText {
  const elements = new Set(texts.map(plain));
  const [longest = "", ...others] = [...elements].sort((a, b) => b.length - a.length);
  return {
    elements,
    short: [longest, ...others].filter((text) => text.length < FEW_WORDS).join("\n"),
    whole: [longest, ...others.filter((text) => !longest.includes(text))].join("\n"),
  };
}

function isSaid(message: CompiledMessage, { elements, short, whole }: PageText): boolean {
  const letters = lettersOf(message);
  if (letters < 2) return false;
  if (typeof message === "string") return elements.has(plain(message)) || (letters >= LONG && whole.includes(plain(message)));
  // Looking for words is quick, looking for patterns is not.
  if (!message.every((part) => typeof part !== "string" || whole.includes(spaced(part).trim()))) return false;
  const pattern = patternOf(message);
  return letters >= LONG ? new RegExp(withoutEnds(pattern), "u").test(whole) : new RegExp(`^${pattern}$`, "mu").test(short);
}

/** Any value at an end is found with or without. */
function withoutEnds(pattern: string): string {
  const begun = pattern.startsWith(ANYTHING) ? pattern.slice(ANYTHING.length) : pattern;
  return begun.endsWith(ANYTHING) ? begun.slice(0, -ANYTHING.length) : begun;
}

function fileOf(key: string): string {
  return key.split(".")[0] ?? "";
}

/** Of a plural or a select, any branch; of a value, anything. */
function patternOf(node: unknown): string {
  if (typeof node === "string") return spaced(node).replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  if (!Array.isArray(node)) return ANYTHING;
  return node.map((part) => (Array.isArray(part) ? patternOfPart(part) : patternOf(part))).join("");
}

function patternOfPart([, kind, branches, ...rest]: unknown[]): string {
  if (typeof kind === "number" && typeof branches === "object" && branches !== null)
    return `(?:${Object.values(branches).map(patternOf).join("|")})`;
  if (kind === undefined || typeof kind === "number") return ANYTHING;
  return patternOf([kind, branches, ...rest].filter((child) => child !== undefined));
}

/** Of the branch with the fewest. */
function lettersOf(node: unknown): number {
  if (typeof node === "string") return node.replace(/\P{L}/gu, "").length;
  if (!Array.isArray(node)) return 0;
  const counts = node.map((part) => {
    if (!Array.isArray(part)) return lettersOf(part);
    const [, kind, branches] = part as unknown[];
    if (typeof kind !== "number") return lettersOf(part.slice(1));
    return typeof branches === "object" && branches !== null ? Math.min(...Object.values(branches).map(lettersOf)) : 0;
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

function plain(text: string): string {
  return spaced(text).trim();
}

function spaced(text: string): string {
  return text.replaceAll("\u00ad", "").replace(/\s+/g, " ");
}
