/** Which words each page says, and which it has fetched before it says them. */
import { partOf, readMessages } from "../messages/catalogue.ts";
import { DEFAULT_LANGUAGE } from "../petition/language.ts";
import { type Import, importsOf } from "./imports.ts";

const KEYS = [...readMessages(DEFAULT_LANGUAGE).keys()];

/** A file that adds a part of the words, such as `virtual:words/supporters`. */
const ADDS = /from "virtual:words\/(?!home")([\w-]+)"/;
const LEARNS = /\b(?:learn|load)\w*\(|\bwords\[/;

export interface Sources {
  textOf(file: string): string;
}

/** Each as "file: key (part)". `page` is a path from the root, as all files here. */
export function unfetchedWords(page: string, sources: Sources): string[] {
  return unfetchedFrom(page, new Set(), sources, new Set());
}

function unfetchedFrom(root: string, before: Set<string>, sources: Sources, seen: Set<string>): string[] {
  if (seen.has(root)) return [];
  seen.add(root);
  const learnt = new Set([...before, ...partsAddedBy(root, sources)]);
  const files = reachedAtOnce(root, sources);
  const said = files.flatMap((file) =>
    keysIn(sources.textOf(file)).flatMap((key) => {
      const part = partOf(key);
      return part === "home" || (part && learnt.has(part)) ? [] : [`${file}: ${key} (${part})`];
    }),
  );
  const later = files.flatMap((file) =>
    importsIn(file, sources)
      .filter(({ isLazy }) => isLazy)
      .flatMap(({ to }) => unfetchedFrom(to, new Set([...learnt, ...partsAddedBy(file, sources)]), sources, seen)),
  );
  return [...said, ...later];
}

/** What the file itself asks for, by a function that it calls. */
function partsAddedBy(file: string, sources: Sources): string[] {
  if (!LEARNS.test(sources.textOf(file))) return [];
  const asked = [file, ...importsIn(file, sources).map(({ to }) => to)];
  return asked.flatMap((one) => ADDS.exec(sources.textOf(one))?.[1] ?? []);
}

function reachedAtOnce(root: string, sources: Sources): string[] {
  const reached = new Set<string>([root]);
  for (const file of reached) for (const { to, isLazy } of importsIn(file, sources)) if (!isLazy) reached.add(to);
  return [...reached];
}

/** What of it runs in a browser. */
function importsIn(file: string, { textOf }: Sources): Import[] {
  return importsOf(file, textOf(file)).filter(
    ({ to, isOurs, isTypeOnly }) => isOurs && !isTypeOnly && /^(?:web|contract|petition)\/.*(?<!\.server)\.tsx?$/.test(to),
  );
}

/** Keys in quotation marks; of composed ones all that fit. */
function keysIn(source: string): string[] {
  const plain = new Set([...source.matchAll(/"([a-z][\w-]*\.[\w.-]+)"/g)].map(([, key]) => key));
  const composed = [...source.matchAll(/`([a-z][\w-]*\.(?:[\w.-]|\$\{[^}]*\})+)`/g)].map(([, key = ""]) => patternOf(key));
  return KEYS.filter((key) => plain.has(key) || composed.some((pattern) => pattern.test(key)));
}

function patternOf(composed: string): RegExp {
  const parts = composed.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(".", "\\."));
  return new RegExp(`^${parts.join("[\\w.-]+")}$`);
}
