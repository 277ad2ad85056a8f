import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type House, openHouse } from "../../testing/house.ts";
import { anna } from "../../testing/people.ts";

const KEY = "the-key-of-our-tests";
const BEARER = { authorization: `Bearer ${KEY}` };

/** Of each kind of answer one, those that fail among them. */
const ADDRESSES = [
  ...["/", "/en/datenschutz", "/unterstuetzer/seite/1", "/confirm?token=x", "/admin", "/nirgendwo", "/%E0%A4%A", "/_root.data"],
  ...[
    "/api/petition/stats",
    "/api/petition/supporters",
    "/api/captcha",
    "/api/openapi.json",
    "/api/nothing",
    "/api/admin/stats",
  ],
  ...[
    "/api/open/counts?format=csv",
    "/api/open/counts?by=never",
    "/badge.svg",
    "/embed",
    "/qr/de.svg",
    "/healthz",
    "/readyz",
    "/metrics",
  ],
  ...[
    "/robots.txt",
    "/sitemap.xml",
    "/manifest.webmanifest",
    "/LICENSE.txt",
    "/icon.svg",
    "/assets/nothing.js",
    "/drawings/engraving/0",
  ],
];

let house: House;
beforeAll(async () => {
  house = await openHouse("server", { ADMIN_KEY: KEY, PUBLIC_URL: "https://petition.example" });
  await house.signAndConfirm(anna);
});
afterAll(() => house.close());

const ask = (path: string, init: RequestInit = {}) => fetch(house.url + path, { redirect: "manual", ...init });

describe.each(ADDRESSES)("%s", (path) => {
  test("every answer tells a browser what it is, and what it may not do with it", async () => {
    const { headers } = await ask(path);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    // Pages whose address holds a token tell not even ourselves where one comes from.
    expect(headers.get("referrer-policy")).toMatch(/^strict-origin(?:-when-cross-origin)?$/);
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; .*frame-ancestors/);
    expect(headers.get("x-powered-by")).toBeNull();
    expect(headers.get("server")).toBeNull();
  });

  test("over https every answer says so for a year, and for all subdomains", async () => {
    expect((await ask(path)).headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
  });

  test("every answer with a body says its type, and text its letters", async () => {
    const answer = await ask(path);
    const type = answer.headers.get("content-type") ?? "";
    if ((await answer.arrayBuffer()).byteLength === 0) return;
    expect(type).toMatch(
      /^(?:text\/(?:html|plain|csv|x-script);.*charset=utf-8|application\/json; charset=utf-8|[a-z]+\/[a-z+.-]+(?:; charset=utf-8)?)$/i,
    );
    if (type.startsWith("text/")) expect(type).toMatch(/charset=utf-8/i);
  });
});

test("a page is alone with its opener and its answers, and asks for no device", async () => {
  const { headers } = await ask("/");
  expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
  expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
  expect(headers.get("permissions-policy")).toContain("geolocation=()");
  for (const path of ["/badge.svg", "/embed"])
    expect((await ask(path)).headers.get("cross-origin-resource-policy")).toBe("cross-origin");
});

test("no call but the open ones may be read by other sites", async () => {
  const open: string[] = [];
  for (const path of ADDRESSES) {
    const { headers } = await ask(path, { headers: { origin: "https://evil.example", ...BEARER } });
    expect([null, "*"]).toContain(headers.get("access-control-allow-origin"));
    expect(headers.get("access-control-allow-credentials")).toBeNull();
    if (headers.get("access-control-allow-origin")) open.push(path);
  }
  expect(open).toEqual(["/api/petition/stats", "/api/open/counts?format=csv", "/api/open/counts?by=never"]);
});

test("what is personal, or of the administration, is kept by nobody", async () => {
  for (const path of [
    "/confirm?token=x",
    "/meine-daten?token=x",
    "/widerruf?token=x",
    "/admin",
    "/api/captcha",
    "/api/nothing",
  ])
    expect([path, (await ask(path)).headers.get("cache-control")]).toEqual([path, expect.stringContaining("no-store")]);
  for (const path of ["stats", "signatures", "audit", "mail", "breach"])
    expect([path, (await ask(`/api/admin/${path}`, { headers: BEARER })).headers.get("cache-control")]).toEqual([
      path,
      expect.stringContaining("no-store"),
    ]);
});

test("no folder is listed, and nothing but files of the build is there", async () => {
  for (const path of [
    "/assets",
    "/assets/",
    "/share/",
    "/drawings/",
    "/.git/config",
    "/package.json",
    "/data/admin-key",
    "/server/main.ts",
  ])
    expect([path, (await ask(path)).status]).toEqual([path, 404]);
});

test("TRACE and CONNECT are no methods here", async () => {
  const { hostname, port } = new URL(house.url);
  const status = (method: string) =>
    new Promise((resolve) => {
      const asked = request({ hostname, port, method, path: "/" }, (answer) => resolve(answer.resume().statusCode));
      // Whoever asks for a tunnel is hung up on.
      asked.on("error", () => resolve(0)).end();
    });
  expect([404, 405]).toContain(await status("TRACE"));
  expect(await status("CONNECT")).toBe(0);
});
