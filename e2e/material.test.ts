import type { Page } from "playwright-core";
import { decodeQR } from "qr/decode.js";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { materialPieceIn, pageIn } from "../petition/addresses.ts";
import { LANGUAGES, type Language } from "../petition/language.ts";
import { sha256 } from "../server/platform/crypto/crypto.ts";
import { FILLED_IN } from "../server/testing/petition-config.ts";
import { DEMANDS } from "../web/demands.ts";
import { type Form, formsOf, PIECES, type Piece, sheetOf } from "../web/material/pieces.ts";
import { type SignedWords, signedWords } from "../web/material/signed-words.server.ts";
import { KEY } from "./administration.ts";
import { openWalkedSite, type WalkedSite } from "./site.ts";
import { visits } from "./visit.ts";
import { wordsIn } from "./words.ts";

const visit = visits();

/** As long as addresses are. */
const PUBLIC_URL = "http://unterschreiben.bargeld-erhalten.example";
const POINTS = 72 / 25.4;

let site: WalkedSite;
beforeAll(async () => {
  site = await openWalkedSite("server", { PUBLIC_URL, ADMIN_KEY: KEY });
});
afterAll(() => site.close());

const PRINTED = Object.values(PIECES).flatMap((piece) =>
  formsOf(piece).map((form): [string, Piece, Form] => [`${piece.slug} (${form.id})`, piece, form]),
);

describe.each(LANGUAGES)("In %s", (language) => {
  // Neither black ink nor a margin to be cut off leaves words less room: each such form in one language shows that it prints at all.
  const isShownIn = ({ slug }: Form, at: number) => slug === null || LANGUAGES[at % LANGUAGES.length] === language;
  const pieces = PRINTED.filter(([, , form], at) => isShownIn(form, at));
  const isPrintedIn = (piece: Piece, form: Form) =>
    LANGUAGES[PRINTED.findIndex(([, one, other]) => one === piece && other === form) % LANGUAGES.length] === language;

  test.each(pieces)("%s is printed on sheets of its size, loses nothing and leads here", async (_, piece, form) => {
    const page = await visit(site.address, { locale: language, script: false });
    await page.goto(materialPieceIn(language, piece.slug, form.slug));
    await page.emulateMedia({ media: "print" });
    expect(await lostIn(page)).toEqual([]);
    // Its words decide whether it fits; the code and the size of the sheet are the same in all languages but for the address.
    if (!isPrintedIn(piece, form)) return;
    expect(await addressIn(page)).toBe(PUBLIC_URL + pageIn(language, "home"));

    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(piece.id === "signatureCard" ? 2 : 1);
    const [, width, height] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
    const sheet = sheetOf(piece, form);
    // Browsers reckon in pixels of the screen.
    expect(Math.abs(Number(width) - sheet.width * POINTS)).toBeLessThan(1);
    expect(Math.abs(Number(height) - sheet.height * POINTS)).toBeLessThan(1);
  });
});

/** Words and codes that leave the room within the frame, or a strip. */
function lostIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const rooms = [...document.querySelectorAll(".within, .strips > div, .strips p")];
    if (rooms.length === 0) return ["nothing is there"];

    return rooms.flatMap((room) => {
      const paper = room.closest(".paper")?.getBoundingClientRect() ?? new DOMRect();
      const around = room.getBoundingClientRect();
      const isInSheet = around.left >= paper.left && around.right <= paper.right + 1 && around.bottom <= paper.bottom + 1;
      const isFull = room.scrollHeight > room.clientHeight + 1 || room.scrollWidth > room.clientWidth + 1;
      const high = [...room.querySelectorAll("*")].filter((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top < around.top - 1 || bottom > around.bottom + 1;
      });
      // A line that may not break leaves its own box without making it wider.
      const wide = [...room.querySelectorAll("p, li, span, b, th")].filter((element) => {
        const words = document.createRange();
        words.selectNodeContents(element);
        const { left, right } = words.getBoundingClientRect();
        return left < around.left - 1 || right > around.right + 1;
      });
      return [
        ...(isInSheet ? [] : [`not in the sheet: ${room.className}`]),
        ...(isFull ? [`too full: ${room.textContent}`] : []),
        ...high.map((element) => `too high: ${element.outerHTML.slice(0, 100)}`),
        ...(room.matches(".within") ? wide.map((element) => `too wide: ${element.textContent}`) : []),
      ];
    });
  });
}

async function addressIn(page: Page): Promise<string> {
  const code = await page.locator(".code").first().screenshot();
  const { data, info } = await sharp(code).resize({ width: 600 }).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return decodeQR({ data: new Uint8Array(data), width: info.width, height: info.height });
}

describe.each(LANGUAGES)("A signature sheet in %s, with every address filled in,", (language) => {
  test.each([PIECES.signatureCard, PIECES.signatureList])("$slug: all is legible, black, and leads here", async (piece) => {
    const page = await filledInPage(language, piece);
    expect(await lostIn(page)).toEqual([]);
    expect(await overlapsIn(page)).toEqual([]);
    expect(await page.locator(".paper").evaluateAll(smallestLetters)).toBeGreaterThanOrEqual(6.5);
    for (const paper of await page.locator(".paper").all()) expect(await coloursOf(await paper.screenshot())).toEqual(0);
    expect(await addressIn(page)).toBe(PUBLIC_URL + pageIn(language, "home"));
    expect(await page.locator("form, input, textarea, [contenteditable]").count()).toBe(0);
    const [text] = await page.locator(".signed .text").allInnerTexts();
    const said = ["home.hero.lede", ...DEMANDS].map((key) => wordsIn(language)(key as "home.hero.lede"));
    for (const sentence of said) expect(text).toContain(sentence);
    expect(text).toContain(sha256(said.join("\n")).slice(0, 12));
  });

  test("four cards of 105 × 148 mm have lines of 10 mm, and the list ten, which a window does not show", async () => {
    const cards = await filledInPage(language, PIECES.signatureCard);
    const sizes = await cards.locator(".card").evaluateAll((all) => all.map((card) => card.getBoundingClientRect().toJSON()));
    expect(sizes).toHaveLength(8);
    for (const { width, height } of sizes) expect([width, height].map(inMillimetres)).toEqual([105, 148]);
    const lines = cards.locator(".card").first().locator(".fields p");
    const above = await lines.evaluateAll((all) =>
      all.map((line) => Number.parseFloat(getComputedStyle(line, "::before").height)),
    );
    expect(above.map(inMillimetres)).toEqual([10, 10, 10, 10]);

    const list = await filledInPage(language, PIECES.signatureList);
    const rows = await list.locator("tbody tr").evaluateAll((all) => all.map((row) => row.getBoundingClientRect().toJSON()));
    expect(rows).toHaveLength(10);
    for (const { height } of rows) expect(inMillimetres(height)).toBeGreaterThanOrEqual(10);
    const paper = await list.locator(".paper").boundingBox();
    const lineBoxes = await list
      .locator(".return p")
      .evaluateAll((all) => all.map((line) => line.getBoundingClientRect().toJSON()));
    const [top, bottom] = [Math.min(...lineBoxes.map(({ top }) => top)), Math.max(...lineBoxes.map(({ bottom }) => bottom))];
    const { x = 0, y = 0 } = paper ?? {};
    // A window of 90 × 45 mm, 20 mm from the left and 15 from below, in an envelope in which a third of the sheet has 11 mm of play.
    expect(inMillimetres(top - y)).toBeGreaterThanOrEqual(50);
    expect(inMillimetres(bottom - y)).toBeLessThanOrEqual(84);
    expect(inMillimetres(Math.min(...lineBoxes.map(({ left }) => left)) - x)).toBeGreaterThanOrEqual(20);
    expect(inMillimetres(Math.max(...lineBoxes.map(({ right }) => right)) - x)).toBeLessThanOrEqual(100);
    expect(Math.min(...rows.map(({ top: row }) => inMillimetres(row - y)))).toBeGreaterThan(99);
  });
});

/** The printed page as a campaign has it that has filled in its settings: longer than what is left out without them. */
async function filledInPage(language: Language, piece: Piece): Promise<Page> {
  const page = await visit(site.address, { locale: language, script: false });
  await page.goto(materialPieceIn(language, piece.slug));
  await page.emulateMedia({ media: "print" });
  const t = wordsIn(language);
  const facts = { language, publicUrl: PUBLIC_URL, version: "", name: t("frame.name") };
  await page.evaluate(fillIn, signedWords(t, facts, FILLED_IN));
  return page;
}

function fillIn({ back, address, consent, notice }: SignedWords): void {
  const paragraph = (textContent: string, className = "") =>
    Object.assign(document.createElement("p"), { textContent, className });
  const lines = () => [paragraph(back), ...(address ?? []).map((line) => paragraph(line, "line"))];
  for (const place of document.querySelectorAll(".return")) place.replaceChildren(...lines());
  for (const place of document.querySelectorAll(".agreed")) place.textContent = consent;
  for (const place of document.querySelectorAll(".notice"))
    place.querySelectorAll("p:nth-last-child(-n + 5)").forEach((shown, at) => {
      shown.textContent = notice[at] ?? "";
    });
}

function inMillimetres(pixels: number): number {
  return Math.round((pixels * 254) / 96) / 10;
}

/** In points. */
function smallestLetters(papers: Element[]): number {
  const sizes = papers.flatMap((paper) =>
    [...paper.querySelectorAll("*")]
      .filter((element) => [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim()))
      .map((element) => Number.parseFloat(getComputedStyle(element).fontSize) * 0.75),
  );
  return Math.min(...sizes);
}

/** Parts of a sheet that lie one on the other. */
function overlapsIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const PARTS = ".head, .text, .agreed, .fields, .card-foot, .return, .online, table, .notice, .serial";
    return [...document.querySelectorAll(".signed")].flatMap((piece) => {
      const parts = [...piece.querySelectorAll(PARTS)].filter((part) => !part.parentElement?.matches(".card-foot"));
      const boxes = parts.map((part) => ({ name: part.className || part.tagName, ...part.getBoundingClientRect().toJSON() }));
      return boxes.flatMap((one, at) =>
        boxes
          .slice(at + 1)
          .filter(
            ({ top, bottom, left, right }) =>
              one.bottom > top + 1 && bottom > one.top + 1 && one.right > left + 1 && right > one.left + 1,
          )
          .map(({ name }) => `${one.name} lies on ${name}`),
      );
    });
  });
}

/** How far apart red, green and blue are anywhere. */
async function coloursOf(picture: Buffer): Promise<number> {
  const { data } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let most = 0;
  for (let at = 0; at < data.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    most = Math.max(most, Math.abs(red - green), Math.abs(green - blue));
  }
  return most;
}

test("without script, too, everything is found and printed from the page of material", async () => {
  const page = await visit(site.address, { script: false });
  await page.goto(pageIn("de", "home"));
  await page.locator("footer").getByRole("link", { name: "Material" }).click();
  await page.getByRole("link", { name: "Ansehen und drucken: Plakat A4" }).click();
  await page.getByRole("link", { name: "Schwarzweiß", exact: true }).click();
  await page.locator(".paper.black").waitFor();
  await page.waitForLoadState();
  expect(await page.locator("header, footer").count()).toBe(0);
});

test("the button prints", async () => {
  const page = await visit(site.address);
  await page.goto(materialPieceIn("en", "kassenschild-a5"));
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  await page.getByRole("button", { name: "Print" }).click();
  await page.locator("body[data-printed]").waitFor();
});

test("a placeholder of the petition's settings is never printed", async () => {
  for (const piece of Object.values(PIECES)) {
    const { body } = await site.get<string>(materialPieceIn("de", piece.slug));
    expect(body).not.toMatch(/bitte ausfüllen|V\. i\. S\. d\. P\.|Herausgeber/);
  }
});

test.each(LANGUAGES)("each picture to post is there, in %s", async (language) => {
  const { body } = await site.get<string>(pageIn(language, "material"));
  const paths = [...body.matchAll(/<a href="(\/share\/[^"]+)" download/g)].map(([, path = ""]) => path);
  expect(paths).toHaveLength(3);
  for (const path of paths) expect((await site.get(path)).headers.get("content-type")).toBe("image/png");
});

test("what is no piece, or no form of it, is not there, and the page that says so leads on", async () => {
  for (const path of ["plakat-a2", "abreisszettel/druckerei", "plakat-a4/gold", "plakat-a4/druckerei/gold"]) {
    const answer = await site.get<string>(`/material/${path}`);
    expect([path, answer.status]).toEqual([path, 404]);
    for (const part of ["<header", "<footer"]) expect(answer.body, path).toContain(part);
  }
});

describe("While nobody can sign", () => {
  beforeAll(() => put("paused"));
  afterAll(() => put("open"));

  test.each(["de", "pl"] as Language[])(
    "nothing calls for signatures, and the press is still served, in %s",
    async (language) => {
      const t = wordsIn(language);
      const material = await site.get<string>(pageIn(language, "material"));
      expect(material.body).toContain(t("collection.answer.paused.title"));
      expect(material.body).not.toMatch(/class="paper|<a [^>]*download/);
      const piece = await fetch(site.url + materialPieceIn(language, "plakat-a4"), { redirect: "manual" });
      expect([piece.status, piece.headers.get("location")]).toEqual([302, pageIn(language, "material")]);
      const press = await site.get<string>(pageIn(language, "press"));
      expect(press.status).toBe(200);
      expect(press.body).toContain("/api/open/counts");
      expect(press.body).not.toMatch(/<a [^>]*download/);
    },
  );

  async function put(status: "open" | "paused"): Promise<void> {
    const answer = await fetch(`${site.url}/api/admin/collection`, {
      method: "PUT",
      headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
      body: JSON.stringify({ status }),
    });
    expect(answer.status).toBe(200);
  }
});
