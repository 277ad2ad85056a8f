import { textOf } from "../tracked.ts";

const PAPER = "docs/translating/context.md";

/** What translators are told of a key or of a group of keys. */
export function contextNotes(): Map<string, string> {
  const lines = textOf(PAPER).matchAll(/^\| `([^`]+)` \| (.+) \|$/gm);
  return new Map([...lines].map(([, key = "", note = ""]) => [key, note]));
}

/** From the file's note down to the key's own. */
export function notesFor(key: string, notes: ReadonlyMap<string, string>): string[] {
  const parts = key.split(".");
  return parts.map((_, last) => notes.get(parts.slice(0, last + 1).join("."))).filter((note) => note !== undefined);
}
