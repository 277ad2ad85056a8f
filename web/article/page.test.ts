import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { createServer, type ViteDevServer } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CHARTS, outline } from "../../campaign/article/outline.ts";
import type { Petition } from "../../contract/petition.ts";
import type { CollectionNotice } from "../../contract/signing.ts";
import type { SiteFacts } from "../../contract/site-facts.ts";
import { articlePathIn } from "../../petition/addresses.ts";
import { LANGUAGES } from "../../petition/language.ts";

const CHART_IDS = Object.keys(CHARTS) as (keyof typeof CHARTS)[];

const { risks: RISKS, bridges: BRIDGES } = outline;

let vite: ViteDevServer;
let notice: CollectionNotice | null = null;
let open: (path: string) => Promise<Response>;

beforeAll(async () => {
  vite = await createServer({
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    logLevel: "error",
  });
  const build = (await vite.ssrLoadModule("virtual:react-router/server-build")) as ServerBuild;
  const { petitionContext, factsContext, clockContext } = build.entry.module as unknown as typeof import("../entry.server.tsx");
  const handle = createRequestHandler(build, "production");
  open = (path) => {
    const context = new RouterContextProvider();
    context.set(petitionContext, {
      stats: async () => ({ signatureCount: 12_431 }),
      collectionNotice: async () => notice,
    } as unknown as Petition);
    context.set(factsContext, { publicUrl: "https://bargeld.example" } as SiteFacts);
    context.set(clockContext, { now: () => new Date("2026-11-21T12:00:00Z") });
    return handle(new Request(`https://bargeld.example${path}`), context);
  };
}, 60_000);

afterAll(() => vite.close());

function mainOf(page: string): string {
  return page.slice(page.indexOf("<main"), page.indexOf("</main>"));
}

test.each(LANGUAGES)(
  "the article in %s opens at its address, with ten numbered cards and the way to the petition",
  async (language) => {
    const answer = await open(articlePathIn(language));
    expect(answer.status).toBe(200);
    const page = await answer.text();
    expect(page).toContain(`<html lang="${language}"`);
    RISKS.forEach(({ id }, place) => {
      expect(page).toContain(`id="${id}"`);
      expect(page).toContain(`data-n="${place + 1}"`);
      // Its own address stands at its heading.
      expect(page).toMatch(new RegExp(`<a class="anchor" href="#${id}" aria-label="[^"]{10,}"`));
    });
    for (const id of CHART_IDS) expect(page).toContain(`<figure class="plate" id="chart-${id}"`);
    expect(page).toContain(`href="${language === "de" ? "/" : `/${language}`}#sign"`);
    expect(page).toContain(`<link rel="canonical" href="https://bargeld.example${articlePathIn(language)}"/>`);
    expect(page).not.toMatch(/<main.*? style="/s);
  },
);

test.each(LANGUAGES)(
  "in %s the parts stand in their order, each bridge before its risk, below one headline",
  async (language) => {
    const main = mainOf(await (await open(articlePathIn(language))).text());
    const bridged = RISKS.flatMap(({ id }) => [...BRIDGES.filter(({ before }) => before === id).map((one) => one.id), id]);
    const wanted: string[] = ["scene", "summary", ...bridged, "objections", "why", "conclusion", "call"];
    const found = [...main.matchAll(/<(?:section|article|div)[^>]* id="(\w+)"/g)].map(([, id]) => id ?? "");
    expect(found.filter((id) => wanted.includes(id))).toEqual(wanted);
    expect(main.indexOf('class="invite"')).toBeGreaterThan(main.indexOf('id="summary"'));
    expect(main.indexOf('class="invite"')).toBeLessThan(main.indexOf('id="seen"'));

    const levels = [...main.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels.filter((level, place) => level > (levels[place - 1] ?? 0) + 1)).toEqual([]);
  },
);

test("who reads while nobody can sign is not asked to, and may still pass the page on", async () => {
  notice = {
    title: "Die Sammlung ist beendet.",
    day: "22. November 2026",
    link: "Zum Ergebnis",
  } as unknown as CollectionNotice;
  const main = mainOf(await (await open("/digitaler-euro")).text());
  notice = null;
  expect(main).not.toContain("Genug gelesen?");
  expect(main).not.toContain("signbar");
  expect(main).toContain("https%3A%2F%2Fbargeld.example%2Fdigitaler-euro");
  expect(main).toContain("Die Sammlung ist beendet.");
});

test("links to sources leave the site in a new tab and tell them nothing", async () => {
  const page = await (await open(articlePathIn("de"))).text();
  const links = mainOf(page).match(/<a [^>]*href="https:[^>]*>/g) ?? [];
  expect(links.length).toBeGreaterThan(20);
  for (const link of links) expect(link).toMatch(/target="_blank".*rel="noopener noreferrer"/);
});
