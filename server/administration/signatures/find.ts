/** Looks at no more than a person reads (decision 0015). An index answers what is rare; what is common is met in the list. */
import { and, type SQL, sql } from "drizzle-orm";
import { COUNTED_MAX, foldForSearch, type SignatureState } from "../../../petition/search.ts";
import type { Cursor } from "../../platform/database/cursor.ts";
import type { Database, Transaction } from "../../platform/database/open.ts";
import { SNAPSHOT } from "../../platform/database/session.ts";
import { filterCondition, findingCondition, indexedCondition, isList, STATES, timeCondition, type Wanted } from "./wanted.ts";

export const DEPTH = { first: 10_000, further: 200_000, sorted: 5_000 };
export type Depth = typeof DEPTH;

type SearchPage = Record<"offset" | "limit", number> & { after: Cursor | null };
type Look = SearchPage & { tx: Transaction; wanted: Wanted };

export interface FoundIds {
  ids: string[];
  total: number;
  /** Otherwise there are at least so many: counting stops at one more than `COUNTED_MAX`. */
  totalIsExact: boolean;
  next: Cursor | null;
  searchedTo: Date | null;
}

export function find(db: Database["db"], wanted: Wanted, asked: SearchPage, depth: Depth): Promise<FoundIds> {
  return db.transaction(async (tx) => {
    const look = { tx, wanted, ...asked };
    const all = await countAll(tx, wanted);
    const isText = wanted.search.kind === "text";
    const indexed = isText && !(await isIndexed(tx, wanted)) ? undefined : indexedCondition(wanted);
    const isAskedInOrder = wanted.search.kind === "all" && hasOwnIndex(wanted.state) && !isPicked(wanted);
    const isAskedFirst = indexed !== undefined && !isText && !isAskedInOrder;
    const isSuspiciousAlone =
      wanted.state === "suspicious" && wanted.search.kind === "all" && isUnfiltered(wanted) && !isPicked(wanted);
    const near = isSuspiciousAlone ? await suspiciousNearby(look) : null;
    if (near) return near;
    const few = isAskedFirst ? await sorted(look, COUNTED_MAX) : null;
    if (few) return few;
    const isProbed = isText && indexed !== undefined && all > depth.first;
    const isRare = isProbed && !(await isCommon(tx, indexed, depth, all));
    const rare = isRare ? await sorted(look, depth.sorted) : null;
    if (rare) return rare;
    const isBeyondCount = isAskedFirst && isUnfiltered(wanted);
    const newest = await lookAtNewest(look, depth, isBeyondCount);
    const isScarce = newest.end !== null && newest.rows.length <= asked.limit;
    if (indexed && isScarce && !isRare) {
      // By four times as many. Filters hide how common a name is.
      const isTooCommon = isUnfiltered(wanted)
        ? (newest.rows.length / depth.first) * all > depth.sorted
        : isProbed || (await isCommon(tx, indexed, depth, all));
      const scarce = isTooCommon ? null : await sorted(look, depth.sorted);
      if (scarce) return scarce;
    }
    return walk(look, newest, depth.further);
  }, SNAPSHOT);
}

/** The same query sets the planner: it would read all rows for what it takes for common, and all of a network before its first row. */
async function countAll(tx: Transaction, { search }: Wanted): Promise<number> {
  const off = ["enable_seqscan", ...(search.kind === "origin" ? ["enable_bitmapscan"] : [])];
  const { rows } = await tx.execute<{ all: string }>(
    sql`select ${sql.join(
      off.map((way) => sql`set_config(${way}, 'off', true)`),
      sql`, `,
    )}, (select count from signature_count) as all`,
  );
  return Number(rows[0]?.all ?? 0);
}

/** Trigrams need three letters or digits in a row. */
async function isIndexed(tx: Transaction, { search }: Wanted): Promise<boolean> {
  if (search.kind !== "text" || !/[\p{L}\p{N}]{3}/u.test(foldForSearch(search.text))) return false;
  const { rows } = await tx.execute<{ there: boolean }>(sql`select to_regclass('signatures_search') is not null as there`);
  return rows[0]?.there ?? false;
}

async function sorted({ tx, wanted, after, offset, limit }: Look, most: number): Promise<FoundIds | null> {
  const finding = findingCondition(wanted) ?? sql`true`;
  const isFew =
    wanted.search.kind === "origin"
      ? sql`(select count(*) from (select from signatures where ${finding} limit ${most + 1}) all_of_it) <= ${most}`
      : sql`true`;
  const { rows } = await tx.execute<{ found: string; page: Row[] | null }>(sql`
    with few as materialized (select ${isFew} as so), met as materialized (
      select id, confirmed_at, ${and(timeCondition(wanted.search), filterCondition(wanted)) ?? sql`true`} as fits
      from signatures where (select so from few) and ${finding} limit ${most + 1}
    ), page as (
      select id, ${AT} as at from met where fits and ${following(after)}
      order by confirmed_at desc, id desc offset ${offset} limit ${limit + 1}
    )
    select found, (select json_agg(page) from page) as page
    from few, (select count(*) as met, count(*) filter (where fits) as found from met) counted
    where so and met <= ${most}`);
  const [all] = rows;
  if (all === undefined) return null;
  return { ...pageOf(all.page ?? [], limit), total: Number(all.found), totalIsExact: true, searchedTo: null };
}

interface Newest {
  /** At most one more than {@link COUNTED_MAX}, or than the page has. */
  rows: Row[];
  end: Cursor | null;
  isBeyondCount: boolean;
}

async function lookAtNewest({ tx, wanted, offset, limit }: Look, depth: Depth, isBeyondCount: boolean): Promise<Newest> {
  const stretch = { after: null, looked: depth.first };
  const most = isBeyondCount ? offset + limit : COUNTED_MAX;
  const rows = await met(tx, wanted, stretch, most + 1);
  return { rows, end: rows.length > most ? null : await lastLooked(tx, wanted, stretch), isBeyondCount };
}

function isUnfiltered({ search, visibility, language }: Wanted): boolean {
  return search.kind !== "time" && visibility === null && language === null;
}

/** Whether an index would find more than are sorted, estimated from the newest. */
async function isCommon(tx: Transaction, indexed: SQL, depth: Depth, all: number): Promise<boolean> {
  const looked = Math.ceil(depth.first / 4);
  const enough = Math.min(Math.floor((depth.sorted * looked) / all), looked) + 1;
  const { rows } = await tx.execute<{ found: string }>(sql`
    select count(*) as found from (
      select from (
        select * from signatures where quarantined_at is null order by confirmed_at desc, id desc limit ${looked}
      ) signatures where ${indexed} limit ${enough}
    ) met`);
  return Number(rows[0]?.found ?? 0) >= enough;
}

function isPicked({ cluster, quarantine, signature }: Wanted): boolean {
  return Boolean(cluster || quarantine || signature);
}

const NEARBY = 1_000;

/** Suspicious signatures are mostly recent. Null if a page of them is not that near. */
async function suspiciousNearby({ tx, wanted, after, offset, limit }: Look): Promise<FoundIds | null> {
  const rows = await met(tx, wanted, { after, looked: NEARBY }, offset + limit + 1);
  if (rows.length <= offset + limit) return null;
  const { rows: counted } = await tx.execute<{ total: string }>(sql`
    select count(*) as total from (select distinct signature_id from cluster_signatures limit ${COUNTED_MAX + 1}) members`);
  const total = Number(counted[0]?.total ?? 0);
  return { ...pageOf(rows.slice(offset), limit), total, totalIsExact: total <= COUNTED_MAX, searchedTo: null };
}

async function walk(look: Look, { rows: newest, end, isBeyondCount }: Newest, further: number): Promise<FoundIds> {
  const { tx, wanted, after, offset, limit } = look;
  const isCounted = !isBeyondCount && newest.length <= COUNTED_MAX && end === null;
  const counted = { total: isBeyondCount ? COUNTED_MAX + 1 : newest.length, totalIsExact: isCounted };
  if (after === null && (offset === 0 || isCounted || newest.length > offset + limit))
    return { ...counted, ...pageUpTo(end, newest.slice(offset), limit) };
  const stretch = { after, looked: further };
  const rows = await met(tx, wanted, stretch, offset + limit + 1);
  const isFull = rows.length > offset + limit;
  return { ...counted, ...pageUpTo(isFull ? null : await lastLooked(tx, wanted, stretch), rows.slice(offset), limit) };
}

type Stretch = { after: Cursor | null; looked: number };

async function met(tx: Transaction, wanted: Wanted, stretch: Stretch, most: number): Promise<Row[]> {
  const { rows } = await tx.execute<{ id: string; at: string }>(
    sql`select id, ${AT} as at from (${along(wanted, stretch)}) looked where fits limit ${most}`,
  );
  return rows.map(({ id, at }) => ({ id, at: Number(at) }));
}

async function lastLooked(tx: Transaction, wanted: Wanted, { after, looked }: Stretch): Promise<Cursor | null> {
  const { rows } = await tx.execute<{ id: string; at: string }>(
    sql`select id, ${AT} as at from (${along(wanted, { after, looked: looked + 1 })}) looked offset ${looked - 1}`,
  );
  const [last, next] = rows;
  return last && next ? placeOf({ id: last.id, at: Number(last.at) }) : null;
}

function along(wanted: Wanted, { after, looked }: Stretch): SQL {
  // What is in its part's index is not looked up in rows.
  const beside = hasOwnIndex(wanted.state) ? { ...wanted, state: null } : wanted;
  const fits = and(filterCondition(wanted), indexedCondition(beside)) ?? sql`true`;
  const parts = partsOf(wanted).map(
    (isWithin) => sql`(
    select id, confirmed_at, coalesce(${fits}, false) as fits from signatures
    where ${isWithin} and ${timeCondition(wanted.search) ?? sql`true`} and ${following(after)}
    order by confirmed_at desc, id desc limit ${looked})`,
  );
  return sql`select * from (${sql.join(parts, sql` union all `)}) list order by confirmed_at desc, id desc limit ${looked}`;
}

/** Each part of the table has an index in the list's order. */
function partsOf(wanted: Wanted): SQL[] {
  if (hasOwnIndex(wanted.state)) return [STATES[wanted.state]];
  return isList(wanted) ? [LISTED] : [LISTED, STATES.quarantined];
}

const LISTED = sql`quarantined_at is null`;

function hasOwnIndex(state: SignatureState | null): state is Exclude<SignatureState, "suspicious"> {
  return state !== null && state !== "suspicious";
}

function following(after: Cursor | null): SQL {
  return after ? sql`(confirmed_at, id) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)` : sql`true`;
}

interface Row {
  id: string;
  at: number;
}

const AT = sql`(extract(epoch from confirmed_at) * 1000)::bigint`;

function pageOf(rows: Row[], limit: number): Pick<FoundIds, "ids" | "next"> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { ids: shown.map(({ id }) => id), next: last && rows.length > limit ? placeOf(last) : null };
}

function pageUpTo(end: Cursor | null, rows: Row[], limit: number): Pick<FoundIds, "ids" | "next" | "searchedTo"> {
  const page = pageOf(rows, limit);
  if (page.next !== null || end === null) return { ...page, searchedTo: null };
  return { ...page, next: end, searchedTo: end.at };
}

function placeOf({ id, at }: Row): Cursor {
  return { id, at: new Date(at) };
}
