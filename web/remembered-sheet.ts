/** Remembers in the browser that somebody has signed, if they asked for it: never a name, an address or a token. It proves nothing. */
import { useSyncExternalStore } from "react";
import { parsedJson } from "../petition/json.ts";
import { readStored, removeStored, store } from "./storage.ts";

export interface SheetInShort {
  number: number;
  code: string;
}

const PLACE = "remembered-sheet";
const CHANGED = "petition:remembered";

/** Null on the server, and where nothing is remembered. */
export function useRememberedSheet(): SheetInShort | null {
  const text = useSyncExternalStore(
    onChange,
    () => readStored("localStorage", PLACE),
    () => null,
  );
  return text === null ? null : readSheet(text);
}

export function rememberSheet({ number, code }: SheetInShort): boolean {
  if (!store("localStorage", PLACE, JSON.stringify({ number, code }))) return false;
  window.dispatchEvent(new Event(CHANGED));
  return true;
}

export function forgetRememberedSheet(): void {
  removeStored("localStorage", PLACE);
  window.dispatchEvent(new Event(CHANGED));
}

/** Null if it has not the shape: anybody at the browser may have written it. */
export function readSheet(text: string): SheetInShort | null {
  const { number = 0, code = "" } = (parsedJson(text) ?? {}) as Partial<SheetInShort>;
  return Number.isSafeInteger(number) && number > 0 && CODE.test(code) ? { number, code } : null;
}

const CODE = /^\w{4}-\w{4}-\w{2}$/;

function onChange(changed: () => void): () => void {
  window.addEventListener(CHANGED, changed);
  window.addEventListener("storage", changed);
  return () => {
    window.removeEventListener(CHANGED, changed);
    window.removeEventListener("storage", changed);
  };
}
