import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PetitionStats } from "../../../contract/supporters.ts";
import { LANGUAGES } from "../../../petition/language.ts";
import { styleSheetOf } from "../../../petition/look.ts";
import { LOOK } from "../../../petition/our-look.ts";
import { progressOf } from "../../../petition/progress.ts";
import { allTranslators } from "../../platform/translators.ts";
import { type House, openHouse } from "../../testing/house.ts";
import { anna, bruno } from "../../testing/people.ts";
import { DARK, drawBadge, LIGHT, writeCard } from "./embedded.ts";

const PUBLIC_URL = "https://petition.example";
const KEY = "the-key-of-our-tests";
const translators = allTranslators();

describe("The number in pages of other sites", () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse("server", { PUBLIC_URL, ADMIN_KEY: KEY });
    for (const person of [anna, bruno]) await house.signAndConfirm(person);
  });
  afterAll(() => house.close());

  const text = async (path: string) => (await house.get<string>(path)).body;
  const set = (status: string) =>
    fetch(`${house.url}/api/admin/collection`, {
      method: "PUT",
      headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
      body: JSON.stringify({ status, day: null, texts: {} }),
    });

  test("badge and card say the number that the site says", async () => {
    const { signatureCount } = (await house.get<PetitionStats>("/api/petition/stats")).body;
    expect(signatureCount).toBe(2);
    expect(await text("/badge.svg")).toContain("<title>2 Unterschriften: Petition: Bargeld muss bleiben</title>");
    expect(await text("/embed")).toContain("<b>2</b> <span>von 25.000 Unterschriften</span>");
  });

  test("in the language of `lang`, and of nothing else: German where it names none of ours", async () => {
    const wishes = { "accept-language": "fr", cookie: "language=it" };
    for (const language of LANGUAGES)
      expect((await house.get<string>(`/embed?lang=${language}`, wishes)).body).toContain(`<html lang="${language}" `);
    for (const query of ["", "?lang=xx", "?lang=", "?lang=pl&lang=en", "?lang=constructor", "?lang=%00"])
      expect((await house.get<string>(`/embed${query}`, wishes)).body, query).toContain('<html lang="de" dir="ltr">');
    expect((await house.get<string>("/badge.svg?lang=pl", wishes)).body).toContain(">podpisy</text>");
  });

  test("any site may show both; neither loads, runs, sends or sets anything", async () => {
    for (const path of ["/badge.svg", "/embed?lang=nl"]) {
      const { headers, body } = await house.get<string>(path);
      expect([path, headers.get("x-frame-options")]).toEqual([path, null]);
      expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; frame-ancestors \*(;|$)/);
      expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
      expect(headers.get("cache-control")).toBe("public, max-age=60");
      expect([headers.get("set-cookie"), headers.get("vary")]).toEqual([null, null]);
      expect(body).not.toMatch(/<script|<img|<link|<image|@import|@font-face|\bsrc=|\bstyle="|http-equiv|\bon\w+=/);
      expect(body.replaceAll("http://www.w3.org/2000/svg", "").match(/https?:[^"]*/g) ?? []).toEqual(
        path === "/badge.svg" ? [] : [`${PUBLIC_URL}/nl#sign`],
      );
    }
  });

  test("everything else may still be framed by nobody", async () => {
    for (const path of ["/", "/embed/x", "/badge", "/robots.txt", "/api/open/counts", "/api/petition/stats"])
      expect([path, (await house.get(path)).headers.get("x-frame-options")]).toEqual([path, "SAMEORIGIN"]);
  });

  test("the card's policy takes its own style and no other", async () => {
    const { headers, body } = await house.get<string>("/embed");
    const [, style = ""] = /<style>([\s\S]*?)<\/style>/.exec(body) ?? [];
    const hash = createHash("sha256").update(style).digest("base64");
    expect(headers.get("content-security-policy")).toContain(
      `; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`,
    );
  });

  test("search engines do not list the card, and it stays as it is for whoever has it", async () => {
    const { headers, body } = await house.get<string>("/embed?lang=en");
    expect([headers.get("x-robots-tag"), body.includes('<meta name="robots" content="noindex">')]).toEqual(["noindex", true]);
    for (const path of ["/embed?lang=en", "/badge.svg?lang=en"]) {
      const known = { "if-none-match": (await house.get(path)).headers.get("etag") ?? "" };
      expect((await house.get(path, known)).status).toBe(304);
      const head = await fetch(house.url + path, { method: "HEAD" });
      expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, known["if-none-match"], ""]);
      expect((await fetch(house.url + path, { method: "POST" })).status).toBe(404);
    }
  });

  test("the card leads to the form; while nobody may sign it says so and leads to the petition", async () => {
    const link = async (query: string) =>
      /<a href="([^"]*)" target="_blank" rel="noopener">([^<]*)</.exec(await text(query))?.slice(1);
    expect(await link("/embed")).toEqual([`${PUBLIC_URL}/#sign`, "Jetzt unterschreiben"]);
    expect(await link("/embed?lang=pl")).toEqual([`${PUBLIC_URL}/pl#sign`, "Podpisz teraz"]);
    await set("paused");
    expect(await text("/embed?lang=en")).toContain('<p class="notice">Signing is paused.</p>');
    expect(await link("/embed?lang=en")).toEqual([`${PUBLIC_URL}/en`, "Go to the petition"]);
    await set("closed");
    expect(await text("/embed")).toContain('<p class="notice">Die Sammlung ist abgeschlossen.</p>');
    await set("open");
    expect(await text("/embed")).not.toContain('notice">');
  });

  test("after the petition's end number and hours stay, for whoever asks", async () => {
    await house.rows("insert into log_hours values ('2026-11-21T11:00Z', 'added', 'confirmed', 2) on conflict do nothing");
    const before = await text("/api/open/counts?by=hour&format=csv");
    await set("closed");
    house.clock.forward(8 * 24 * 60 * 60_000);
    const ended = await house.post("/api/admin/end", { waive: true }, { authorization: `Bearer ${KEY}` });
    expect(ended.status).toBe(200);
    expect(await text("/badge.svg?lang=en")).toContain("<title>2 signatures: ");
    expect(await text("/embed")).toContain('<p class="notice">Die Petition ist beendet.</p>');
    expect(await text("/api/open/counts?by=hour&format=csv")).toBe(before);
  });
});

describe("Badge and card are drawn for every number and language", () => {
  test.each(LANGUAGES)("%s: the number as it is written there, and its plural", (language) => {
    const t = translators[language];
    for (const count of [0, 1, 2, 5, 21, 12_431, 1_234_567]) {
      const number = new Intl.NumberFormat(language === "en" ? "en-GB" : language).format(count);
      expect(drawBadge(progressOf(count, 25_000), t)).toContain(`>${number}</text>`);
      const card = writeCard({ stats: progressOf(count, 25_000), notice: null, publicUrl: PUBLIC_URL }, language, t);
      expect(card).toContain(`<b>${number}</b>`);
      expect(card).toContain('aria-valuenow="');
    }
  });

  test.each([
    ["de", "Unterschriften online · 312 auf Papier", "12.431 online · 312 auf Papier"],
    ["pl", "podpisów online · 312 na papierze", "12\u00a0431 online · 312 na papierze"],
    ["fr", "signatures en ligne · 312 sur papier", "12\u202f431 en ligne · 312 sur papier"],
  ] as const)(
    "%s: what is on paper stands beside the number online, and nothing where there is none",
    (language, badge, card) => {
      const t = translators[language];
      const cardOf = (paper: number) =>
        writeCard({ stats: progressOf(12_431, 25_000, paper), notice: null, publicUrl: PUBLIC_URL }, language, t);
      expect(drawBadge(progressOf(12_431, 25_000, 312), t)).toContain(`>${badge}</text>`);
      expect(cardOf(312)).toContain(`<p class="paper">${card}</p>`);
      expect(cardOf(312).replace(/<p class="paper">.*<\/p>\n/, "")).toBe(cardOf(0));
      expect(drawBadge(progressOf(12_431, 25_000), t)).not.toContain("312");
    },
  );

  test("whatever the address holds stays inside its attribute", () => {
    const publicUrl = 'https://petition.example/a"><script>&';
    const card = writeCard({ stats: progressOf(1, 2), notice: null, publicUrl }, "de", translators.de);
    expect(card).toContain('href="https://petition.example/a&quot;&gt;&lt;script&gt;&amp;/#sign"');
  });

  test("their colours are the site's", () => {
    const tokens = styleSheetOf(LOOK);
    for (const colour of [LIGHT, DARK].flatMap(Object.values).flat()) expect(tokens).toContain(colour);
  });
});
