/** Another organisation's petition out of one folder: in two languages, without article, donations and sponsor. */
import { execFileSync } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PetitionStats } from "../contract/supporters.ts";
import { COMMITMENT_LABEL } from "../petition/transparency/receipt.ts";
import { copyOfTemplate } from "../server/testing/databases.ts";
import { type Inbox, openInbox } from "../server/testing/inbox.ts";
import { anna } from "../server/testing/people.ts";
import { type ServerProcess, startServer } from "../server/testing/process.ts";
import { campaign } from "./another-campaign/campaign.ts";
import { look } from "./another-campaign/look.ts";
import { follow, sign } from "./person.ts";
import { visits } from "./visit.ts";
import { wordsIn } from "./words.ts";

const CAMPAIGN_DIR = join(import.meta.dirname, "another-campaign");
const HOUSE = join(import.meta.dirname, "..");

/** Of the petition that lies beside it, and of who runs that one. */
const FOREIGN =
  /bargeld|\bcash\b|\beuros?\b|espèces|\bcontante\b|efectivo|gotówk|contant geld|argent liquide|banque centrale|central bank|bundestag|fondation|foundation|stiftung/gi;

const EVERYWHERE = [
  ...["/", "/confirm", "/unterstuetzer/seite/1", "/widerruf", "/meine-daten", "/impressum", "/datenschutz"],
  ...["/barrierefreiheit", "/transparenz", "/material", "/material/presse", "/material/plakat-a4", "/material/handzettel-a6"],
  "/entwickler",
];
const PAGES = [...EVERYWHERE, ...EVERYWHERE.map((path) => `/en${path === "/" ? "" : path}`)];
const OTHERS = [
  ...["/manifest.webmanifest", "/robots.txt", "/sitemap.xml", "/api/openapi.json", "/api/petition/stats", "/badge.svg"],
  ...["/embed", "/embed?lang=en", "/api/open/counts", "/qr/fr.svg", "/log/key", "/.well-known/security.txt"],
];

const visit = visits();
const fr = wordsIn("fr");
let inbox: Inbox;
let dataFolder: string;
let server: ServerProcess;

beforeAll(async () => {
  const prepared = ["--import", "./server/prepare.mjs", "server/build-once.ts"];
  execFileSync(process.execPath, prepared, { cwd: HOUSE, env: { ...process.env, CAMPAIGN_DIR }, stdio: "inherit" });
  inbox = await openInbox();
  dataFolder = await copyOfTemplate();
  server = await startServer({ CAMPAIGN_DIR, DATA_DIR: dataFolder, SMTP_URL: inbox.url });
}, 400_000);

afterAll(async () => {
  await server?.end("SIGTERM");
  await inbox?.close();
  await rm(dataFolder, { recursive: true, force: true });
});

const textOf = async (path: string) => (await fetch(server.url + path)).text();
/** The label of a receipt is the format's, whatever the petition is about. */
const foreignIn = (text: string) => [...new Set(text.replaceAll(COMMITMENT_LABEL, "").match(FOREIGN) ?? [])];

describe("Another petition", () => {
  test.each([...PAGES, ...OTHERS])("says nothing of the first one at %s", async (path) => {
    const answer = await fetch(server.url + path);
    expect(answer.status).toBe(200);
    expect(foreignIn(await answer.text())).toEqual([]);
  });

  test("speaks its two languages and no other", async () => {
    const home = await textOf("/");
    expect(home).toContain('<html lang="fr"');
    expect([...home.matchAll(/hrefLang="([\w-]+)"/gi)].map(([, language]) => language)).toEqual(["fr", "en", "x-default"]);
    const buttons = [...home.matchAll(/<button[^>]*name="lang"[^>]*>/g)].join();
    expect([...new Set([...buttons.matchAll(/value="(\w+)"/g)].map(([, language]) => language))]).toEqual(["fr", "en"]);
    for (const path of ["/de", "/de/impressum", "/fr/", "/pl", "/it/material"])
      expect((await fetch(server.url + path, { redirect: "follow" })).status, path).toBe(path === "/fr/" ? 200 : 404);
    expect(await textOf("/en/nowhere")).toContain("There is no such page.");
    expect(await textOf("/.well-known/security.txt")).toContain("\nPreferred-Languages: fr, en\n");
  });

  test("has neither article nor donations nor a sign for the counter, and no link leads to any", async () => {
    const paths = ["/digitaler-euro", "/en/digital-euro", "/material/kassenschild-a5", "/en/material/abreisszettel"];
    for (const path of paths) expect((await fetch(server.url + path)).status, path).toBe(404);
    const pages = (await Promise.all(PAGES.map(textOf))).join();
    expect(pages).not.toMatch(/href="[^"]*(?:euro|kassenschild|abreisszettel)/);
    expect(pages).not.toMatch(/class="(?:give|gift|sponsor)"/);
    expect(await textOf("/sitemap.xml")).not.toContain("euro");
  });

  test("has its own goal, name, colours and responsible organisation", async () => {
    const stats = JSON.parse(await textOf("/api/petition/stats")) as PetitionStats;
    expect(stats.targetCount).toBe(campaign.goal);
    expect(JSON.parse(await textOf("/manifest.webmanifest"))).toMatchObject({
      name: "Une bibliothèque à Saint-Aubin",
      lang: "fr",
      theme_color: look.light.desk,
    });
    expect(await textOf("/impressum")).toContain("Les Amis de la bibliothèque de Saint-Aubin");
    expect(await textOf("/embed")).toContain(look.light.hand);
  });

  test("has its finest print across the widest screen, however short it is", async () => {
    const page = await visit(server.url, { width: 2560 });
    await page.goto("/");
    const rules = await page.locator(".micro").evaluateAll((all) => all.map((rule) => [rule.scrollWidth, rule.clientWidth]));
    expect(rules.length).toBeGreaterThan(0);
    for (const [printed = 0, seen = 0] of rules) expect(printed).toBeGreaterThan(seen);
  });

  test("is signed, confirmed and told on", async () => {
    const page = await visit(server.url.replace("127.0.0.1", "localhost"), { locale: "fr" });
    await page.goto("/");
    expect(await page.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor)).toBe(rgb(look.light.desk));
    await sign(page, fr, anna, { script: true });
    const [letter] = await inbox.waitFor(anna.email);
    expect(letter?.from?.address).toBe("petition@bibliotheque-saint-aubin.fr");
    expect(letter?.text).toContain("Une bibliothèque à Saint-Aubin");
    expect(foreignIn(`${letter?.subject}${letter?.text}${letter?.html}`)).toEqual([]);
    await follow(page, fr, letter?.links[0] ?? "", { script: true });
    await page.getByText(fr("confirmation.confirmed.counts")).first().waitFor();
    await expect.poll(async () => JSON.parse(await textOf("/api/petition/stats")).signatureCount).toBe(1);
    await page.goto("/");
    const mailto = await page.locator('a[href^="mailto:?"]').first().getAttribute("href");
    expect(decodeURIComponent(mailto ?? "")).toContain("Une pétition pour notre bibliothèque");
  });

  test("has pictures of its own in each language", async () => {
    for (const [path, language] of [
      ["/", "fr"],
      ["/en", "en"],
    ] as const) {
      const [, picture] = /property="og:image" content="[^"]*(\/share\/\w+\.\w+\.png)"/.exec(await textOf(path)) ?? [];
      expect(picture).toContain(`/share/${language}.`);
      const bytes = Buffer.from(await (await fetch(server.url + picture)).arrayBuffer());
      const { dominant } = await sharp(bytes).stats();
      expect(Math.max(...Object.values(dominant))).toBeGreaterThan(200);
      expect((await sharp(bytes).metadata()).width).toBe(1200);
    }
    expect((await fetch(`${server.url}/share/de.x.png`)).status).toBe(404);
  });
});

function rgb(colour: string): string {
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return `rgb(${r}, ${g}, ${b})`;
}
