/** One's own sheet in short, for this tab alone: whoever follows the same link again sees it again. No name, no address, no token. */
import { forgetRememberedSheet, readSheet, type SheetInShort } from "../remembered-sheet.ts";

const PLACE = "own-sheet";

/** Of the link's token only its end is kept: it tells one link from another and opens nothing. */
export function keepSheet(token: string, { number, code }: SheetInShort): void {
  try {
    sessionStorage.setItem(PLACE, JSON.stringify({ link: endOf(token), number, code }));
  } catch {}
}

export function keptSheet(token: string): SheetInShort | null {
  try {
    const text = sessionStorage.getItem(PLACE) ?? "";
    return (JSON.parse(text) as { link: string }).link === endOf(token) ? readSheet(text) : null;
  } catch {
    return null;
  }
}

/** For whoever erases a signature here: whatever this browser knows of one, be it of somebody else who shares it. */
export function forgetSheets(): void {
  try {
    sessionStorage.removeItem(PLACE);
  } catch {}
  forgetRememberedSheet();
}

function endOf(token: string): string {
  return token.slice(-8);
}
