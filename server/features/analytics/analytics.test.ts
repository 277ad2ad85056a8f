import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ToldEvent } from "../../../contract/machines.ts";
import { readConfiguration } from "../../platform/config/configuration.ts";
import { UnusableSetting } from "../../platform/config/kinds.ts";
import { type House, openHouse } from "../../testing/house.ts";

let house: House | undefined;
const open: { close(): void }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) one.close();
  await house?.close();
  house = undefined;
});

const clicked: ToldEvent = {
  event: "donate_footer_click",
  target: "association",
  petition: "bargeld-erhalten",
  path: "/pl",
  language: "pl",
};

/** `answers` false: takes the call and never says a word. */
async function openProvider({ answers = true, redirectsTo = "" } = {}) {
  const got: { method?: string; url?: string; headers: Record<string, unknown>; body: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const { method, url, headers } = request;
      got.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      if (redirectsTo) response.writeHead(307, { location: redirectsTo }).end();
      else if (answers) response.writeHead(202).end("ok");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push({
    close() {
      server.closeAllConnections();
      server.close();
    },
  });
  return { got, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe("Without a setting nothing is told", () => {
  test("pages say nothing of it, and there is no such call", async () => {
    house = await openHouse("server");
    expect((await house.get<string>("/")).body).not.toContain("data-analytics");
    expect((await house.post("/api/analytics", clicked)).status).toBe(404);
  });
});

describe("Counted by ourselves", () => {
  let own: House;
  beforeAll(async () => {
    own = await openHouse("server", { ANALYTICS: "own" });
  });
  // A source starts anew with each minute.
  beforeEach(async () => {
    own.clock.forward(60_000);
    await own.rows("delete from analytics_counts");
  });
  afterAll(() => own.close());

  test("an event is a number per day, event, target and language, and nothing else", async () => {
    expect((await own.get<string>("/")).body).toContain("data-analytics");
    const visitor = { "user-agent": "Anna's browser", cookie: "language=pl" };
    for (let time = 0; time < 2; time++) expect((await own.post("/api/analytics", clicked, visitor)).status).toBe(204);
    await own.post("/api/analytics", { ...clicked, event: "why_panel_open", target: undefined });
    await own.site.analytics?.settled();
    await own.post("/api/analytics", clicked);
    await own.site.analytics?.settled();
    expect(await own.rows("select *, day::text, count::int from analytics_counts order by event")).toEqual([
      { day: "2026-11-21", event: "donate_footer_click", target: "association", language: "pl", count: 3 },
      { day: "2026-11-21", event: "why_panel_open", target: "", language: "pl", count: 1 },
    ]);
  });

  test.each([
    ["an event that is not on the list", { event: "key_pressed" }],
    ["a target that is not on the list", { target: "anna@gmx.de" }],
    ["another petition", { petition: "another" }],
    ["a path with a query", { path: "/confirm?token=secret" }],
    ["a language that we do not speak", { language: "ru" }],
  ])("%s is refused", async (_what, wrong) => {
    expect((await own.post("/api/analytics", { ...clicked, ...wrong })).status).toBe(400);
    await own.site.analytics?.settled();
    expect(await own.rows("select * from analytics_counts")).toEqual([]);
  });

  test("no more than sixty a minute of one source count", async () => {
    for (let time = 0; time < 70; time++) await own.post("/api/analytics", clicked);
    await own.site.analytics?.settled();
    expect(await own.rows("select count::int from analytics_counts")).toEqual([{ count: 60 }]);
  });
});

describe("Fed to a provider by our server", () => {
  test.each([
    ["Plausible", "", (body: string) => JSON.parse(body), { name: "donate_footer_click", domain: "petition.example" }],
    [
      "Umami",
      "/api/send?website=4f1c",
      (body: string) => JSON.parse(body).payload,
      { name: "donate_footer_click", website: "4f1c", hostname: "petition.example" },
    ],
    [
      "Matomo",
      "/matomo.php?idsite=7",
      (body: string) => Object.fromEntries(new URLSearchParams(body)),
      { idsite: "7", e_a: "donate_footer_click", e_n: "association", url: "https://petition.example/pl" },
    ],
  ])("%s gets the event, without a trace of the visitor", async (_name, path, read, expected) => {
    const provider = await openProvider();
    house = await openHouse("server", {
      ANALYTICS: provider.url + path,
      PUBLIC_URL: "https://petition.example",
      TRUST_PROXY: "loopback",
    });
    const visitor = { "user-agent": "Anna's browser", cookie: "language=pl", "x-forwarded-for": "198.51.100.7" };
    expect((await house.post("/api/analytics", clicked, visitor)).status).toBe(204);
    await house.site.analytics?.settled();
    expect(provider.got).toHaveLength(1);
    const [call] = provider.got;
    expect(read(call?.body ?? "")).toMatchObject(expected);
    expect(JSON.stringify(call)).not.toMatch(/Anna|198\.51|cookie|forwarded/i);
  });

  test("a provider that is silent holds up no visitor, and events beyond twenty under way are dropped", async () => {
    const provider = await openProvider({ answers: false });
    house = await openHouse("server", { ANALYTICS: provider.url });
    const told = await Promise.all(Array.from({ length: 50 }, () => house?.post("/api/analytics", clicked)));
    expect(told.every((answer) => answer?.status === 204)).toBe(true);
    await house.site.analytics?.settled();
    expect(provider.got.length).toBeLessThanOrEqual(20);
  });

  test("a provider that redirects is not followed", async () => {
    const elsewhere = await openProvider();
    const provider = await openProvider({ redirectsTo: `${elsewhere.url}/api/event` });
    house = await openHouse("server", { ANALYTICS: `${provider.url}/api/event` });
    expect((await house.post("/api/analytics", clicked)).status).toBe(204);
    await house.site.analytics?.settled();
    expect([provider.got.length, elsewhere.got.length]).toEqual([1, 0]);
  });

  test("a provider that is away costs nothing", async () => {
    house = await openHouse("server", { ANALYTICS: "http://127.0.0.1:9/api/event" });
    expect((await house.post("/api/analytics", clicked)).status).toBe(204);
    await house.site.analytics?.settled();
  });
});

describe("The setting", () => {
  test.each([
    "yes",
    "ftp://plausible.example",
    "https://stats.example/count",
    "https://umami.example",
    "https://a.example/matomo.php",
  ])("%s stops the start with a sentence", (ANALYTICS) => {
    expect(() => readConfiguration({ ANALYTICS, DATA_DIR: "/tmp" })).toThrow(UnusableSetting);
  });
});
