import type { Clock } from "../clock.ts";
import type { Database } from "../database/open.ts";
import { type Sheets, SheetsFailure, type Tab } from "./google-sheets.ts";
import { type Content, cellsOf, HEADER } from "./rows.ts";
import {
  erasedAmong,
  isRowKey,
  linesAfter,
  markNewRows,
  type Note,
  noteAdded,
  noteFound,
  noteNotAdded,
  noteRemoved,
  noteReplaced,
  rowsToFind,
  type Sought,
  type Waiting,
} from "./store.ts";

const BATCH = 500;

export interface Pen {
  db: Database["db"];
  clock: Clock;
  sheets: Sheets;
  content: Content;
  alone(write: () => Promise<void>): Promise<void>;
}

interface Places {
  isEmpty: boolean;
  first: Map<string, number>;
  /** Further rows of the same key: none should be. */
  doubles: number[];
  /** Rows of signatures that were erased while nobody copied. */
  erased: number[];
}

export async function writeWaiting(pen: Pen, mustCompare: boolean, waiting: Waiting): Promise<Note> {
  const { db, sheets, alone } = pen;
  const tab = await sheets.firstTab();
  let note: Note = {};
  if (mustCompare || waiting.toFind) {
    const places = placesIn(await sheets.firstColumn(tab));
    if (places.isEmpty) await alone(() => sheets.replace(tab, [{ place: 0, cells: HEADER }]));
    if (mustCompare) note = await compare(pen, places);
    await settle(pen, tab, places, await rowsToFind(db, BATCH));
  }
  await add(pen, tab);
  return note;
}

async function compare({ db, clock }: Pen, places: Places): Promise<Note> {
  const strangers = new Set(places.first.keys());
  for (let lines = await linesAfter(db, ""); lines.length > 0; lines = await linesAfter(db, lines.at(-1)?.key ?? "~")) {
    const isThere = ({ key }: { key: string }) => strangers.delete(key);
    const found = lines.filter(isThere);
    const missing = lines.filter((line) => !found.includes(line) && line.written !== 0);
    await noteFound(db, keysOf(found.filter(({ written }) => written === 0)));
    await noteNotAdded(db, keysOf(missing));
  }
  const erased = await erasedAmong(db, [...strangers].slice(0, BATCH));
  places.erased.push(...erased.map((key) => places.first.get(key) ?? 0));
  return { comparedAt: clock.now(), strangers: strangers.size - erased.length };
}

async function settle(pen: Pen, tab: Tab, places: Places, sought: Sought[]): Promise<void> {
  const { db } = pen;
  const isThere = ({ key }: Sought) => places.first.has(key);
  const sent = sought.filter(({ isSent }) => isSent);
  await noteAdded(db, sent.filter(isThere));
  await noteNotAdded(db, keysOf(sent.filter((row) => !isThere(row))));

  const standing = sought.filter(({ isSent }) => !isSent);
  await noteNotAdded(db, keysOf(standing.filter((row) => !isThere(row))));
  const found = standing.filter(isThere);
  await replace(pen, tab, places, found);
  await remove(pen, tab, places, found);
}

async function replace({ db, sheets, content, alone }: Pen, tab: Tab, places: Places, found: Sought[]): Promise<void> {
  const changed = found.flatMap((row) => (row.signature ? [{ ...row, signature: row.signature }] : []));
  if (changed.length === 0) return;
  const rows = changed.map(({ key, signature }) => ({ place: placeOf(places, key), cells: cellsOf(signature, content) }));
  await alone(() => sheets.replace(tab, rows));
  await noteReplaced(db, changed);
}

async function remove({ db, sheets, alone }: Pen, tab: Tab, places: Places, found: Sought[]): Promise<void> {
  const gone = found.filter(({ signature }) => signature === null);
  const unwanted = [...gone.map(({ key }) => placeOf(places, key)), ...places.doubles, ...places.erased];
  if (unwanted.length === 0) return;
  await alone(() => sheets.remove(tab, unwanted));
  await noteRemoved(db, gone);
}

async function add({ db, sheets, content, alone }: Pen, tab: Tab): Promise<void> {
  const rows = await markNewRows(db, BATCH);
  if (rows.length === 0) return;
  try {
    const cells = rows.map((row) => cellsOf(row, content));
    await alone(() => sheets.append(tab, cells));
  } catch (failure) {
    if (failure instanceof SheetsFailure && !failure.isUnclear) await noteNotAdded(db, keysOf(rows));
    throw failure;
  }
  await noteAdded(db, rows);
}

function placesIn(column: string[]): Places {
  const first = new Map<string, number>();
  const doubles: number[] = [];
  for (const [place, cell] of column.entries()) {
    if (!isRowKey(cell)) continue;
    if (first.has(cell)) doubles.push(place);
    else first.set(cell, place);
  }
  return { isEmpty: column.every((cell) => cell === ""), first, doubles, erased: [] };
}

function placeOf({ first }: Places, key: string): number {
  return first.get(key) ?? 0;
}

function keysOf(rows: Array<{ key: string }>): string[] {
  return rows.map(({ key }) => key);
}
