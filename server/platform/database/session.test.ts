/** What an operator or a provider has set for the database is nothing that we rely on. */
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { sentenceOf } from "../../start-failure.ts";
import { createServerDatabase, removeFolder } from "../../testing/databases.ts";
import { type House, openHouse } from "../../testing/house.ts";
import { anna, bruno } from "../../testing/people.ts";
import { administer } from "../../testing/postgres-server.ts";

const ELSEWHERE = "search_path = elsewhere, public";

test.each([
  ["datestyle = 'German, DMY'", "timezone = 'Asia/Kolkata'", "intervalstyle = iso_8601"],
  ["standard_conforming_strings = off", "bytea_output = escape", "extra_float_digits = -10", ELSEWHERE],
  ["default_transaction_isolation = 'repeatable read'", "default_transaction_deferrable = on"],
  ["default_transaction_isolation = serializable"],
])("With %s, %s, %s, %s the site starts, counts, sends its e-mails, keeps its log and tidies up", async (...settings) => {
  await withDatabase(settings, async (house) => {
    for (const person of [anna, bruno]) await house.signAndConfirm(person);
    await house.post("/api/petition/delete", { email: bruno.email, confirmDeletion: true });
    await house.site.outbox.runDue();
    expect(house.inbox.of(bruno.email)).toHaveLength(2);
    await house.site.publicLog.run();
    expect((await house.get("/log/checkpoint")).status).toBe(200);
    // Whatever a deadline ends, over several parts.
    await house.rows(
      "insert into used_captchas select n::text, now() - n * interval '1 second' from generate_series(1, 3000) n",
    );
    house.clock.forward(40 * 24 * 3_600_000);
    await house.site.tasks.runDue();
    expect(await house.rows("select name, last_error from tasks where last_error is not null")).toEqual([]);
    expect(await house.rows("select count(*)::int from used_captchas")).toEqual([{ count: 0 }]);
    expect(await house.rows("select schemaname from pg_tables where tablename = 'signatures'")).toEqual([
      { schemaname: "public" },
    ]);
  });
});

test("With default_transaction_read_only = on the start refuses, and names it", async () => {
  const failure = await withDatabase(["default_transaction_read_only = on"], async () => {}).catch((error: unknown) => error);
  expect(sentenceOf(failure)).toMatch(/^DATABASE_URL: .+default_transaction_read_only.+\.$/);
});

async function withDatabase(settings: string[], act: (house: House) => Promise<void>): Promise<void> {
  const database = await createServerDatabase({ migrated: false });
  const name = new URL(database.url).pathname.slice(1);
  const dataFolder = await mkdtemp(join(tmpdir(), "petition-test-"));
  try {
    await administer(database.url, "create schema elsewhere");
    for (const setting of settings) await administer(inject("databases").serverUrl, `alter database ${name} set ${setting}`);
    const house = await openHouse(
      "server",
      { PUBLIC_URL: "https://petition.example" },
      { on: { databaseUrl: database.url, dataFolder } },
    );
    await act(house).finally(() => house.close());
  } finally {
    await database.drop();
    await removeFolder(dataFolder);
  }
}
