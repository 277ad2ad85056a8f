import { TOMBSTONE_GONE_WITHIN } from "../../../petition/erasure.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/open.ts";
import type { Log } from "../../platform/jobs/outbox.ts";
import { type Cells, type Sheets, SheetsFailure, type Tab } from "./google-sheets.ts";
import { type Content, cellsOf, HEADER } from "./rows.ts";
import {
  erasedAmong,
  forgetLost,
  isRowKey,
  keysOf,
  linesAfter,
  markNewRows,
  type Note,
  noteAdded,
  noteFound,
  noteLost,
  noteNotAdded,
  noteRemoved,
  noteRemoving,
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
  log: Log;
  tab: Tab;
  content: Content;
  alone(write: () => Promise<void>): Promise<void>;
}

interface Places {
  first: Map<string, number>;
  doubles: number[];
  erased: number[];
}

export async function writeWaiting(pen: Pen, mustCompare: boolean, waiting: Waiting): Promise<Note> {
  const { db, sheets, tab, alone } = pen;
  const head = await sheets.head(tab);
  if (isEmpty(head)) await alone(() => sheets.replace(tab, [{ place: 0, cells: HEADER }]));
  const columns = columnsIn(head);
  let note: Note = {};
  if (mustCompare || waiting.toFind) {
    const places = placesIn(await sheets.column(tab, columns[0] ?? 0));
    if (mustCompare) note = await compare(pen, places);
    await settle(pen, columns, places, await rowsToFind(db, BATCH));
  }
  await add(pen, columns);
  return note;
}

function isEmpty(head: string[][]): boolean {
  return head.flat().every((cell) => cell === "");
}

/** People add rows above and columns between. -1: they removed the column. */
function columnsIn(head: string[][]): number[] {
  const [key = ""] = HEADER;
  const heading = isEmpty(head) ? HEADER : head.find((row) => row.includes(key));
  if (!heading) throw new SheetsFailure(`no heading ${key}`);
  return HEADER.map((name) => heading.indexOf(name));
}

function spread(cells: string[], columns: number[]): Cells {
  const row: Cells = [];
  for (const [at, cell] of cells.entries()) {
    const column = columns[at] ?? -1;
    if (column >= 0) row[column] = cell;
  }
  return Array.from(row, (cell) => cell ?? null);
}

async function compare({ db, clock }: Pen, places: Places): Promise<Note> {
  const strangers = new Set(places.first.keys());
  for (let lines = await linesAfter(db, ""); lines.length > 0; lines = await linesAfter(db, lines.at(-1)?.key ?? "~")) {
    const isThere = ({ key }: { key: string }) => strangers.delete(key);
    const found = lines.filter(isThere);
    const missing = lines.filter((line) => !found.includes(line) && line.written !== 0 && !line.isErased);
    await noteFound(db, keysOf(found.filter(({ written, isErased }) => written === 0 || isErased)));
    await noteNotAdded(db, keysOf(missing));
  }
  await forgetLost(db, new Date(clock.now().getTime() - TOMBSTONE_GONE_WITHIN));
  const erased = await erasedAmong(db, [...strangers].slice(0, BATCH));
  places.erased.push(...erased.map((key) => places.first.get(key) ?? 0));
  return { comparedAt: clock.now(), strangers: strangers.size - erased.length };
}

async function settle(pen: Pen, columns: number[], places: Places, sought: Sought[]): Promise<void> {
  const { db, clock, log } = pen;
  const isThere = ({ key }: Sought) => places.first.has(key);
  const sent = sought.filter(({ isSent }) => isSent);
  await noteAdded(db, sent.filter(isThere));
  await noteNotAdded(db, keysOf(sent.filter((row) => !isThere(row))));

  const standing = sought.filter(({ isSent }) => !isSent);
  const missing = standing.filter((row) => !isThere(row));
  await noteNotAdded(db, keysOf(missing.filter(({ isErased }) => !isErased)));
  const lost = keysOf(missing.filter(({ isErased }) => isErased));
  if (lost.length > 0) {
    await noteLost(db, lost, clock.now());
    log.error({ keys: lost }, "Rows of signatures that were erased are not in the spreadsheet: look for them there by hand");
  }
  const found = standing.filter(isThere);
  await replace(pen, columns, places, found);
  await remove(pen, places, found);
}

async function replace(pen: Pen, columns: number[], places: Places, found: Sought[]): Promise<void> {
  const { db, sheets, tab, content, alone } = pen;
  const changed = found.flatMap((row) => (row.signature ? [{ ...row, signature: row.signature }] : []));
  if (changed.length === 0) return;
  const rows = changed.map(({ key, signature }) => ({
    place: placeOf(places, key),
    cells: spread(cellsOf(signature, content), columns),
  }));
  await alone(() => sheets.replace(tab, rows));
  await noteReplaced(db, changed);
}

async function remove({ db, sheets, tab, alone }: Pen, places: Places, found: Sought[]): Promise<void> {
  const gone = found.filter(({ signature }) => signature === null);
  const unwanted = [...gone.map(({ key }) => placeOf(places, key)), ...places.doubles, ...places.erased];
  if (unwanted.length === 0) return;
  if (gone.length > 0) await noteRemoving(db, keysOf(gone));
  await alone(() => sheets.remove(tab, unwanted));
  await noteRemoved(db, gone);
}

async function add({ db, sheets, tab, content, alone }: Pen, columns: number[]): Promise<void> {
  const rows = await markNewRows(db, BATCH);
  if (rows.length === 0) return;
  try {
    const cells = rows.map((row) => spread(cellsOf(row, content), columns));
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
  return { first, doubles, erased: [] };
}

function placeOf({ first }: Places, key: string): number {
  return first.get(key) ?? 0;
}
