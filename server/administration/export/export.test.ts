import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openFrames } from "../../../petition/export.ts";
import { insideOf } from "../../platform/database/session.ts";
import { clockAt } from "../../testing/clock.ts";
import { openTestDatabase } from "../../testing/databases.ts";
import { type House, NOON, openHouse } from "../../testing/house.ts";
import { anna, bruno, ewa } from "../../testing/people.ts";
import { readWorkbook } from "../../testing/workbook.ts";
import { exportFile } from "./routes.ts";

const KEY = "the-key-of-our-tests";
const BEARER = { authorization: `Bearer ${KEY}` };
const COLUMNS = [
  ...["id", "fullName", "email", "visibility", "confirmedAt", "createdAt", "locale"],
  ...["gdprConsentGiven", "gdprConsentTimestamp", "ipAddress", "signatureHash"],
];

test("a database that is away for a while does not cost the file", async () => {
  const database = await openTestDatabase("server");
  await database.pool.query(
    "insert into signatures (full_name, email) select 'Crowd', n || '@example.org' from generate_series(1, 1500) n",
  );
  // Nobody else gets a connection, as while a server starts again.
  const taken = await Promise.all(Array.from({ length: database.pool.options.max }, () => database.pool.connect()));
  const pauses: number[] = [];
  const pause = async (duration: number) => {
    pauses.push(duration);
    for (const client of taken.splice(0)) client.release();
  };
  let rows = 0;
  const tools = { db: database.db, clock: clockAt(NOON), pause };
  for await (const piece of exportFile(tools, { format: "csv", separator: "comma" })) rows = piece.rows;
  await database.drop();
  expect(rows).toBe(1500);
  expect(pauses).toEqual([5_000]);
});

test("of a file that nobody goes on reading, the database is asked for no more than 64 kB ahead", async () => {
  const database = await openTestDatabase("server");
  await database.pool.query(
    `insert into signatures (full_name, email, signature_hash, ip_address)
      select 'Crowd', n || '@example.org', repeat('f', 64), '2001:db8::' || n from generate_series(1, 1500) n`,
  );
  const client = await database.pool.connect();
  client.release();
  const { stream } = insideOf(client);
  const tools = { db: database.db, clock: clockAt(NOON), pause: async () => {} };
  const before = stream.bytesRead;
  for await (const { rows } of exportFile(tools, { format: "csv", separator: "comma" })) if (rows > 0) break;
  expect(database.pool.totalCount).toBe(1);
  expect(stream.bytesRead - before).toBeLessThan(65_536);
  await database.drop();
});

describe("The export as a workbook", () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse("server", { ADMIN_KEY: KEY });
    for (const person of [anna, bruno, ewa]) await house.signAndConfirm(person);
  });
  afterAll(() => house.close());

  const ask = (query: string, signal?: AbortSignal) =>
    fetch(`${house.url}/api/admin/export?${query}`, { headers: BEARER, signal });
  const bytesOf = async (query: string) => Buffer.from(await (await ask(query)).arrayBuffer());
  const rowsOf = async () => readWorkbook(await bytesOf("format=xlsx"))[0]?.rows ?? [];
  const query = (text: string) => house.site.database.pool.query(text);

  test("it holds every counted signature, oldest first, as the CSV does, and is noted down", async () => {
    const answer = await ask("format=xlsx");
    expect(answer.headers.get("content-type")).toBe("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="signatures-2026-11-21.xlsx"');
    expect(answer.headers.get("x-total-count")).toBe("3");
    const sheets = readWorkbook(Buffer.from(await answer.arrayBuffer()));
    expect(sheets.map(({ name }) => name)).toEqual(["signatures"]);
    const rows = sheets[0]?.rows ?? [];
    expect(rows[0]).toEqual(COLUMNS);
    expect(rows.slice(1).map(([, name]) => name)).toEqual([anna, bruno, ewa].map(({ fullName }) => fullName));
    expect(rows[1]?.slice(2, 7)).toEqual([anna.email, "public", "2026-11-21T11:00:00.000Z", "2026-11-21T11:00:00.000Z", "de"]);
    const csv = (await bytesOf("format=csv")).toString("utf8").slice(1).split("\r\n");
    expect(csv.slice(0, -1)).toEqual(rows.map((cells) => cells.join(",")));
    const noted = await house.rows<{ changes: string }>("select changes from audit_log where action = 'exported' order by id");
    expect(noted.map(({ changes }) => JSON.parse(changes).format).sort()).toEqual(["csv", "xlsx"]);
  });

  test("hostile names and browsers are harmless: names are text, browsers are not in it", async () => {
    await query(`insert into signatures (full_name, email, user_agent, confirmed_at) values
      ('=cmd|'' /C calc''!A0', '@sum@example.org', '=1+1<script>', '2020-01-01'),
      (E'</t></is></c><c r="B2"><f>1+1</f>', E'bell\\u0007@example.org', '"><x', '2020-01-02')`);
    const [, first, second] = await rowsOf();
    expect(first?.slice(1, 3)).toEqual(["=cmd|' /C calc'!A0", "@sum@example.org"]);
    expect(second?.slice(1, 3)).toEqual(['</t></is></c><c r="B2"><f>1+1</f>', "bell\u0007@example.org"]);
    await query("delete from signatures where confirmed_at < '2021-01-01'");
  });

  test.each(["format=ods", "format=", "format=xlsx&format=csv", "format=XLSX", "separator=toString", "progress=bytes"])(
    "%s is refused with 400 and a sentence",
    async (wrong) => {
      const answer = await ask(wrong);
      expect(answer.status).toBe(400);
      expect(((await answer.json()) as { message: string }).message).toMatch(/\p{L}{3}/u);
    },
  );

  describe("of thousands", () => {
    beforeAll(() =>
      query(
        `insert into signatures (full_name, email, confirmed_at)
          select 'Crowd', 'crowd' || n || '@example.org', timestamptz '2025-01-01' + (n / 7) * interval '1 second' from generate_series(1, 29997) n`,
      ),
    );
    afterAll(() => query("delete from signatures where full_name = 'Crowd'"));

    test.each(["csv", "xlsx"])(
      "in frames it tells how far it is; taken apart, the %s is the same file, each signature once in it",
      async (format) => {
        const take = openFrames();
        const parts: Uint8Array[] = [];
        const steps: number[] = [];
        const answer = await ask(`format=${format}&progress=rows`);
        for await (const received of answer.body ?? [])
          for (const { bytes, rows } of take(received)) {
            parts.push(bytes);
            steps.push(rows);
          }
        const file = Buffer.concat(parts);
        expect(file.equals(await bytesOf(`format=${format}`))).toBe(true);
        const lines =
          format === "csv"
            ? file
                .toString("utf8")
                .trimEnd()
                .split("\r\n")
                .map((line) => line.split(","))
            : readWorkbook(file)[0]?.rows;
        const ids = lines?.slice(1).map(([id]) => id) ?? [];
        expect([ids.length, new Set(ids).size]).toEqual([30_000, 30_000]);
        expect(steps).toEqual(steps.toSorted((one, other) => one - other));
        expect(steps.at(-1)).toBe(30_000);
        expect(new Set(steps).size).toBeGreaterThan(5);
      },
    );

    test.each(["csv", "xlsx"])(
      "a slow reader of %s holds no connection, and one who goes away leaves nothing behind",
      async (format) => {
        const { pool } = house.site.database;
        const asked = { queries: 0 };
        const count = () => {
          asked.queries += 1;
        };
        pool.on("acquire", count);
        const leaving = new AbortController();
        const answer = await ask(`format=${format}`, leaving.signal);
        const reader = answer.body?.getReader();
        await reader?.read();
        // What fits into the sockets' buffers goes on; then it rests.
        const rests = async () => {
          const before = asked.queries;
          for (let look = 0; look < 20; look++) await house.get("/healthz");
          return asked.queries === before && pool.idleCount === pool.totalCount;
        };
        await expect.poll(rests, { timeout: 30_000 }).toBe(true);
        leaving.abort();
        await reader?.closed.catch(() => {});
        await expect.poll(rests, { timeout: 30_000 }).toBe(true);
        pool.off("acquire", count);
        expect((await house.get("/api/admin/stats", BEARER)).status).toBe(200);
      },
    );
  });
});
