import { createHash, createPublicKey, verify } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Download, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeOf, readReceipt, type VerifyTools, verifyReceipt } from "../petition/transparency/receipt.ts";
import { bruno, clara, dieter } from "../server/testing/people.ts";
import { barriers } from "./barriers.ts";
import { expectHeading, follow, unfold } from "./person.ts";
import { anew, openWalkedSite, type WalkedSite } from "./site.ts";
import { visits } from "./visit.ts";
import { wordsIn } from "./words.ts";

const visit = visits();
const t = wordsIn("de");
const PHONE = { width: 360, height: 800 };
const CONFIRMED = "E-Mail bestätigt. Deine Unterschrift zählt.";

const TOOLS: VerifyTools = {
  sha256: (bytes) => createHash("sha256").update(bytes).digest(),
  verifySignature(message, signature, publicKey) {
    const x = Buffer.from(publicKey).toString("base64url");
    return verify(null, message, createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" }), signature);
  },
};

let site: WalkedSite;
beforeAll(async () => {
  site = await openWalkedSite("server");
  for (const person of [bruno, dieter]) await site.signAndConfirm(person);
  await site.site.publicLog.run();
});
afterAll(() => site.close());

test("Clara confirms: her receipt appears by itself, nothing jumps, and what she saves can be checked", async () => {
  let isWaiting = true;
  // As where many confirm in the same second.
  const meanwhile = (page: Page) =>
    page.route(RECEIPTS, (route) => (isWaiting ? route.fulfill({ json: { outcome: "waiting" } }) : route.continue()));
  const page = await confirmed({ script: true, meanwhile });
  await page.getByText(t("receipt.waiting")).waitFor();
  const height = await sheetHeight(page);
  isWaiting = false;
  await page.locator(".seal-drawing").waitFor();
  expect(await sheetHeight(page)).toBe(height);
  expect(await barriers(page)).toEqual([]);

  const shown = await shownOn(page);
  await unfold(page, t);
  await expectSaved(await save(page), shown);
  await page.getByRole("link", { name: t("personal.link") }).click();
  await expectHeading(page, t("personal.title"));
  expect(await shownOn(page)).toEqual(shown);
});

test("Clara finds it on her own page without the page's script, and saves it", async () => {
  const page = await confirmed({ script: false });
  const way = page.getByRole("link", { name: "Seite mit deinen Angaben" });
  const address = (await way.getAttribute("href")) ?? "";
  await way.click();
  await site.site.publicLog.run();
  await page.goto(address);
  await unfold(page, t);
  const shown = await shownOn(page);
  await expectSaved(await save(page), shown);
  await expectSaved(await save(page, "receipt.saveAsProof"), shown, "tlog-proof");
  expect(await page.getByRole("button", { name: t("receipt.print") }).count()).toBe(0);

  await page.getByRole("textbox", { name: t("signing.form.fullName") }).fill("Clara O’Neill-Berger");
  await page.getByRole("button", { name: t("personal.change.submit") }).click();
  await page.getByText(t("personal.change.changed")).waitFor();
  expect((await shownOn(page)).code).not.toBe("");
});

describe("On paper stands nothing but the sheet, without a name", () => {
  test("of the page of the confirmation", async () => {
    const page = await confirmed({ script: true });
    await site.site.publicLog.run();
    const shown = await shownOn(page);
    await page.emulateMedia({ media: "print" });
    await expectSheetAlone(page, shown);
  });

  test("of one's own page by its button; whoever prints the page itself gets all of it", async () => {
    const page = await confirmed({ script: true });
    await site.site.publicLog.run();
    await unfold(page, t);
    await page.getByRole("link", { name: t("personal.link") }).click();
    const shown = await shownOn(page);
    await unfold(page, t);
    await page.evaluate(() => {
      window.print = () => {};
    });
    await page.getByRole("button", { name: t("receipt.print") }).click();
    await page.emulateMedia({ media: "print" });
    await expectSheetAlone(page, shown);
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
    expect(await seenIn(page, "main")).toContain(clara.fullName);
  });
});

test("Clara has it checked: the page that does so is handed it within the browser, and finds it right", async () => {
  const page = await confirmed({ script: true });
  await site.site.publicLog.run();
  await shownOn(page);
  await unfold(page, t);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(`${request.url()} ${request.postData()}`));
  await page.getByRole("link", { name: t("receipt.check") }).click();
  await page.getByRole("heading", { name: "Der Beleg stimmt", exact: true }).waitFor();
  expect(page.url()).toBe(`${site.address}/transparenz#pruefen`);
  expect(asked.filter((one) => one.includes("clara"))).toEqual([]);
});

test("while the server is away the page asks again at its time, and says nothing raw", async () => {
  const page = await confirmed({
    script: true,
    provokes: /ERR_FAILED/,
    meanwhile: (it) => it.route(RECEIPTS, (route) => route.abort()),
  });
  await page.getByText(t("receipt.waiting")).waitFor();
  await site.site.publicLog.run();
  await page.waitForTimeout(2500);
  await page.getByText(t("receipt.waiting")).waitFor();
  await page.unroute(RECEIPTS);
  await page.locator(".seal-drawing").waitFor();
});

test("what is held back meanwhile is told to have none", async () => {
  const page = await confirmed({
    script: true,
    meanwhile: (it) => it.route(RECEIPTS, (route) => route.fulfill({ json: { outcome: "none" } })),
  });
  await page.getByText(t("receipt.none")).waitFor();
  expect(await page.locator(".own-receipt").count()).toBe(0);
});

const RECEIPTS = "**/api/petition/receipt";

async function confirmed({
  script,
  provokes,
  meanwhile = async () => {},
}: {
  script: boolean;
  provokes?: RegExp;
  meanwhile?(page: Page): Promise<unknown>;
}): Promise<Page> {
  const person = anew({ ...clara, locale: "de" });
  await site.sign(person);
  const [link = ""] = await site.linksFor(person.email);
  const page = await visit(site.address, { script, ...PHONE, provokes });
  await meanwhile(page);
  await follow(page, t, link, { script });
  await expectHeading(page, CONFIRMED);
  return page;
}

interface Shown {
  number: string | null;
  code: string | null;
}

async function shownOn(page: Page): Promise<Shown> {
  await page.locator(".seal-drawing").waitFor();
  const sheet = page.locator(".own-receipt");
  return { number: await sheet.locator(".numeral").textContent(), code: await sheet.locator(".code").textContent() };
}

async function save(page: Page, as: "receipt.save" | "receipt.saveAsProof" = "receipt.save"): Promise<Download> {
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: t(as) }).click();
  return downloading;
}

async function expectSaved(download: Download, { number, code }: Shown, form = "json"): Promise<void> {
  const receipt = readReceipt(await readFile(await download.path(), "utf8"));
  if (!receipt) throw new Error("What was saved is no receipt");
  expect(download.suggestedFilename()).toBe(`beleg-${codeOf(TOOLS.sha256, receipt.entry)}.${form}`);
  expect(code).toBe(`Beleg ${codeOf(TOOLS.sha256, receipt.entry)}`);
  expect(Number(number)).toBeGreaterThan(2);
  expect(receipt.opening.address).toContain("@");
  const keys = (await site.get<string>("/log/key")).body.trim().split("\n");
  expect(await verifyReceipt(TOOLS, receipt, keys)).toMatchObject({ fault: null });
}

async function expectSheetAlone(page: Page, { number, code }: Shown): Promise<void> {
  const said = await seenIn(page, "body");
  for (const part of [
    number ?? "",
    code ?? "",
    `${site.address}/`,
    `${site.address}/transparenz`,
    "im öffentlichen Verzeichnis seit",
  ])
    expect(said).toContain(part);
  for (const part of [
    clara.fullName,
    "@",
    t("receipt.save"),
    t("receipt.warning"),
    t("confirmation.home"),
    t("personal.title"),
  ])
    expect(said).not.toContain(part);
  expect(await page.locator("h1, header, footer, form").filter({ visible: true }).count()).toBe(0);
}

/** Unlike its text content, without what is not shown. */
function seenIn(page: Page, place: "body" | "main"): Promise<string> {
  return page.evaluate<string>(`document.querySelector("${place}").innerText`);
}

function sheetHeight(page: Page): Promise<number> {
  return page.locator(".sheet").evaluate((sheet) => sheet.getBoundingClientRect().height);
}
