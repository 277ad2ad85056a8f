/** A backup of a petition that went well, restored as an operator would. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PetitionStats, SupporterPage } from "../../../contract/supporters.ts";
import { openSite } from "../../site.ts";
import { createServerDatabase } from "../../testing/databases.ts";
import { installedPostgres } from "../../testing/installed-postgres.ts";
import { administer, type PostgresServer, startPostgres, urlOf } from "../../testing/postgres-server.ts";
import { systemClock } from "../clock.ts";
import { readConfiguration } from "../config/configuration.ts";
import { portOf } from "../http/app.ts";
import { migrateDatabase } from "./migrate.ts";

const SIGNATURES = 100_000;
/** As many as several processes share; how many each gets is nothing to them. */
const SOME = 30_000;
const run = promisify(execFile);
const bin = installedPostgres();

if (bin === null)
  console.warn("NOT TESTED WITH PG_DUMP AND PG_RESTORE: no PostgreSQL is installed; Debian's postgresql would bring them.");

describe.skipIf(bin === null)(
  "A dump of 100,000 signatures",
  () => {
    let postgres: PostgresServer;
    let dataFolder: string;
    beforeAll(async () => {
      dataFolder = await mkdtemp(join(tmpdir(), "petition-restore-"));
      postgres = await startPostgres({ bin: bin ?? undefined });
      for (const name of ["before", "after"])
        await administer(postgres.url, `create database ${name} encoding 'UTF8' locale 'C.UTF-8' template template0`);
      const connection = { connectionString: urlOf(postgres.url, "before") };
      await migrateDatabase({ connection, kind: "server" });
      await withClient(connection, (client) => fill(client, SIGNATURES));
    });
    afterAll(async () => {
      await postgres?.remove();
      await rm(dataFolder, { recursive: true, force: true });
    });

    test("is restored by two jobs without an error, and the site starts on it: number, list and search are whole", async () => {
      const file = join(dataFolder, "dump");
      const program = (name: string) => join(bin ?? "", name);
      await run(program("pg_dump"), ["-Fc", "--compress=1", "--file", file, urlOf(postgres.url, "before")]);
      const [after] = [urlOf(postgres.url, "after")];
      await run(program("pg_restore"), ["-j", "2", "--exit-on-error", "--dbname", after, file]);
      await expectSite(after);
    });

    async function expectSite(url: string): Promise<void> {
      const settings = { DATA_DIR: dataFolder, DATABASE_URL: url, ADMIN_KEY: "opensesame-opensesame", PORT: "0" };
      const site = await openSite({ ...readConfiguration(settings), clock: systemClock, logger: false });
      try {
        expect(site.found).toMatchObject({ after: SIGNATURES });
        await site.app.listen({ host: "127.0.0.1", port: 0 });
        const read = async <Body>(path: string, headers = {}) =>
          (await (await fetch(`http://127.0.0.1:${portOf(site.app)}${path}`, { headers })).json()) as Body;
        expect((await read<PetitionStats>("/api/petition/stats")).signatureCount).toBe(SIGNATURES);
        const list = await read<SupporterPage>("/api/petition/supporters-paginated?page=4000&pageSize=25");
        expect(list).toMatchObject({ total: SIGNATURES, supporters: { length: 25 } });
        const found = await read<{ total: number }>("/api/admin/signatures?search=zo%C3%AB%2099999", {
          authorization: `Bearer ${settings.ADMIN_KEY}`,
        });
        expect(found.total).toBe(1);
      } finally {
        await site.close();
      }
    }
  },
  240_000,
);

test("every index of signatures can be built by several processes that know no schema, and each expression be asked so", async () => {
  const { url, drop } = await createServerDatabase();
  try {
    await withClient({ connectionString: url }, async (client) => {
      await fill(client, SOME);
      await client.query(
        "set min_parallel_table_scan_size = 0; set max_parallel_maintenance_workers = 2; set search_path = ''",
      );
      const { rows } = await client.query<{ name: string; indexdef: string }>(INDEXES);
      expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(["signatures_by_origin", "signatures_search"]));
      for (const { name, indexdef } of rows) {
        await client.query(`drop index public.${name}`);
        await client.query(indexdef);
      }
      await client.query("set enable_indexscan = off; set enable_bitmapscan = off; set parallel_setup_cost = 0");
      const { rows: asked } = await client.query(`
        select count(*)::int as all, count(public.origin_of(ip_address))::int as known,
          (count(*) filter (where search_text like '%' || public.fold_for_search('ZOË 29999') || '%'))::int as found
        from public.signatures`);
      expect(asked).toEqual([{ all: SOME, known: SOME - SOME / 10, found: 1 }]);
      // A backup of the rows alone is restored with the triggers in place.
      await client.query("insert into public.spreadsheet_state (id, spreadsheet) values (1, 'one')");
      await client.query("insert into public.signatures (full_name, email) values ('Anna', 'anna@example.org')");
      await client.query("delete from public.signatures where email = 'anna@example.org'");
    });
  } finally {
    await drop();
  }
}, 240_000);

const INDEXES = `
  select indexname as name, indexdef from pg_catalog.pg_indexes
  where schemaname = 'public' and tablename = 'signatures'
    and indexname not in (select conname from pg_catalog.pg_constraint)`;

/** Every tenth with an origin that is none. The indexes are made afterwards, which is quicker. */
async function fill(client: pg.Client, count: number): Promise<void> {
  const { rows } = await client.query<{ name: string; indexdef: string }>(INDEXES);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await client.query(`
    insert into signatures (full_name, email, normalised_email, signature_salt, confirmed_at, ip_address, locale)
    select 'Zoë ' || number, number || '@example.org', number || '@example.org', 'salt', now() - number * interval '1 second',
      case when number % 10 = 0 then 'unknown' when number % 2 = 0 then '203.0.113.' || number % 250
        else '2001:db8:' || to_hex(number % 65536) || '::1' end, 'de'
    from generate_series(1, ${count}) number`);
  for (const { indexdef } of rows) await client.query(indexdef);
}

async function withClient(config: pg.ClientConfig, act: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(config);
  client.on("error", () => {});
  await client.connect();
  try {
    await act(client);
  } finally {
    await client.end();
  }
}
