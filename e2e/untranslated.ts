/** What a page says that was never translated: messages of a pseudo-language stand in brackets, and nothing else is a word. */
import type { Page } from "playwright-core";
import { PSEUDO_LANGUAGES } from "../checks/pseudo-language/add.ts";
import { BRACKETS } from "../checks/pseudo-language/message.ts";
import { LANGUAGES, ownNameOf } from "../petition/language.ts";
import { PLACEHOLDER, petitionConfig } from "../petition.config.ts";

/** Of the organisation, of languages, and of networks; longest first, as some stand within others. */
const NAMES = [
  ...stringsIn(petitionConfig).flatMap((text) => [text, text.replace(PLACEHOLDER, "").trim()]),
  ...[...LANGUAGES.map(ownNameOf), ...PSEUDO_LANGUAGES.map(({ name }) => name)],
  ...["WhatsApp", "Telegram", "Facebook", "Bluesky", "Mastodon", "LinkedIn", "PDF", "PNG", "SVG"],
]
  .filter(Boolean)
  .sort((one, other) => other.length - one.length);
/** Addresses, commands and keys are in no language. */
const IN_NO_LANGUAGE = /\S+@\S+|https?:\S+|localhost:\d+\S*|npm run petition --(?: [^\s⟦]+)+|[\w+/=]{30,}/g;

/** Code, moments, and what people are called. */
const APART = "script, style, noscript, template, code, pre, time, bdi, [translate=no], svg, textarea, .avatar, option[lang]";

export async function untranslatedIn(page: Page, language: string): Promise<string[]> {
  const said = await page.evaluate(saidOnThePage, { apart: APART, language });
  const names = [...NAMES, ...wordsOfIntl(language)];
  return said.map((text) => outsideBrackets(text, names)).filter((rest) => /\p{L}{2}/u.test(rest));
}

/** Each attribute that is read to somebody, and all text. Runs in the browser. */
function saidOnThePage({ apart, language }: { apart: string; language: string }): string[] {
  const copy = document.documentElement.cloneNode(true) as HTMLElement;
  for (const foreign of copy.querySelectorAll(`${apart}, body [lang]:not([lang="${language}"])`)) foreign.remove();
  const attributes = ["aria-label", "aria-valuetext", "alt", "title", "placeholder"].flatMap((name) =>
    [...copy.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? ""),
  );
  const shared = ['meta[name="description"]', 'meta[property="og:title"]', 'meta[property="og:image:alt"]'];
  const described = [...copy.querySelectorAll(shared.join())].map((meta) => meta.getAttribute("content") ?? "");
  const texts: string[] = [];
  for (const walk = document.createTreeWalker(copy.querySelector("body") ?? copy, NodeFilter.SHOW_TEXT); walk.nextNode(); )
    texts.push(walk.currentNode.textContent ?? "");
  return [document.title, ...described, ...attributes, texts.join(" ")];
}

function outsideBrackets(text: string, names: string[]): string {
  let depth = 0;
  let rest = "";
  for (const sign of text) {
    if (sign === BRACKETS[0]) depth += 1;
    else if (sign === BRACKETS[1]) depth -= 1;
    else if (depth === 0) rest += sign;
  }
  return names
    .reduce((left, name) => left.replaceAll(name, " "), rest.replace(IN_NO_LANGUAGE, " "))
    .replace(/\s+/g, " ")
    .trim();
}

/** Months, and thousands of millions, where they stand in a sentence of their own. */
function wordsOfIntl(language: string): string[] {
  const days = ["long", "medium"].map((dateStyle) => new Intl.DateTimeFormat(language, { dateStyle } as { dateStyle: "long" }));
  const months = days.flatMap((format) =>
    Array.from({ length: 12 }, (_, month) => format.formatToParts(new Date(2026, month, 3))),
  );
  const large = new Intl.NumberFormat(language, { style: "currency", currency: "EUR", notation: "compact" });
  const amounts = [3.2e8, 1.3e9, 1.8e10].map((amount) => large.formatToParts(amount));
  const words = [...months, ...amounts].flat().map(({ value }) => value.trim());
  return words.filter((word) => /\p{L}{2}/u.test(word)).sort((one, other) => other.length - one.length);
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
