import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OpenCounts } from "../../../contract/open-data.ts";
import { openCounts } from "../../../contract/open-data.ts";
import type { PetitionStats } from "../../../contract/supporters.ts";
import { SMALLEST_LANGUAGE } from "../../../petition/small-groups.ts";
import { ENGINES } from "../../testing/databases.ts";
import { type House, openHouse } from "../../testing/house.ts";
import { anna, bruno, ewa } from "../../testing/people.ts";

const COUNTS = "/api/open/counts";
const ELSEWHERE = { origin: "https://newspaper.example" };

describe("Open data", () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse("server", {}, { parallel: true });
  });
  afterAll(() => house.close());
  beforeEach(async () => {
    await house.rows("delete from log_hours");
    await house.rows("delete from hourly_counts");
    // Nothing that was kept is known any more.
    house.clock.forward(60 * 60_000);
  });

  /** Hour of November 2026, kind, reason, count. */
  async function logged(...rows: [hour: string, kind: string, reason: string, count: number][]): Promise<void> {
    for (const [hour, kind, reason, count] of rows)
      await house.rows(`insert into log_hours values ('2026-11-${hour}:00Z', '${kind}', '${reason}', ${count})`);
    house.clock.forward(1000);
  }

  async function counted(language: string, kind: string, count: number): Promise<void> {
    await house.rows(
      `insert into hourly_counts (hour, locale, kind, count) values (now(), '${language}', '${kind}', ${count})`,
    );
    house.clock.forward(1000);
  }

  const counts = async (query = "") => (await house.get<OpenCounts>(COUNTS + query)).body;

  test("nobody has signed: no rows, no languages", async () => {
    await logged();
    expect(await counts()).toEqual({ by: "day", rows: [], languages: [] });
    expect((await house.get<string>(`${COUNTS}?format=csv`)).body).toBe("time,kind,reason,count\r\n");
  });

  test("the log's hours, the oldest first, with the reasons that occur", async () => {
    await logged(["22T09", "removed", "withdrawn", 2], ["22T09", "added", "confirmed", 7], ["21T23", "added", "imported", 5]);
    await logged(["22T09", "added", "restored", 1], ["22T10", "removed", "held", 3]);
    expect((await counts("?by=hour")).rows).toEqual([
      { time: "2026-11-21T23:00Z", added: { imported: 5 }, removed: {}, paper: {} },
      { time: "2026-11-22T09:00Z", added: { confirmed: 7, restored: 1 }, removed: { withdrawn: 2 }, paper: {} },
      { time: "2026-11-22T10:00Z", added: {}, removed: { held: 3 }, paper: {} },
    ]);
  });

  test("the same by days in UTC, which is what one gets who asks for nothing", async () => {
    await logged(["21T23", "added", "confirmed", 5], ["22T00", "added", "confirmed", 2], ["22T22", "added", "confirmed", 4]);
    await logged(["22T22", "removed", "deleted", 1]);
    const byDay = await counts("?by=day");
    expect(byDay.rows).toEqual([
      { time: "2026-11-21", added: { confirmed: 5 }, removed: {}, paper: {} },
      { time: "2026-11-22", added: { confirmed: 6 }, removed: { deleted: 1 }, paper: {} },
    ]);
    expect(await counts()).toEqual(byDay);
    expect(openCounts.strict().parse(byDay)).toEqual(byDay);
  });

  test("what is added to the last hour, and after it, is there a second later", async () => {
    await logged(["21T08", "added", "confirmed", 3], ["21T09", "added", "confirmed", 5]);
    for (const by of ["hour", "day"]) await counts(`?by=${by}`);
    await house.rows("update log_hours set count = 6 where hour = '2026-11-21T09:00Z'");
    await logged(["21T10", "removed", "withdrawn", 1], ["22T10", "added", "confirmed", 2]);
    expect(
      (await counts("?by=hour")).rows.map(({ time, added, removed }) => [time, added.confirmed, removed.withdrawn]),
    ).toEqual([
      ["2026-11-21T08:00Z", 3, undefined],
      ["2026-11-21T09:00Z", 6, undefined],
      ["2026-11-21T10:00Z", undefined, 1],
      ["2026-11-22T10:00Z", 2, undefined],
    ]);
    expect((await counts("?by=day")).rows).toEqual([
      { time: "2026-11-21", added: { confirmed: 9 }, removed: { withdrawn: 1 }, paper: {} },
      { time: "2026-11-22", added: { confirmed: 2 }, removed: {}, paper: {} },
    ]);
  });

  test("as a table, a line for each time, kind and reason", async () => {
    await logged(["22T09", "removed", "withdrawn", 2], ["22T09", "added", "confirmed", 7], ["22T10", "added", "confirmed", 1]);
    const { body, headers } = await house.get<string>(`${COUNTS}?by=hour&format=csv`);
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("content-disposition")).toBe('inline; filename="signatures-by-hour.csv"');
    expect(body.split("\r\n")).toEqual([
      "time,kind,reason,count",
      "2026-11-22T09:00Z,added,confirmed,7",
      "2026-11-22T09:00Z,removed,withdrawn,2",
      "2026-11-22T10:00Z,added,confirmed,1",
      "",
    ]);
  });

  test("languages by what is counted now; those under ten together, or not at all", async () => {
    await counted("de", "confirmed", 40);
    await counted("de", "erased", 12);
    await counted("pl", "confirmed", 31);
    await counted("fr", "confirmed", SMALLEST_LANGUAGE);
    await counted("fr", "quarantined", 1);
    expect((await counts()).languages).toEqual([
      { language: "pl", count: 31 },
      { language: "de", count: 28 },
    ]);
    await counted("nl", "confirmed", 1);
    expect((await counts()).languages).toEqual([
      { language: "pl", count: 31 },
      { language: "de", count: 28 },
      { language: "other", count: 10 },
    ]);
    await counted("fr", "released", 1);
    expect((await counts()).languages).toEqual([
      { language: "pl", count: 31 },
      { language: "de", count: 28 },
      { language: "fr", count: 10 },
    ]);
  });

  test.each([
    ["?by=week", "by", "day, hour"],
    ["?by=", "by", "day, hour"],
    ["?by=day&by=hour", "by", "day, hour"],
    ["?by[]=day&by=Day", "by", "day, hour"],
    ["?format=xml", "format", "json, csv"],
    ["?by=hour&format=CSV", "format", "json, csv"],
    ["?format=csv&format=csv", "format", "json, csv"],
    ["?by=constructor", "by", "day, hour"],
  ])("%s is refused with a sentence that names what there is", async (query, name, values) => {
    const { status, headers, body } = await house.get<{ message: string }>(COUNTS + query, ELSEWHERE);
    expect([status, body.message]).toEqual([400, `„${name}“ nimmt genau einen dieser Werte: ${values}.`]);
    expect([headers.get("cache-control"), headers.get("access-control-allow-origin")]).toEqual(["no-store", "*"]);
  });

  test("the refusal is in the reader's language, and what nobody knows is passed over", async () => {
    const { body } = await house.get<{ message: string }>(`${COUNTS}?by=year&lang=en`);
    expect(body.message).toBe("“by” takes exactly one of these values: day, hour.");
    expect((await house.get(`${COUNTS}?by=day&page=7`)).status).toBe(200);
  });

  test("other sites may read and keep it, and are told when it has not changed", async () => {
    await logged(["22T09", "added", "confirmed", 7]);
    for (const format of ["json", "csv"]) {
      const path = `${COUNTS}?format=${format}`;
      const { headers } = await house.get(path, ELSEWHERE);
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
      expect(headers.get("cache-control")).toBe("public, max-age=60");
      expect([headers.get("set-cookie"), headers.get("vary")]).toEqual([null, null]);
      const known = { "if-none-match": headers.get("etag") ?? "" };
      expect((await house.get(path, known)).status).toBe(304);
    }
    const { headers } = await house.get(COUNTS);
    await logged(["22T09", "removed", "deleted", 1]);
    expect((await house.get(COUNTS, { "if-none-match": headers.get("etag") ?? "" })).status).toBe(200);
  });

  test("what a stranger sends along changes nothing of it", async () => {
    await logged(["22T09", "added", "confirmed", 7]);
    const plain = await house.get(COUNTS);
    const strange = [
      ["cookie", "language=fr"],
      ["accept-language", "pl"],
      ["origin", "null"],
      ["x-forwarded-for", "::1"],
    ];
    for (const [name = "", value = ""] of strange)
      expect([name, (await house.get(COUNTS, { [name]: value })).headers.get("etag")]).toEqual([
        name,
        plain.headers.get("etag"),
      ]);
  });

  test("HEAD tells the same without the body", async () => {
    const head = await fetch(house.url + COUNTS, { method: "HEAD" });
    const { headers } = await house.get(COUNTS);
    expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, headers.get("etag"), ""]);
    expect((await fetch(house.url + COUNTS, { method: "OPTIONS" })).status).toBe(204);
    expect((await fetch(house.url + COUNTS, { method: "POST" })).status).toBe(405);
  });

  test("three years of hours are told, and their days", async () => {
    await house.rows(`
      insert into log_hours
      select to_char(timestamp '2026-11-21' + n * interval '1 hour', 'YYYY-MM-DD"T"HH24":00Z"'), kind, reason, 1 + n % 90
      from generate_series(0, 26279) n, (values ('added', 'confirmed'), ('removed', 'withdrawn'), ('added', 'restored'), ('removed', 'held')) r (kind, reason)`);
    const told = (by: string) => async () => {
      house.clock.forward(1000);
      return (await counts(`?by=${by}`)).rows.length;
    };
    // Whoever asks while they are read gets what was known before, a second later at most.
    await expect.poll(told("hour"), { timeout: 30_000 }).toBe(26_280);
    await expect.poll(told("day"), { timeout: 30_000 }).toBe(1095);
  });
});

test.each(ENGINES)(
  "Anna, Bruno and Ewa sign, Anna withdraws: rows and number agree, and no row says whose (%s database)",
  async (engine) => {
    const house = await openHouse(engine);
    try {
      for (const person of [anna, bruno, ewa]) await house.signAndConfirm(person);
      await house.post("/api/petition/delete", { email: anna.email, confirmDeletion: true });
      await house.site.publicLog.run();
      for (const by of ["day", "hour"]) {
        const { body } = await house.get<OpenCounts>(`${COUNTS}?by=${by}`);
        const { signatureCount } = (await house.get<PetitionStats>("/api/petition/stats")).body;
        expect([by, signatureCount, netOf(body)]).toEqual([by, 2, 2]);
        const time = by === "day" ? "2026-11-21" : "2026-11-21T11:00Z";
        expect(body.rows).toEqual([{ time, added: { confirmed: 3 }, removed: { withdrawn: 1 }, paper: {} }]);
        expect(body.languages).toEqual([]);
      }
    } finally {
      await house.close();
    }
  },
);

function netOf({ rows }: OpenCounts): number {
  const sum = (reasons: object) => Object.values(reasons).reduce((all: number, one: number) => all + one, 0);
  return rows.reduce((net, { added, removed }) => net + sum(added) - sum(removed), 0);
}
