import { isIP } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { foldForSearch } from "../../../petition/search.ts";
import { eachEngine, type TestDatabase } from "../../testing/databases.ts";

eachEngine("Text of a search", (open) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open({ parallel: true });
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
    ["Iı Ħħ Ŧŧ Ðð Þór ʼ‘`-‐–—", "ii hh tt dd thor '''----"],
  ])("%s is looked for as %s", async (given, normalised) => {
    expect(await ask("fold_for_search($1)", given)).toBe(normalised);
    expect(foldForSearch(given)).toBe(normalised);
  });

  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["2001:DB8:0::1", "2001:db8::1"],
    ["999.1.1.1", null],
    ["unknown", null],
    ["::ffff:203.0.113.7", "::ffff:203.0.113.7"],
    ["1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"],
    ["fe80::1%eth0", null],
    ["203.0.113.0/33", null],
    ["203.0.113.007", null],
    ["203.0.113.7\n", null],
  ])("%s is the origin %s", async (given, origin) => {
    expect(await ask("host(origin_of($1))", given)).toBe(origin);
  });

  test("ten thousand addresses, whole and spoilt: exactly the whole ones are origins, and none fails", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(almostAddress, { minLength: 500, maxLength: 500 }), async (given) => {
        const { rows } = await database.pool.query<{ given: string; is_known: boolean }>(
          "select given, origin_of(given) is not null as is_known from unnest($1::text[]) as given",
          [given],
        );
        const known = rows.filter((row) => row.is_known).map((row) => row.given);
        expect(known).toEqual(given.filter((text) => isIP(text) !== 0 && !text.includes("%")));
      }),
      { numRuns: 20 },
    );
  });

  test("the search has its index of trigrams", async () => {
    const { rows } = await database.pool.query("select indexdef from pg_indexes where indexname = 'signatures_search'");
    expect(rows[0]?.indexdef).toContain("gin_trgm_ops");
  });
});

const whole = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.ipV4().map((address) => `::ffff:${address}`),
);
const piece = fc.constantFrom(
  "0",
  "1",
  "ffff",
  "00001",
  "08",
  "255",
  "256",
  "1.2.3.4",
  ":",
  "::",
  ".",
  "/33",
  "/24",
  "%eth0",
  "g",
  "\n",
);
/** Without the one character that PostgreSQL keeps in no text. */
const anyText = fc.string({ unit: "binary" }).map((text) => text.replaceAll("\0", "0"));
const almostAddress = fc.oneof(
  whole,
  fc.tuple(whole, piece).map(([address, end]) => address + end),
  fc
    .tuple(whole, fc.nat(40), fc.nat(3), fc.oneof(piece, fc.constant("")))
    .map(([address, at, length, put]) => address.slice(0, at) + put + address.slice(at + length)),
  fc.array(piece, { maxLength: 16 }).map((pieces) => pieces.join("")),
  fc.array(fc.constantFrom("0", "1", "ab", ""), { minLength: 6, maxLength: 10 }).map((groups) => groups.join(":")),
  fc.array(fc.constantFrom("0", "1", "ab", ""), { minLength: 4, maxLength: 8 }).map((groups) => `${groups.join(":")}:1.2.3.4`),
  anyText,
);
