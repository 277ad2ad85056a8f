import { decodeQR } from "qr/decode.js";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import type { ConfirmAnswer } from "../../../contract/confirmation.ts";
import { confirmAnswer } from "../../../contract/confirmation.ts";
import type { ApiDescription } from "../../../contract/machines.ts";
import { personalLinkAnswers } from "../../../contract/personal.ts";
import { resendAnswers, signAnswers } from "../../../contract/signing.ts";
import { tooManyAttempts } from "../../../contract/visitor.ts";
import { withdrawAnswers } from "../../../contract/withdrawal.ts";
import { pageIn, qrCodeIn, supportersPageIn } from "../../../petition/addresses.ts";
import { LANGUAGES } from "../../../petition/language.ts";
import { type Answer, type House, openHouse } from "../../testing/house.ts";
import { anna, bruno } from "../../testing/people.ts";

let house: House;
beforeAll(async () => {
  house = await openHouse("server", { PUBLIC_URL: "https://petition.example" });
  await house.signAndConfirm(anna);
});
afterAll(() => house.close());

test("Crawlers are kept out of calls and administration, but may read that a page does not want to be indexed", async () => {
  const { body, headers } = await house.get<string>("/robots.txt");
  expect(headers.get("content-type")).toContain("text/plain");
  expect(body).toContain("Disallow: /api/\n");
  expect(body).toContain("Sitemap: https://petition.example/sitemap.xml");
  expect(body).not.toMatch(/Disallow: \/(confirm|widerruf|unterstuetzer)?$/m);
});

test("The sitemap names each page in each language, with all its translations", async () => {
  const { body, headers } = await house.get<string>("/sitemap.xml");
  expect(headers.get("content-type")).toContain("application/xml");
  const places = [...body.matchAll(/<loc>https:\/\/petition\.example(.*?)<\/loc>/g)].map(([, path]) => path);
  expect(places).toHaveLength(8 * LANGUAGES.length);
  expect(places).toEqual(
    expect.arrayContaining(["/", "/pl", "/fr/euro-numerique", "/impressum", "/nl/barrierefreiheit", "/es/transparenz"]),
  );
  expect(body.match(/hreflang="x-default"/g)).toHaveLength(places.length);
});

test("Each page of the sitemap is there and wants to be indexed", async () => {
  const { body } = await house.get<string>("/sitemap.xml");
  for (const [, path = ""] of body.matchAll(/<loc>https:\/\/petition\.example(.*?)<\/loc>/g)) {
    const page = await house.get<string>(path);
    expect([path, page.status]).toEqual([path, 200]);
    expect(page.body).not.toContain('content="noindex"');
  }
});

test("Lists of names do not want to be indexed, in any language", async () => {
  for (const language of LANGUAGES) {
    const path = supportersPageIn(language, 1);
    const page = await house.get<string>(path);
    expect([path, page.status]).toEqual([path, 200]);
    expect(page.body, path).toContain('content="noindex"');
  }
});

test("A home screen finds name and icons", async () => {
  const { body, headers } = await house.get<{ icons: { src: string }[]; start_url: string }>("/manifest.webmanifest");
  expect(headers.get("content-type")).toContain("application/manifest+json");
  expect(body.start_url).toBe("/");
  for (const { src } of body.icons) expect([src, (await house.get(src)).status]).toEqual([src, 200]);
});

test.each(LANGUAGES)("A camera reads the address of the home page out of the QR code in %s", async (language) => {
  const { body, headers } = await house.get<string>(qrCodeIn(language));
  expect(headers.get("content-type")).toContain("image/svg+xml");
  expect(headers.get("cache-control")).toContain("max-age");
  const { data, info } = await sharp(Buffer.from(body))
    .resize(300, 300, { kernel: "nearest" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(decodeQR({ data: new Uint8Array(data), width: info.width, height: info.height })).toBe(
    `https://petition.example${pageIn(language, "home")}`,
  );
});

test("A page's share image is there, for ever under its name", async () => {
  const { body } = await house.get<string>("/pl/widerruf");
  const [, path = ""] = /property="og:image" content="https:\/\/petition\.example([^"]+)"/.exec(body) ?? [];
  const { status, headers } = await house.get(path);
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("image/png");
  expect(headers.get("cache-control")).toContain("immutable");
});

describe("The calls are described", () => {
  test("on a page that holds what HTML allows, although an answer may be bytes", async () => {
    const { body } = await house.get<string>("/entwickler");
    expect(body).toContain("\\x00");
    expect(body).not.toMatch(/[^\P{Cc}\s]/u);
  });

  test("in every answer by the name of its outcome, and with nothing that is not described", async () => {
    const limited = { "x-forwarded-for": "198.51.100.7" };
    const answer = async (asked: Promise<Answer<unknown>>) => (await asked).body;
    const deletion = { email: "nobody@example.org", confirmDeletion: true };
    const said: [z.ZodType, unknown][] = [
      [signAnswers.accepted.strict(), await answer(house.sign(bruno))],
      [signAnswers.accepted.strict(), await answer(house.sign(anna))],
      [signAnswers.refused.strict(), await answer(house.sign({ ...bruno, fullName: "B" }))],
      [signAnswers["texts-changed"].strict(), await answer(house.sign(bruno, { policyVersion: "older" }))],
      [resendAnswers.accepted.strict(), await answer(house.post("/api/petition/resend", { email: "nobody@example.org" }))],
      [resendAnswers.refused.strict(), await answer(house.post("/api/petition/resend", { email: "nobody" }))],
      [withdrawAnswers.accepted.strict(), await answer(house.post("/api/petition/delete", deletion))],
      [withdrawAnswers.refused.strict(), await answer(house.post("/api/petition/delete", {}))],
      [personalLinkAnswers.accepted.strict(), await answer(house.post("/api/petition/personal-link", deletion))],
      [personalLinkAnswers.refused.strict(), await answer(house.post("/api/petition/personal-link", {}))],
    ];
    const token = await house.tokenOf(bruno);
    const followed = [token, token, "forged"].map((one) => () => answer(house.confirm(one)));
    for (const follow of followed) said.push([confirmAnswer.strict(), await follow()]);
    for (let attempts = 0; attempts < 30; attempts += 1) await house.post("/api/petition/sign", {}, limited);
    said.push([tooManyAttempts.strict(), await answer(house.post("/api/petition/sign", {}, limited))]);
    said.push([tooManyAttempts.strict(), await answer(house.post("/api/petition/resend", {}, limited))]);
    for (const [described, body] of said) expect(described.parse(body)).toEqual(body);
    const outcomes = said.slice(10, 13).map(([, body]) => (body as ConfirmAnswer).outcome);
    expect(outcomes).toEqual(["confirmed", "already_confirmed", "unknown"]);
  });

  test("without the field that only robots fill in", async () => {
    const { body } = await house.get<ApiDescription>("/api/openapi.json");
    expect(JSON.stringify(body)).not.toContain("websiteNote");
  });

  test("those of a mail server only where one may hand in what came back", async () => {
    const described = async ({ get }: House) => Object.keys((await get<ApiDescription>("/api/openapi.json")).body.paths);
    expect(await described(house)).not.toContain("/api/mail/bounces");
    const informed = await openHouse("server", { MAIL_WEBHOOK_KEY: "a key of thirty-two characters, or more" });
    try {
      expect(await described(informed)).toContain("/api/mail/bounces");
      expect((await informed.post("/api/mail/bounces", { kind: "hard" })).status).toBe(401);
    } finally {
      await informed.close();
    }
  });
});
