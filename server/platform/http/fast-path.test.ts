/** What is answered before the framework looks at the request is what the framework would have answered. */
import { request } from "node:http";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { progressOf } from "../../../petition/progress.ts";
import { reconcile } from "../../ledger/count/reconcile.ts";
import { type House, type HouseOptions, openHouse } from "../../testing/house.ts";
import { anna, bruno } from "../../testing/people.ts";

const SETTINGS = {
  PUBLIC_URL: "https://petition.example",
  TRUST_PROXY: "loopback",
  SECRET_KEY: "one-key-for-both-of-our-sites",
  READ_RATE_LIMIT: "3/1h",
};
const ADDRESSES = [
  ...["/", "/en", "/unterstuetzer/seite/1", "/pl/impressum", "/?x=1"],
  ...["/api/petition/stats", "/api/petition/supporters?lang=fr", "/api/petition/supporters-paginated?page=1&pageSize=50"],
];
const STATS = "/api/petition/stats";

let house: House;
beforeAll(async () => {
  house = await openHouse("server", SETTINGS);
  await house.signAndConfirm(anna);
});
afterAll(() => house.close());

interface Heard {
  status: number | undefined;
  headers: Record<string, unknown>;
  body: string;
}

function hear(path: string, headers: Record<string, string> = {}, method = "GET", at = house): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(at.url);
    const asked = request({ hostname, port, path, method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => {
        const { date: _, ...said } = answer.headers;
        resolve({ status: answer.statusCode, headers: said, body: Buffer.concat(parts).toString("base64") });
      });
    });
    asked.on("error", reject).end();
  });
}

/** Of the framework: a line of the log belongs to each request that it answers. */
async function throughTheFramework(options: Pick<HouseOptions, "log"> = { log: () => {} }): Promise<House> {
  return openHouse("server", SETTINGS, { ...options, beside: house });
}

const requests = async (route: string, status: string) => {
  const { body } = await house.get<string>("/metrics");
  const line = body
    .split("\n")
    .find(
      (one) =>
        one.startsWith("petition_http_request_duration_seconds_count{") &&
        one.includes(`route="${route}"`) &&
        one.includes(`status="${status}"`) &&
        one.includes('method="GET"'),
    );
  return Number(line?.split(" ").at(-1) ?? 0);
};

test("status, headers and bytes are the same, asked again, in each encoding, with HEAD, and by whoever has it already", async () => {
  const framework = await throughTheFramework();
  for (const path of ADDRESSES)
    for (const encoding of ["br", "gzip", "identity"]) {
      const headers = { "accept-encoding": encoding };
      const expected = await hear(path, headers, "GET", framework);
      const { etag } = expected.headers;
      for (const round of [1, 2]) expect([path, round, await hear(path, headers)]).toEqual([path, round, expected]);
      expect([path, await hear(path, headers, "HEAD")]).toEqual([path, { ...expected, body: "" }]);
      const known = { ...headers, "if-none-match": String(etag) };
      const unchanged = await hear(path, known, "GET", framework);
      expect(unchanged).toMatchObject({ status: 304, body: "" });
      expect([path, await hear(path, known)]).toEqual([path, unchanged]);
    }
  await framework.close();
});

test("what was counted is there at once, and what another process has counted once its time is over", async () => {
  const count = async () => (await house.get<{ signatureCount: number }>(STATS)).body.signatureCount;
  expect([await count(), await count()]).toEqual([1, 1]);
  await house.signAndConfirm(bruno);
  expect(await count()).toBe(2);
  const other = await openHouse("server", SETTINGS, { beside: house });
  await other.signAndConfirm({ ...anna, email: "other@gmx.de" });
  await count();
  house.clock.forward(1000);
  expect(await count()).toBe(3);
  await other.close();
});

test("each visitor who may be answered otherwise is: a language, a script, a method, a deep page of the list", async () => {
  for (const path of ["/", STATS]) await hear(path);
  expect(await hear("/", { cookie: "language=fr" })).toMatchObject({ status: 302, headers: { location: "/fr" } });
  expect(await hear("/", { cookie: "other=1" })).toMatchObject({ status: 200 });
  expect(await hear(STATS, { "sec-fetch-dest": "script" })).toMatchObject({ status: 403 });
  expect(await hear(STATS, {}, "POST")).toMatchObject({ status: 405 });
  expect(await hear("/api/captcha")).toMatchObject({ status: 200 });
  expect(await hear("/api/captcha", {}, "HEAD")).toMatchObject({ status: 405 });
  const deep = await hear("/api/petition/supporters-paginated?page=6");
  expect(deep.headers["cache-control"]).toBe("public, no-cache");
});

test("of those who ask when an answer has grown old, one fetches the next; the others have the old one until it is there", async () => {
  const stats = vi.spyOn(house.site.petition, "stats");
  const count = async () => JSON.parse(Buffer.from((await hear(STATS)).body, "base64").toString()).signatureCount;
  house.clock.forward(1000);
  const old = await count();
  house.clock.forward(80);
  stats.mockClear();
  const slow = Promise.withResolvers<Awaited<ReturnType<typeof stats>>>();
  stats.mockReturnValueOnce(slow.promise);
  const first = count();
  await vi.waitFor(() => expect(stats).toHaveBeenCalledOnce(), { timeout: 15_000 });
  expect([await count(), await count()]).toEqual([old, old]);
  slow.resolve(progressOf(4711, 5000));
  expect([await first, await count()]).toEqual([4711, 4711]);
  expect(stats).toHaveBeenCalledOnce();
  stats.mockRestore();
  house.clock.forward(1000);
});

test("who reads deep in the list is counted, though the answer is there already, and refused by the framework", async () => {
  await house.rows(`insert into signatures (full_name, email, confirmed_at)
    select 'Somebody', 'somebody' || number || '@gmx.de', '${house.clock.now().toISOString()}' from generate_series(1, 260) number`);
  await reconcile(house.site.database.db, house.clock);
  house.clock.forward(1000);
  const supporters = vi.spyOn(house.site.petition, "supporters");
  const read = async (address: string) => {
    const path = "/api/petition/supporters-paginated?page=6&pageSize=50";
    const { status } = await hear(path, { "x-forwarded-for": address });
    return status;
  };
  const statuses: (number | undefined)[] = [];
  for (let round = 0; round < 5; round++) statuses.push(await read("203.0.113.9"));
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  expect(await read("203.0.113.10")).toBe(200);
  expect(supporters).toHaveBeenCalledOnce();
  supporters.mockRestore();
});

test("what fails is for no cache, whichever header it goes by", async () => {
  const away = Object.assign(new Error("away"), { code: "ECONNREFUSED" });
  vi.spyOn(house.site.petition, "stats").mockRejectedValueOnce(away);
  const { status, headers } = await hear(`${STATS}?fails`);
  expect([status, headers["cache-control"], headers["cdn-cache-control"], headers["x-accel-expires"]]).toEqual([
    ...[503, "no-store"],
    ...[undefined, undefined],
  ]);
  expect((await hear(`${STATS}?fails`)).headers["cdn-cache-control"]).toMatch(/^public/);
});

test("a sum is another one each time, in the same headers", async () => {
  const drawn = [await hear("/api/captcha"), await hear("/api/captcha"), await hear("/api/captcha")];
  expect(new Set(drawn.map(({ body }) => body)).size).toBe(3);
  const { "content-length": _, ...headers } = drawn[0]?.headers ?? {};
  for (const one of drawn) expect(one.headers).toMatchObject(headers);
  for (const one of drawn) expect(Buffer.from(one.body, "base64").length).toBe(Number(one.headers["content-length"]));
});

test("each answer is counted, by its route", async () => {
  const before = await requests(STATS, "2xx");
  const { headers } = await hear(STATS);
  for (let round = 0; round < 4; round++) await hear(STATS);
  await vi.waitFor(async () => expect(await requests(STATS, "2xx")).toBe(before + 5), { timeout: 15_000 });
  const unchanged = await requests(STATS, "3xx");
  await hear(STATS, { "if-none-match": String(headers.etag) });
  await vi.waitFor(async () => expect(await requests(STATS, "3xx")).toBe(unchanged + 1), { timeout: 15_000 });
});
