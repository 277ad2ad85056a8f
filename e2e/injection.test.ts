/** Somebody has got markup into a page, or a string into a script of ours: what can they do with it? */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anna } from "../server/testing/people.ts";
import { openWalkedSite, type WalkedSite } from "./site.ts";
import { visits } from "./visit.ts";

const EVIL = "https://evil.example";
/** The browser says of each in the console that it refused it. */
const visit = visits();
const provokes =
  /Content Security Policy|TrustedHTML|TrustedScript|Refused to|csp|blocked|status: 40[34]|status of 40[34]|violates|evil\.example|MIME type/i;

let site: WalkedSite;
beforeAll(async () => {
  site = await openWalkedSite("server", { ADMIN_KEY: "the-key-of-our-tests" });
  await site.signAndConfirm(anna);
});
afterAll(() => site.close());

/** The page as the server sends it, with its own headers, and `markup` in the midst of its text. */
async function pageWith(
  markup: string,
  { path = "/impressum", script = true } = {},
): Promise<{ page: Page; reached: string[] }> {
  const page = await visit(site.address, { provokes, script });
  const reached: string[] = [];
  // Asked only for what the page's policy has let through.
  await page.route(`${EVIL}/**`, (route) => {
    reached.push(route.request().url());
    return route.abort();
  });
  await page.route(`${site.address}${path}`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace("<main", `${markup}<main`);
    await route.fulfill({ response: answer, body });
  });
  await page.goto(path, { waitUntil: "load" });
  return { page, reached };
}

const hasRun = (page: Page) => page.evaluate(() => (globalThis as { ran?: unknown }).ran ?? null);

describe("Markup in a page of ours", () => {
  const RUN = "globalThis.ran = 1; parent.ran = 1; top.ran = 1";
  const MARKUP: [what: string, markup: string][] = [
    ["a script", `<script>${RUN}</script>`],
    ["a module", `<script type="module">${RUN}</script>`],
    ["a script with a guessed nonce", `<script nonce="">${RUN}</script>`],
    ["a script from elsewhere", `<script src="${EVIL}/x.js"></script>`],
    ["a script in its own address", `<script src="data:text/javascript,${encodeURIComponent(RUN)}"></script>`],
    ["an import map", `<script type="importmap">{"imports":{"/assets/":"${EVIL}/"}}</script>`],
    ["an event handler", `<img src="/icon.svg" onload="${RUN}"><img src="/nothing" onerror="${RUN}">`],
    ["an event handler of a drawing", `<svg onload="${RUN}"><script>${RUN}</script></svg>`],
    ["a details that opens itself", `<details open ontoggle="${RUN}"><summary>x</summary></details>`],
    ["a frame with a page of its own", `<iframe srcdoc="&lt;script&gt;${RUN}&lt;/script&gt;"></iframe>`],
    ["a frame from elsewhere", `<iframe src="${EVIL}/"></iframe>`],
    [
      "an object, and an embedded one",
      `<object data="data:text/html,<script>${RUN}</script>"></object><embed src="${EVIL}/x">`,
    ],
    ["a style", "<style>body { display: none }</style>"],
    ["a style sheet from elsewhere", `<link rel="stylesheet" href="${EVIL}/x.css">`],
    ["a picture that tells", `<img src="${EVIL}/told.png">`],
    ["a font that tells", `<link rel="preload" as="font" href="${EVIL}/told.woff2" crossorigin>`],
    ["a manifest from elsewhere", `<link rel="manifest" href="${EVIL}/x.webmanifest">`],
  ];

  test.each(MARKUP)("%s does nothing, and nothing goes elsewhere", async (_what, markup) => {
    const { page, reached } = await pageWith(markup);
    expect(await hasRun(page)).toBeNull();
    expect(reached).toEqual([]);
    expect(await page.locator("main").isVisible()).toBe(true);
  });

  test("a link that holds a script runs nothing when it is clicked", async () => {
    const { page } = await pageWith('<a id="trap" href="javascript:globalThis.ran = 1">Read more</a>');
    await page.locator("#trap").click();
    expect(await hasRun(page)).toBeNull();
  });

  test("a base leads no address of the page elsewhere", async () => {
    const { page } = await pageWith(`<base href="${EVIL}/">`);
    const led = await page.evaluate(() => [...document.links].filter(({ href }) => href.startsWith("https://evil")).length);
    expect(led).toBe(0);
  });

  test.each([
    ["a form to elsewhere", `<form action="${EVIL}/"><button id="trap">Go on</button></form>`],
    [
      "a button that turns a form elsewhere",
      `<form action="/widerruf"><button id="trap" formaction="${EVIL}/">Go on</button></form>`,
    ],
  ])("%s sends nothing", async (_what, markup) => {
    // Without our script, which would put the page right before anybody could press it.
    const { page, reached } = await pageWith(markup, { script: false });
    const refused = page.waitForEvent("console", (message) => message.text().includes("form-action"));
    await page.locator("#trap").evaluate((button: HTMLButtonElement) => button.click());
    await refused;
    expect(reached).toEqual([]);
  });
});

describe("An answer of ours, used as a script or a style", () => {
  const ANSWERS = [
    ...[
      "/api/petition/stats",
      "/api/petition/supporters",
      "/api/open/counts?by=day&format=csv",
      "/api/open/counts?by=day&format=json",
    ],
    ...[
      "/api/openapi.json",
      "/badge.svg",
      "/qr/de.svg",
      "/robots.txt",
      "/manifest.webmanifest",
      "/LICENSE.txt",
      "/sitemap.xml",
      "/",
    ],
  ];

  test.each(ANSWERS)("%s is refused by the server, and would be by the browser", async (path) => {
    const { page } = await pageWith(
      `<script src="${path}" onload="globalThis.ran = 1"></script><link rel="stylesheet" href="${path}">`,
    );
    expect(await hasRun(page)).toBeNull();
    const plain = await fetch(site.url + path);
    expect(plain.headers.get("x-content-type-options")).toBe("nosniff");
    expect(plain.headers.get("content-type")).not.toMatch(/javascript|ecmascript|css/);
    for (const dest of ["script", "style", "worker", "serviceworker"])
      expect([dest, (await fetch(site.url + path, { headers: { "sec-fetch-dest": dest } })).status]).toEqual([dest, 403]);
  });

  test("what the build has made is not", async () => {
    const html = await (await fetch(site.url)).text();
    const [script = ""] = /\/assets\/entry\.client-[\w-]+\.js/.exec(html) ?? [];
    expect((await fetch(site.url + script, { headers: { "sec-fetch-dest": "script" } })).status).toBe(200);
    expect((await fetch(`${site.url}/assets/nothing.json`, { headers: { "sec-fetch-dest": "script" } })).status).toBe(403);
  });
});

describe("A string that reaches a script of ours", () => {
  const SINKS: [what: string, sink: string][] = [
    ["markup of an element", 'document.body.innerHTML = "<img src=x onerror=globalThis.ran=1>"'],
    ["markup beside one", 'document.body.insertAdjacentHTML("beforeend", "<p>x</p>")'],
    ["a document", 'document.write("<p>x</p>")'],
    ["a frame's page", 'document.createElement("iframe").srcdoc = "<p>x</p>"'],
    ["a script's address", 'document.createElement("script").src = "/assets/x.js"'],
    ["a script's text", 'document.createElement("script").text = "globalThis.ran = 1"'],
    ["an event handler", 'document.body.setAttribute("onclick", "globalThis.ran = 1")'],
    ["code", 'globalThis.eval("globalThis.ran = 1")'],
    ["a function", 'new Function("globalThis.ran = 1")()'],
    ["a policy of its own", 'trustedTypes.createPolicy("evil", { createHTML: (text) => text })'],
    ["our policy made anew", 'trustedTypes.createPolicy("default", { createHTML: (text) => text })'],
  ];

  test("becomes neither markup nor code", async () => {
    const page = await visit(site.address, { provokes });
    await page.goto("/");
    for (const [what, sink] of SINKS) {
      // From a task of the page's own: what a test types in is not asked for types.
      const refused = await page.evaluate(
        `new Promise((done) => setTimeout(() => { try { ${sink}; done("done") } catch (failure) { done(String(failure)) } }))`,
      );
      expect([what, refused]).toEqual([what, expect.stringMatching(/TypeError|EvalError/)]);
    }
    expect(await hasRun(page)).toBeNull();
  });

  test("a page that an extension changed before our script ran heals itself", async () => {
    const page = await visit(site.address, { provokes: /Minified React error/ });
    await page.route(`${site.address}/`, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace(/(<main[^>]*>)/, "$1<p id='added'>somebody's extension was here</p>");
      await route.fulfill({ response: answer, body });
    });
    await page.goto("/");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.locator("#added").waitFor({ state: "detached" });
    await page.locator("#seiten").waitFor({ state: "detached" });
  });

  test("a page that describes itself to search engines is led to without a fault", async () => {
    const page = await visit(site.address);
    await page.goto("/impressum");
    await page.getByRole("link", { name: "Zur Petition" }).first().click();
    await page.waitForURL(`${site.address}/`);
    await page.locator('script[type="application/ld+json"]').waitFor({ state: "attached" });
  });
});
