/** Pictures beside the texts said on them, for a browser that opens a file. */

import { contextNotes, notesFor } from "../../checks/translating/context.ts";
import { readMessages } from "../../messages/catalogue.ts";
import { DEFAULT_LANGUAGE, type Language, ownNameOf } from "../../petition/language.ts";

/** A screen in a language. */
export interface Sight {
  screen: string;
  language: Language;
  pictures: Array<{ file: string; width: number }>;
  /** Of the messages said there. */
  keys: string[];
}

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem; color-scheme: light dark }
nav { columns: 16rem }
nav a { display: inline-block }
.pictures { display: flex; gap: 1rem; align-items: start; overflow-x: auto }
img { border: 1px solid gray; height: auto; flex: none }
table { border-collapse: collapse; width: 100%; margin-top: 1rem }
th, td { border-top: 1px solid gray; padding: .3rem .6rem; text-align: start; vertical-align: top }
td small { display: block; opacity: .75 }
td { font-size: .9rem; overflow-wrap: anywhere }
th:first-child { min-width: 15rem }
code { overflow-wrap: anywhere }
@media (width < 90rem) {
  section { overflow-x: auto }
}
@media (width >= 90rem) {
  section { display: grid; grid-template-columns: minmax(0, 58rem) minmax(42rem, 1fr); gap: 0 1rem; align-items: start }
  h2 { grid-column: 1 / -1 }
  .pictures { position: sticky; top: 0; max-height: 95vh; overflow: auto }
}
`;

/** In the order given. Texts are escaped: they hold tags of their own. */
export function sheetOf(sights: readonly Sight[]): string {
  const languages = [...new Set(sights.map(({ language }) => language))];
  return [
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<title>The texts in place</title><style>${STYLE}</style><h1>The texts in place</h1>`,
    `<nav>${sights.map((sight) => `<a href="#${anchorOf(sight)}">${nameOf(sight)}</a><br>`).join("\n")}</nav>`,
    ...sights.map(sectionOf),
    ...languages.map((language) => unseen(sights, language)),
    "</html>\n",
  ].join("\n");
}

function sectionOf(sight: Sight): string {
  const pictures = sight.pictures.map(
    ({ file, width }) => `<img src="${file}" width="${Math.round(width / 2)}" alt="${width} pixels wide" loading="lazy">`,
  );
  return [
    `<section id="${anchorOf(sight)}"><h2>${nameOf(sight)}</h2>`,
    `<p class="pictures">${pictures.join("\n")}</p>`,
    tableOf(sight.language, sight.keys),
    "</section>",
  ].join("\n");
}

function tableOf(language: Language, keys: readonly string[]): string {
  const notes = contextNotes();
  const german = readMessages(DEFAULT_LANGUAGE);
  const own = readMessages(language);
  const heads = ["Key", ownNameOf(DEFAULT_LANGUAGE), ...(language === DEFAULT_LANGUAGE ? [] : [ownNameOf(language)])];
  const rows = keys.map((key) => {
    // What the whole file is about stands at its first key.
    const isFirst = keys.find((other) => fileOf(other) === fileOf(key)) === key;
    const said = notesFor(key, notes).slice(isFirst ? 0 : 1);
    const texts = [german, ...(language === DEFAULT_LANGUAGE ? [] : [own])].map(
      (of) => `<td>${escaped(of.get(key) ?? "")}</td>`,
    );
    return `<tr><td><code>${key}</code>${said.map((note) => `<small>${escaped(note)}</small>`).join("")}</td>${texts.join("")}</tr>`;
  });
  return `<table><tr>${heads.map((head) => `<th>${head}</th>`).join("")}</tr>\n${rows.join("\n")}\n</table>`;
}

/** Texts of rare cases and of other machines: they have a note, and no picture here. */
function unseen(sights: readonly Sight[], language: Language): string {
  const seen = new Set(sights.filter((sight) => sight.language === language).flatMap(({ keys }) => keys));
  const keys = [...readMessages(language).keys()].filter((key) => !seen.has(key));
  const summary = `${keys.length} texts in ${ownNameOf(language)} that stand on none of these pictures`;
  return `<details><summary>${summary}</summary>${tableOf(language, keys)}</details>`;
}

function nameOf({ screen, language }: Sight): string {
  return `${screen}, ${ownNameOf(language)}`;
}

function anchorOf({ screen, language }: Sight): string {
  return `${screen}-${language}`;
}

function fileOf(key: string): string {
  return key.split(".")[0] ?? "";
}

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
}
