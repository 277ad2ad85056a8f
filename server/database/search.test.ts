import { afterAll, beforeAll, expect, test } from "vitest";
import { eachEngine, type TestDatabase } from "../testing/databases.ts";

eachEngine("Text of a search", (open) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.drop());

  const ask = async <Value>(expression: string, given: string): Promise<Value> =>
    (await database.pool.query(`select ${expression} as value`, [given])).rows[0].value;

  test.each([
    ["Anna Bergmüller", "anna bergmuller"],
    ["ELŻBIETA Wójtowicz-Żak", "elzbieta wojtowicz-zak"],
    ["Łukasz Øster Đorđe Ærø Straße", "lukasz oster dorde aero strasse"],
    ["MÜLLER STRAẞE Œuvre", "muller strasse oeuvre"],
    ["Clara O’Neill", "clara o'neill"],
    ["Anne‑Marie", "anne-marie"],
    ["ＡＮＮＡ ﬁn", "anna fin"],
    ["Жанна", "жанна"],
    ['100%_\\"', '100%_\\"'],
    ["", ""],
  ])("%s is looked for as %s", async (given, folded) => {
    expect(await ask("fold_for_search($1)", given)).toBe(folded);
  });

  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["2001:DB8:0::1", "2001:db8::1"],
    ["999.1.1.1", null],
    ["unknown", null],
  ])("%s is the origin %s", async (given, origin) => {
    expect(await ask("host(origin_of($1))", given)).toBe(origin);
  });

  test("the search has its index of trigrams", async () => {
    const { rows } = await database.pool.query("select indexdef from pg_indexes where indexname = 'signatures_search'");
    expect(rows[0]?.indexdef).toContain("gin_trgm_ops");
  });
});
