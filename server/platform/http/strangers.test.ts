/** Whatever strangers send, the next visitor gets what they would have got without them. */
import { Agent, request } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "react-router";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BUILD_FOLDER } from "../../../campaign-folder.ts";
import type { PageHandle } from "../../../contract/page.ts";
import { splitPath } from "../../../petition/addresses.ts";
import { DEFAULT_LANGUAGE, LANGUAGES } from "../../../petition/language.ts";
import { type House, openHouse } from "../../testing/house.ts";
import { anna, bruno, ewa } from "../../testing/people.ts";
import { refusals } from "../metrics/counters.ts";

const PUBLIC_URL = "https://petition.example";
const ADMIN_KEY = "key-of-the-administrator-for-tests";
const agent = new Agent({ keepAlive: true, maxSockets: 8 });
const log: string[] = [];

let house: House;
let routes: { id: string; path: string; isPublic: boolean }[];

beforeAll(async () => {
  house = await openHouse("server", { PUBLIC_URL, ADMIN_KEY }, { log: (line) => log.push(line) });
  for (const person of [anna, bruno, ewa]) await house.signAndConfirm(person);
  const [consent] = await house.rows<{ version: string }>("select version from shown_texts where language = 'de' limit 1");
  const build: ServerBuild = await import(pathToFileURL(join(BUILD_FOLDER, "server", "index.js")).href);
  routes = Object.values(build.routes)
    .filter((route) => route !== undefined && !["root", "not-found"].includes(route.id))
    .map((route) => ({
      id: route?.id ?? "",
      path: `/${route?.path ?? ""}`.replace(":page", "1").replace(":version", consent?.version ?? ""),
      isPublic: (route?.module.handle as PageHandle | undefined)?.isPublic === true,
    }));
});
afterAll(async () => {
  agent.destroy();
  await house.close();
});

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Unlike `fetch`, sends every header as it is given. */
function ask(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(house.url + path, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => {
        const { date: _date, ...rest } = response.headers;
        const body = Buffer.concat(chunks).toString("latin1");
        resolve({ status: response.statusCode ?? 0, headers: rest as Record<string, string>, body });
      });
    });
    asked.on("error", reject);
    asked.end();
  });
}

async function sharesUsedUp(): Promise<number> {
  const { values } = await refusals.get();
  return values.find(({ labels }) => labels.reason === "share-used-up")?.value ?? 0;
}

/** What a stranger may write, and what some server somewhere has believed. */
const HOSTILE: Record<string, string[]> = {
  origin: [
    "null",
    "https://evil.example",
    "http://evil.example:3000",
    "x",
    "",
    "//evil.example",
    PUBLIC_URL,
    "javascript:alert(1)",
  ],
  host: ["evil.example", "evil.example:80", "localhost", "petition.example", "[::1]", '"><script>alert(1)</script>', "a@b"],
  "x-forwarded-host": ["evil.example", "evil.example, petition.example", '"><script>alert(1)</script>'],
  "x-forwarded-proto": ["https", "http", "javascript"],
  "x-forwarded-for": ["203.0.113.7", "not an address", "::1, 127.0.0.1"],
  "x-forwarded-port": ["1", "99999"],
  "x-forwarded-prefix": ["/evil", "//evil.example"],
  "x-original-url": ["/admin", "/../../etc/passwd"],
  "x-rewrite-url": ["/admin"],
  forwarded: ["for=203.0.113.7;host=evil.example;proto=https", 'host="<script>"'],
  "x-http-method-override": ["POST", "DELETE"],
  "x-real-ip": ["203.0.113.8"],
  via: ["1.1 evil.example"],
  accept: ["application/json", "text/plain", "image/webp", "*/*;q=0", "x"],
  "accept-language": ["fr", "pl, de;q=0", "*", "xx", `${"fr,".repeat(500)}de`],
  "accept-encoding": ["gzip", "br", "br, gzip", "identity;q=0", "*", "br;q=0", "zstd", "x".repeat(500)],
  "accept-charset": ["utf-16", "latin1"],
  "content-type": ["application/json", "text/plain", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded"],
  cookie: [
    "language=fr",
    "language=xx",
    "signed=x",
    "signed=x; language=de",
    "signed=; signed=y",
    "session=1; admin=true",
    "__proto__=1",
    `signed=${"A".repeat(3000)}`,
  ],
  referer: ["https://evil.example/", `${PUBLIC_URL}/admin`, "javascript:alert(1)"],
  "user-agent": ["Googlebot", "<script>alert(1)</script>", "", "x".repeat(2000)],
  "if-none-match": ["*", 'W/"x"', '"'],
  "if-modified-since": ["Thu, 01 Jan 2099 00:00:00 GMT"],
  range: ["bytes=0-9", "bytes=-1", "pages=1"],
  "sec-fetch-site": ["cross-site", "same-origin"],
  "sec-fetch-dest": ["empty", "image"],
  "sec-gpc": ["1"],
  "save-data": ["on"],
  purpose: ["prefetch"],
  "cache-control": ["no-cache", "only-if-cached"],
  pragma: ["no-cache"],
  authorization: [`Bearer ${ADMIN_KEY}`, "Basic eDp5"],
  "x-react-router-spa-mode": ["yes"],
  "x-react-router-prerender-data": ["1"],
  "x-remix-response": ["yes"],
  "x-requested-with": ["XMLHttpRequest"],
  upgrade: ["h2c"],
  expect: ["200-ok"],
  te: ["trailers"],
};

interface Attack {
  method: string;
  headers: Record<string, string>;
}

/** Each value alone, then mixtures of three or four; the same on every run. */
function attacks(count: number): Attack[] {
  const pairs = Object.entries(HOSTILE).flatMap(([name, values]) => values.map((value) => [name, value] as const));
  const alone = pairs.map(([name, value]) => ({ method: "GET", headers: { [name]: value } }));
  const mixed = Array.from({ length: count - alone.length }, (_, index) => ({
    method: index % 32 === 0 ? "POST" : index % 8 === 1 ? "HEAD" : index % 32 === 2 ? "OPTIONS" : "GET",
    headers: Object.fromEntries(
      [7, 29, 53, 71].slice(index % 2).map((step) => pairs[(index * step + step) % pairs.length] ?? []),
    ),
  }));
  return [...alone, ...mixed];
}

const ATTACKS = attacks(200);
/** Addresses that are no page of the route table. */
const BESIDE = [
  "/nirgendwo",
  "/en/nowhere",
  "/404/404",
  "/impressum.data",
  "/_root.data",
  "/__manifest",
  "/robots.txt",
  "/sitemap.xml",
  "/manifest.webmanifest",
  "/icon.svg",
  "/healthz",
  "/readyz",
  "/api",
  "/api/nothing",
  "/api/openapi.json",
  "/api/petition/stats",
  "/api/petition/supporters",
  "/api/petition/supporters-paginated?page=1",
  "/api/language/preference",
  "/api/open/counts?by=week",
  "/badge.svg?lang=pl",
  "/feed.xml?lang=pl",
  "/embed",
  "/api/admin/stats",
];

/** What is in memory is out of date, although no time passes. */
const makeAnew = () =>
  fetch(`${house.url}/api/admin/collection`, {
    method: "PUT",
    headers: { authorization: `Bearer ${ADMIN_KEY}`, "content-type": "application/json" },
    body: JSON.stringify({ status: "open", day: null, texts: {} }),
  });

test("pages that are the same for everybody say so; every other one is private", () => {
  const names = (isPublic: boolean) =>
    [...new Set(routes.filter((route) => route.isPublic === isPublic).map(({ id }) => id.split(".")[0]))].toSorted();
  expect(names(true)).toEqual([
    "accessibility",
    // Without the key it shows nobody anything.
    "administration",
    "article",
    "consent-demo",
    "consent-text",
    "developers",
    "home",
    "legal-notice",
    "material",
    "material-piece",
    "material-piece-form",
    "press",
    "privacy",
    "supporters",
    "too-many-pages",
    "transparency",
  ]);
  expect(names(false)).toEqual([
    "address",
    "confirmation",
    "personal",
    "personal-download",
    "restoration",
    "suppression",
    "withdrawal",
  ]);
});

test("one request with a strange Origin does not take a page down", async () => {
  const page = await ask("/it/datenschutz", { origin: "null" });
  expect(page.status).toBe(200);
  expect(await ask("/it/datenschutz")).toEqual(page);
  const junk = Array.from({ length: 200 }, (_, index) => ask(`/junk-${index}`, { origin: "null" }));
  expect(new Set((await Promise.all(junk)).map(({ status }) => status))).toEqual(new Set([404]));
  expect((await ask("/")).status).toBe(200);
});

describe(`${ATTACKS.length} combinations of headers and methods`, () => {
  let before: Map<string, Answer>;
  const everywhere = () => [...routes.map(({ path }) => path), ...BESIDE];

  async function plain(paths: string[]): Promise<Map<string, Answer>> {
    const answers = await Promise.all(paths.map(async (path) => [path, await ask(path)] as const));
    return new Map(answers);
  }

  beforeAll(async () => {
    before = await plain(everywhere());
  });

  // Each page meets each of them once, in one language or another; no language does without any of them.
  test.each(LANGUAGES.map((language, round) => ({ language, round })))(
    "before a page is rendered for everybody and after change no byte of it (in $language)",
    async ({ language, round }) => {
      expect((await makeAnew()).status).toBe(200);
      const statuses: number[] = [];
      const refusedBefore = await sharesUsedUp();
      const own = routes.filter(({ path }) => (splitPath(path).prefix ?? DEFAULT_LANGUAGE) === language);
      await Promise.all([
        ...own.map(async ({ path, isPublic }, place) => {
          // Of the others nothing is kept: a few are enough.
          const step = isPublic ? LANGUAGES.length : 8 * LANGUAGES.length;
          for (let one = (place + round) % step; one < ATTACKS.length; one += step) await attack(path, one);
        }),
        ...BESIDE.map((path, place) => attack(path, (place * 7 + round * 40) % ATTACKS.length)),
      ]);
      // A request with a forwarding header has a share of what is rendered for one visitor. Nothing else is refused, and nothing fails.
      const refused = statuses.filter((status) => status === 429 || status === 503).length;
      expect([statuses.filter((status) => status >= 500 && status !== 503), refused]).toEqual([
        [],
        (await sharesUsedUp()) - refusedBefore,
      ]);
      const after = await plain([...own.map(({ path }) => path), ...BESIDE]);
      for (const [path, answer] of after) expect([path, answer]).toEqual([path, before.get(path)]);

      async function attack(path: string, one: number): Promise<void> {
        const { headers, method } = ATTACKS[one] ?? { headers: {}, method: "GET" };
        statuses.push((await ask(path, headers, method)).status);
      }
    },
    180_000,
  );

  test("nor do those in one language of a page in another", async () => {
    for (const [path, answer] of await plain(everywhere())) expect([path, answer]).toEqual([path, before.get(path)]);
  });

  test("nothing of it is in a page, and nothing was an accident", async () => {
    for (const [path, { body }] of before) expect([path, /evil\.example|alert\(1\)/.test(body)]).toEqual([path, false]);
    expect(log.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });
});

describe("A receipt of signing", () => {
  const RECEIPT = {
    email: anna.email,
    expiresAt: "2026-11-22T11:00:00.000Z",
    message: "Danke.",
    visibility: "public",
  } as const;

  test("that nobody sealed makes no work: the page comes from memory", async () => {
    for (const path of ["/", "/?signed=1"]) {
      const home = await ask(path);
      for (const cookie of ["signed=x", `signed=${"A".repeat(400)}`, "signed=%00; signed=y"])
        expect(await ask(path, { cookie })).toEqual(home);
      expect(home.headers.etag).toBeDefined();
    }
  });

  test("that is ours thanks, for its owner alone", async () => {
    const { petition } = house.site;
    const signedAt = house.clock.now().toISOString();
    const cookie = `signed=${petition.encryptReceipt({ ...RECEIPT, fullName: anna.fullName, signedAt })}`;
    const thanked = await ask("/?signed=1", { cookie });
    expect(thanked.body).toContain(anna.email);
    expect(thanked.headers["cache-control"]).toBe("private, no-store");
    expect((await ask("/?signed=1")).body).not.toContain(anna.email);
    expect((await ask("/", { cookie })).headers.etag).toBeDefined();
  });
});

test("what stands behind the question mark gets into no page and makes no second one", async () => {
  for (const path of ["/", "/en/impressum", "/unterstuetzer/seite/1"]) {
    const { body, headers } = await ask(path);
    for (const query of ["?x=1", "?<script>alert(1)</script>", "?lang=fr", "?page=2", "?%00", "?signed"]) {
      const asked = await ask(path + query);
      expect([query, asked.body === body, asked.headers.etag]).toEqual([query, true, headers.etag]);
    }
  }
});

test("no script stands in a page, kept or not, and no other file's runs", async () => {
  for (const path of ["/", "/en/datenschutz", "/confirm?token=x", "/nirgendwo", "/admin"]) {
    const { body, headers } = await ask(path);
    const policy = headers["content-security-policy"] ?? "";
    expect(policy).toContain("script-src 'self';");
    const inline = [...body.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>/g)].map(([, attributes]) => attributes);
    expect(inline.filter((attributes) => !/type="application\/(?:ld\+)?json"/.test(attributes ?? ""))).toEqual([]);
  }
});
