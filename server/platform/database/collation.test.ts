/** How letters sort and what is small or capital differs by locale, and changes with glibc and ICU: no index and no search of ours hears of it. */
import { afterEach, expect, inject, test } from "vitest";
import { foldForSearch } from "../../../petition/search.ts";
import { lookAtServer, serverIsFit } from "../../operations/doctor/database.ts";
import { createServerDatabase, eachEngine } from "../../testing/databases.ts";
import { administer } from "../../testing/postgres-server.ts";
import { idsOfMailbox } from "./mailbox.ts";
import { makeTables, migrateDatabase } from "./migrate.ts";
import { type Database, openDatabase } from "./open.ts";
import { openClient } from "./session.ts";

let drop: () => Promise<void> = async () => {};
afterEach(() => drop());

async function openIcuDatabase(locale: string): Promise<{ database: Database; url: string; name: string }> {
  const { url, drop: dropDatabase } = await createServerDatabase({ migrated: false });
  const name = new URL(url).pathname.slice(1);
  await dropDatabase();
  await administer(
    inject("databases").serverUrl,
    `create database ${name} template template0 encoding 'UTF8' locale_provider icu icu_locale '${locale}' locale 'C.UTF-8'`,
  );
  const database = await openDatabase({ url, dataFolder: "" });
  drop = async () => {
    await database.close();
    await dropDatabase();
  };
  return { database, url, name };
}

/** Among 120 addresses, every second one has a hyphen: an order that ignores punctuation puts them elsewhere. */
const ADDRESSES = Array.from({ length: 120 }, (_, number) => `${number % 2 ? "a-" : "a"}${(number * 7919) % 1000}@x-y.example`);

test("a version of the order that is not the one of the indexes is said at the start, with what to do", async () => {
  const { database, url, name } = await openIcuDatabase("und");
  await administer(url, `update pg_database set datcollversion = '1' where datname = '${name}'`);
  const said: string[] = [];
  await migrateDatabase(database, { report: (sentence) => said.push(sentence) });
  expect(said).toEqual([expect.stringContaining(`reindex database ${name}; alter database ${name} refresh collation version`)]);
  expect(serverIsFit(await lookAtServer(url), url).map(({ sign, todo }) => [sign, todo])).toContainEqual([
    "warning",
    expect.stringContaining("refresh collation version"),
  ]);
  await database.pool.query(`alter database ${name} refresh collation version`);
  await migrateDatabase(database, { report: (sentence) => said.push(sentence) });
  expect(said).toHaveLength(1);
});

test("120 have signed, and the order of letters changes below the indexes: each is found, and nobody is counted twice", async () => {
  const { database: before, url, name } = await openIcuDatabase("und");
  await migrateDatabase(before);
  expect(await enter(before)).toBe(ADDRESSES.length);
  await before.close();
  await administer(url, `update pg_database set ${await localeColumn(url)} = 'und-u-ka-shifted' where datname = '${name}'`);
  const database = await openDatabase({ url, dataFolder: "" });
  try {
    for (const address of ADDRESSES) expect(await idsOfMailbox(database.db, address)).toHaveLength(1);
    expect(await enter(database)).toBe(0);
  } finally {
    await database.close();
  }
});

async function enter({ pool }: Database): Promise<number | null> {
  const { rowCount } = await pool.query(
    `insert into signatures (full_name, email, normalised_email) select 'Anna', given, given from unnest($1::text[]) given
    on conflict do nothing`,
    [ADDRESSES],
  );
  return rowCount;
}

/** Its name changed with PostgreSQL 17. */
async function localeColumn(url: string): Promise<string> {
  const database = await openDatabase({ url, dataFolder: "" });
  const { rowCount } = await database.pool.query(
    "select from pg_attribute where attrelid = 'pg_database'::regclass and attname = 'datlocale'",
  );
  await database.close();
  return rowCount ? "datlocale" : "daticulocale";
}

/** Migrations of a release that folded as the locale has it. */
const BEFORE = 11;

test("in a Turkish database info@example.org and Işık are found however they are written", async () => {
  const { database } = await openIcuDatabase("tr");
  const client = await openClient(database.connection);
  await makeTables(client, Array(BEFORE).fill(""));
  await client.end();
  // One row is of the release before, one of this.
  await database.pool.query("insert into signatures (full_name, email) values ('Işık Yıldız', 'INFO@example.org')");
  await migrateDatabase(database);
  await database.pool.query("insert into signatures (full_name, email) values ('ΟΔΥΣΣΕΥΣ ЖАННА', 'ilk@example.org')");
  const found = async (typed: string) =>
    (
      await database.pool.query("select email from signatures where search_text like '%' || fold_for_search($1) || '%'", [
        typed,
      ])
    ).rows;
  for (const typed of ["info@", "INFO@", "Info", "işık", "ISIK", "Işık", "yildiz", "IŞIK"])
    expect(await found(typed), typed).toEqual([{ email: "INFO@example.org" }]);
  for (const typed of ["οδυσσευς", "Οδυσσεύς", "Жанна"])
    expect(await found(typed), typed).toEqual([{ email: "ilk@example.org" }]);
});

eachEngine("Every letter that has a small one", (open) => {
  test("is folded as in our rules", async () => {
    const database = await open();
    drop = () => database.drop();
    const { rows } = await database.pool.query<{ given: string; folded: string }>(
      "select given, fold_for_search(given) as folded from unnest($1::text[]) given",
      [CAPITALS],
    );
    expect(rows.filter(({ given, folded }) => folded !== foldForSearch(given))).toEqual([]);
  });
});

const CAPITALS = Array.from({ length: 0x1ffff }, (_, point) => point)
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => String.fromCodePoint(point))
  .filter((letter) => letter.toLowerCase() !== letter);

eachEngine("What indexes hold as text", (open) => {
  test("is ordered by its characters' numbers, but for the domains of addresses and the search", async () => {
    const database = await open();
    drop = () => database.drop();
    const { rows } = await database.pool.query<{ name: string }>(`
      select distinct indexrelid::regclass::text as name from pg_index, unnest(indcollation::oid[]) as used
      where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
        and used <> 0 and used <> '"C"'::regcollation order by 1`);
    expect(rows.map(({ name }) => name)).toEqual(["signatures_mail_domain", "signatures_search"]);
  });
});
