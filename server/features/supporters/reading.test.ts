import { request as ask } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SupporterPage } from "../../../contract/supporters.ts";
import { pathIn } from "../../../petition/addresses.ts";
import { LANGUAGES } from "../../../petition/language.ts";
import { SUPPORTERS_PER_PAGE } from "../../../petition/supporters.ts";
import { clockAt } from "../../testing/clock.ts";
import { type House, NOON, openHouse } from "../../testing/house.ts";
import { filesIn, tablesOf } from "../../testing/kept.ts";
import { recordStatements } from "../../testing/statements.ts";
import { listPageIn, makeReading } from "./reading.ts";

const MINUTE = 60_000;
const CALL = "/api/petition/supporters-paginated";
const DEEP = `${CALL}?page=6`;
const from = (address: string, headers: Record<string, string> = {}) => ({ "x-forwarded-for": address, ...headers });

describe("How much a source may read", () => {
  const readingOf = (attempts: number) => {
    const clock = clockAt(NOON);
    const reading = makeReading({ clock, limit: { attempts, window: 10 * MINUTE } });
    const read = (address: string, size = SUPPORTERS_PER_PAGE, limited = true) => reading.count({ address, limited }, size);
    return { clock, read };
  };

  test("as many pages as the limit says, then none until the window ends; a larger page counts for more", () => {
    const { clock, read } = readingOf(3);
    for (let page = 0; page < 3; page++) expect(read("203.0.113.9")).toBeNull();
    clock.forward(4 * MINUTE);
    expect(read("203.0.113.9")).toBe(360);
    expect(read("203.0.113.10", 100)).toBeNull();
    expect(read("203.0.113.10", 100)).toBeNull();
    expect(read("203.0.113.10", 1)).toBe(360);
    clock.forward(6 * MINUTE);
    expect(read("203.0.113.9")).toBeNull();
  });

  test("a network of IPv6 is one source; this machine is none", () => {
    const { read } = readingOf(1);
    expect(read("2001:db8::1")).toBeNull();
    expect(read("2001:db8::2")).toBe(600);
    expect(read("2001:db8:0:1::2")).toBeNull();
    for (let page = 0; page < 5; page++) expect(read("127.0.0.1", 100, false)).toBeNull();
  });

  test("a wide network reads ten times as much, from however many of its networks", () => {
    const { read } = readingOf(1);
    for (let network = 0; network < 10; network++) expect(read(`2001:db8:1:${network}::1`)).toBeNull();
    expect(read("2001:db8:1:a::1")).toBe(600);
    expect(read("2001:db8:2::1")).toBeNull();
    for (let address = 0; address < 10; address++) expect(read(`203.0.113.${address}`)).toBeNull();
    expect(read("203.0.113.10")).toBe(600);
  });

  test("whoever has very many addresses neither frees one that is over the limit, nor holds up others, nor fills the memory", () => {
    const { read } = readingOf(1);
    expect(read("203.0.113.9")).toBeNull();
    const before = process.memoryUsage().arrayBuffers;
    for (let source = 0; source < 60_000; source++) read(`10.${source >> 16}.${(source >> 8) & 255}.${source & 255}`);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 1024 * 1024);
    expect(read("203.0.113.9")).toBe(600);
    const heldUp = Array.from({ length: 1000 }, (_, reader) => read(`192.${reader >> 8}.${reader & 255}.1`)).filter(
      (wait) => wait !== null,
    );
    expect(heldUp.length).toBeLessThan(10);
  });

  test("a clock that is set back does not make anybody wait longer than a window", () => {
    const { clock, read } = readingOf(1);
    expect(read("203.0.113.9")).toBeNull();
    clock.forward(-60 * MINUTE);
    expect(read("203.0.113.9")).toBeNull();
    expect(read("203.0.113.9")).toBe(600);
  });
});

describe("Reading the list", () => {
  let house: House;
  const log: string[] = [];
  beforeAll(async () => {
    const settings = { TRUST_PROXY: "loopback", READ_RATE_LIMIT: "2/10m" };
    house = await openHouse("server", settings, { log: (line) => log.push(line) });
    await house.rows(`insert into signatures (full_name, email, confirmed_at)
      select 'Clara Crowd', 'crowd' || n || '@example.org', timestamptz '2025-01-01' + n * interval '1 second' from generate_series(1, 320) n`);
    await house.restart();
  });
  afterAll(() => house.close());

  const statusOf = async (path: string, headers?: Record<string, string>) => (await house.get(path, headers)).status;

  test("the newest names, the home list and the number may be asked for as often as one likes, by thousands behind one address", async () => {
    const paths = [`${CALL}?page=5`, `${CALL}?pageSize=100`, "/api/petition/supporters", "/api/petition/stats", "/"];
    for (const path of [...paths, "/unterstuetzer/seite/5", "/fr/unterstuetzer/seite/2.data"])
      for (let time = 0; time < 5; time++) expect(await statusOf(path, from("198.51.100.1")), path).toBe(200);
  });

  test("a scraper is refused with a sentence in its language and told when to come back; others and this machine are not", async () => {
    const scraper = from("203.0.113.9");
    expect(await statusOf(DEEP, scraper)).toBe(200);
    expect(await statusOf(`${CALL}?page=7`, scraper)).toBe(200);
    const refused = await house.get<{ message: string }>(`${CALL}?page=4&pageSize=100&lang=pl`, scraper);
    expect(refused.status).toBe(429);
    expect(refused.body.message).toBe("Z\u00a0tego łącza wyświetlono zbyt wiele stron listy. Czytaj dalej za 10 minut.");
    expect([refused.headers.get("retry-after"), refused.headers.get("cache-control")]).toEqual(["600", "no-store"]);
    // The pages of the site are the same list.
    expect(await statusOf("/unterstuetzer/seite/7", scraper)).toBe(429);
    expect(await statusOf(`${CALL}?page=5`, scraper)).toBe(200);
    expect(await statusOf(DEEP, from("203.0.113.10"))).toBe(200);
    for (let time = 0; time < 5; time++) expect(await statusOf(DEEP)).toBe(200);
  });

  test("whoever reads deep, until it is too much, leaves nothing in a table, a file or a line of the log", async () => {
    const [tables, files, lines] = [await tablesOf(house), await filesIn(house.dataFolder), log.length];
    const reader = { "user-agent": "Browser of Anna", referer: "https://elsewhere.example/anna" };
    for (const address of ["203.0.113.70", "2001:db8:70::1"]) {
      const asked = ["/unterstuetzer/seite/6", "/unterstuetzer/seite/7", DEEP, "/fr/unterstuetzer/seite/8.data"];
      const statuses = await Promise.all(asked.map((path) => statusOf(path, from(address, reader))));
      expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    }
    const written = () => log.slice(lines).join("");
    await expect.poll(() => written().match(/"status":429/g)).toHaveLength(4);
    expect(written()).not.toMatch(/203\.0\.113|2001:db8|127\.0\.0\.1|Browser|elsewhere/);
    expect(await tablesOf(house)).toBe(tables);
    expect(await filesIn(house.dataFolder)).toEqual(files);
  });

  test("behind a proxy that adds the visitor's port, each visitor has a limit of their own", async () => {
    for (const port of [50_007, 50_008]) expect(await statusOf(DEEP, from(`203.0.113.60:${port}`))).toBe(200);
    expect(await statusOf(DEEP, from('"203.0.113.60:50009"'))).toBe(429);
    expect(await statusOf(DEEP, from("203.0.113.61:50007"))).toBe(200);
    for (const port of [1, 2]) expect(await statusOf(DEEP, from(`[2001:db8::1]:${port}`))).toBe(200);
    expect(await statusOf(DEEP, from("2001:db8::1%eth0"))).toBe(429);
  });

  test("who asks for the newest names in all sizes and languages asks the database for each page of them once", async () => {
    const statements = await recordStatements(house.site.database.pool);
    for (const size of [1, 3, 20, 49, 50, 99, 100])
      for (const language of LANGUAGES)
        for (let page = 1; page <= Math.min(10, 250 / size); page++)
          expect(await statusOf(`${CALL}?page=${page}&pageSize=${size}&lang=${language}`, from("198.51.100.2"))).toBe(200);
    const asked = statements.filter((text) => text.includes("supporter_blocks"));
    expect(asked.length).toBeLessThanOrEqual(5);
  });

  test("a page of any size holds the very names that stand there in the list", async () => {
    const rowsOf = async (query: string) => (await house.get<SupporterPage>(`${CALL}?${query}`)).body.supporters;
    const whole = (await Promise.all([1, 2, 3, 4, 5, 6, 7].map((page) => rowsOf(`page=${page}`)))).flat();
    expect(new Set(whole.map(({ id }) => id)).size).toBe(320);
    for (const [page, size] of [
      [1, 1],
      [50, 1],
      [51, 1],
      [2, 49],
      [2, 99],
      [3, 77],
      [4, 100],
      [320, 1],
    ] as const)
      expect(await rowsOf(`page=${page}&pageSize=${size}`), `${page} of ${size}`).toEqual(
        whole.slice((page - 1) * size, page * size),
      );
  });

  test("the refusal of a page is a page, in all seven languages, without a script and kept by nobody", async () => {
    const scraper = from("203.0.113.20");
    for (const page of [6, 7]) expect(await statusOf(`/unterstuetzer/seite/${page}`, scraper)).toBe(200);
    const headings = new Set<string>();
    for (const language of LANGUAGES) {
      const path = pathIn(language, "/unterstuetzer/seite/7");
      const { status, headers, body } = await house.get<string>(path, { ...scraper, "if-none-match": "*" });
      expect([status, headers.get("cache-control"), headers.get("etag")], path).toEqual([429, "no-store", null]);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
      expect(headers.get("content-type")).toMatch(/^text\/html/);
      expect(body).toContain(`<html lang="${language}"`);
      expect(body).not.toMatch(/<script|Clara Crowd/);
      headings.add(/<h1>(.*?)<\/h1>/.exec(body)?.[1] ?? "");
    }
    expect(headings.size).toBe(LANGUAGES.length);
    // Without a prefix the language is the one that was chosen.
    const chosen = await house.get<string>("/unterstuetzer/seite/7", { ...scraper, cookie: "language=nl" });
    expect([chosen.status, /lang="(..)"/.exec(chosen.body)?.[1]]).toEqual([429, "nl"]);
  });

  test("a page's data is refused in a word", async () => {
    const scraper = from("203.0.113.21");
    for (const page of [6, 7]) expect(await statusOf(`/unterstuetzer/seite/${page}.data`, scraper)).toBe(200);
    expect(await statusOf("/pl/unterstuetzer/seite/7.data?_routes=supporters.pl", scraper)).toBe(429);
  });

  const SPELLINGS = [
    "/unterstuetzer/seite/7",
    "/unterst%75etzer/seite/7",
    "/%75%6Eterstuetzer/s%65ite/%37",
    "/UNTERSTUETZER/Seite/7.data",
    "/unterst%75etzer/seite/7.data",
    "//unterstuetzer//seite//7.data",
    "/unterstuetzer/seite/007.data",
    "/unterstuetzer/seite/7/_.data",
    "/unterstuetzer/./seite/7.data",
    "/x/../unterstuetzer/%2e/seite/7.data",
    "/unterstuetzer\\seite\\7.data",
    "/fr/unterstuetzer/seite/7.data?_routes=supporters.fr",
    "/en/./unterstuetzer/seite/7",
    "http://elsewhere/unterstuetzer/seite/7.data",
  ];

  test.each(SPELLINGS)("%s gives no name that is not counted", async (path) => {
    const scraper = from(`203.0.113.${100 + SPELLINGS.indexOf(path)}`);
    const first = await rawly(house.url, path, scraper);
    const second = await rawly(house.url, path, scraper);
    const third = await rawly(house.url, path, scraper);
    const named = [first, second, third].filter(({ body }) => body.includes("Clara Crowd")).length;
    expect(named).toBeLessThanOrEqual(2);
  });

  test("an address that leads elsewhere is none of the list", () => {
    for (const address of ["/", "/unterstuetzer", "/unterstuetzer/seite/x", "/datenschutz?von=/unterstuetzer/seite/7", "/%"])
      expect(listPageIn(address), address).toBeNull();
  });
});

/** As the address is, unmended. */
function rawly(url: string, path: string, headers: Record<string, string>): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const asked = ask({ hostname, port, path, headers }, async (response) => {
      let body = "";
      for await (const piece of response) body += piece;
      resolve({ status: response.statusCode ?? 0, body });
    });
    asked.on("error", reject).end();
  });
}
