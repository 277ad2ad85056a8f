import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { createServer, type ViteDevServer } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Petition } from "../../contract/petition.ts";
import type { SiteFacts } from "../../contract/site-facts.ts";
import { articlePathIn } from "../../petition/addresses.ts";
import { LANGUAGES } from "../../petition/language.ts";
import { RISKS } from "./outline.ts";

let vite: ViteDevServer;
let open: (path: string) => Promise<Response>;

beforeAll(async () => {
  vite = await createServer({
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    logLevel: "error",
  });
  const build = (await vite.ssrLoadModule("virtual:react-router/server-build")) as ServerBuild;
  const contexts = build.entry.module as unknown as typeof import("../entry.server.tsx");
  const { petitionContext, factsContext, clockContext, nonceContext } = contexts;
  const handle = createRequestHandler(build, "production");
  open = (path) => {
    const context = new RouterContextProvider();
    context.set(petitionContext, {
      stats: async () => ({ signatureCount: 12_431 }),
      collectionNotice: async () => null,
    } as unknown as Petition);
    context.set(factsContext, { publicUrl: "https://bargeld.example" } as SiteFacts);
    context.set(nonceContext, "");
    context.set(clockContext, { now: () => new Date("2026-11-21T12:00:00Z") });
    return handle(new Request(`https://bargeld.example${path}`), context);
  };
}, 60_000);

afterAll(() => vite.close());

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
    });
    expect(page).toContain(`href="${language === "de" ? "/" : `/${language}`}#sign"`);
    expect(page).toContain(`<link rel="canonical" href="https://bargeld.example${articlePathIn(language)}"/>`);
    expect(page).not.toMatch(/<main.*? style="/s);
  },
);

test("links to sources leave the site in a new tab and tell them nothing", async () => {
  const page = await (await open(articlePathIn("de"))).text();
  const main = page.slice(page.indexOf("<main"), page.indexOf("</main>"));
  const links = main.match(/<a [^>]*href="https:[^>]*>/g) ?? [];
  expect(links.length).toBeGreaterThan(20);
  for (const link of links) expect(link).toMatch(/target="_blank".*rel="noopener noreferrer"/);
});
