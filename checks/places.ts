/** What a line of a paper says to be where: "`petition/signing.ts`: `faultOfName`". */
import { textOf, trackedFiles } from "./tracked.ts";

export interface Place {
  /** A file, or many: `server/features/<feature>/schedule.ts`, `e2e/`. */
  path: string;
  /** What stands there: names, or any words of its text. */
  holds: string[];
}

/** A path in back quotes, and whatever else stands in back quotes up to the next one. What precedes the first path belongs to none. */
export function placesIn(line: string): Place[] {
  const places: Place[] = [];
  for (const [, quoted = ""] of line.matchAll(/`([^`]+)`/g)) {
    if (isPath(quoted)) places.push({ path: quoted, holds: [] });
    else if (!quoted.startsWith("npm ")) places.at(-1)?.holds.push(quoted);
  }
  return places;
}

/** A sentence for whatever is not there. */
export function faultsOf({ path, holds }: Place): string[] {
  const texts = filesAt(path).map(textOf);
  if (texts.length === 0) return [`There is no ${path}.`];
  const isThere = (words: string) => texts.some((text) => holding(words).test(text));
  return holds.filter((words) => !isThere(words)).map((words) => `${path} holds no ${words}.`);
}

function isPath(quoted: string): boolean {
  return /^[\w.<>-]+(?:\/[\w.<>-]+)*(?:\/|\.(?:tsx?|mjs|css|json|sql|md))$/.test(quoted);
}

/** `<feature>` stands for any name, not for a folder in it; a folder for all files in it. */
function filesAt(path: string): string[] {
  const [first = "", ...others] = path.split(/<[\w-]+>/).map(literally);
  const pattern = new RegExp(`^${[first, ...others].join("[^/]+")}${path.endsWith("/") ? "" : "$"}`);
  return trackedFiles().filter((file) => pattern.test(file));
}

/** As a whole word, so that a longer name does not stand for a shorter one. */
function holding(words: string): RegExp {
  return new RegExp(`(?<![\\w-])${literally(words)}(?!\\w)`);
}

function literally(text: string): string {
  return text.replace(/\W/g, "\\$&");
}
