import type { Page } from "playwright-core";
import { decodeQR } from "qr/decode.js";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { materialPieceIn, pageIn } from "../petition/addresses.ts";
import { LANGUAGES, type Language } from "../petition/language.ts";
import { type Form, formsOf, PIECES, type Piece, sheetOf } from "../web/material/pieces.ts";
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
  const isShownIn = ({ id }: Form, at: number) => id === "colour" || LANGUAGES[at % LANGUAGES.length] === language;
  const pieces = PRINTED.filter(([, , form], at) => isShownIn(form, at));
  const isPrintedIn = (piece: Piece, form: Form) =>
    LANGUAGES[PRINTED.findIndex(([, one, other]) => one === piece && other === form) % LANGUAGES.length] === language;

  test.each(pieces)("%s is printed on one sheet of its size, loses nothing and leads here", async (_, piece, form) => {
    const page = await visit(site.address, { locale: language, script: false });
    await page.goto(materialPieceIn(language, piece.slug, form.slug));
    await page.emulateMedia({ media: "print" });
    expect(await lostIn(page)).toEqual([]);
    // Its words decide whether it fits; the code and the size of the sheet are the same in all languages but for the address.
    if (!isPrintedIn(piece, form)) return;
    expect(await addressIn(page)).toBe(PUBLIC_URL + pageIn(language, "home"));

    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
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
    const paper = document.querySelector(".paper")?.getBoundingClientRect();
    const rooms = [...document.querySelectorAll(".within, .strips > div, .strips p")];
    if (!paper || rooms.length === 0) return ["nothing is there"];

    return rooms.flatMap((room) => {
      const around = room.getBoundingClientRect();
      const isInSheet = around.left >= paper.left && around.right <= paper.right + 1 && around.bottom <= paper.bottom + 1;
      const isFull = room.scrollHeight > room.clientHeight + 1 || room.scrollWidth > room.clientWidth + 1;
      const high = [...room.querySelectorAll("*")].filter((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top < around.top - 1 || bottom > around.bottom + 1;
      });
      // A line that may not break leaves its own box without making it wider.
      const wide = [...room.querySelectorAll("p, li, span, b")].filter((element) => {
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
