/** The folder in the hands of somebody who has nothing but a browser, and no network. */
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ConfirmAnswer } from "../contract/confirmation.ts";
import type { Receipt } from "../petition/transparency/receipt.ts";
import { runCommand } from "../server/testing/command.ts";
import { anna, bruno } from "../server/testing/people.ts";
import { barriers } from "./barriers.ts";
import { openBrowser } from "./browser.ts";
import { openWalkedSite, type WalkedSite } from "./site.ts";
import { wordsIn } from "./words.ts";

const t = wordsIn("de");

let site: WalkedSite;
let browser: Browser;
let folder: string;
let receipt: string;
beforeAll(async () => {
  site = await openWalkedSite("server", { PUBLIC_URL: "https://petition.example" });
  await site.signAndConfirm(bruno);
  await site.sign(anna);
  const { body } = await site.confirm(await site.tokenOf(anna));
  await site.site.publicLog.run();
  const token = new URL((body as ConfirmAnswer).personalLink ?? "", site.url).searchParams.get("token");
  const own = await site.post<{ receipt: Receipt }>("/api/petition/receipt", { token });
  receipt = JSON.stringify(own.body.receipt);
  folder = await mkdtemp(join(tmpdir(), "handover-"));
  const settings = { DATA_DIR: site.dataFolder, DATABASE_URL: site.databaseUrl, PUBLIC_URL: "https://petition.example" };
  expect(await runCommand(["handover", "--into", join(folder, "de")], settings)).toMatchObject({ code: 0 });
  expect(await runCommand(["handover", "--into", join(folder, "pl"), "--language", "pl"], settings)).toMatchObject({ code: 0 });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(
  place: string,
  width = 1440,
  colorScheme: "light" | "dark" = "light",
): Promise<{ page: Page; faults: string[] }> {
  const context = await browser.newContext({ offline: true, viewport: { width, height: 900 }, colorScheme });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (failure) => faults.push(failure.message));
  page.on("request", (request) => request.url().startsWith("file:") || faults.push(request.url()));
  await page.goto(pathToFileURL(join(place, "check.html")).href);
  return { page, faults };
}

async function check(page: Page, place: string): Promise<void> {
  await page.getByLabel(t("handover.check.choose"), { exact: true }).setInputFiles(place);
  await page.locator("#result h2").first().waitFor();
}

test("a clerk opens the page from the folder: it says what it checked, both numbers and the key, and asks for nothing", async () => {
  const { page, faults } = await open(join(folder, "de"), 360);
  await check(page, join(folder, "de"));
  const said = await page.locator("main").textContent();
  const key = (await readFile(join(folder, "de", "log", "key"), "utf8")).trim();
  for (const part of [
    t("handover.check.true"),
    t("handover.letter.online", { count: 2 }),
    t("handover.letter.paper", { count: 0 }),
    key,
  ])
    expect(said).toContain(part);
  expect(await page.locator("tbody tr").count()).toBe(19);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(t("handover.check.true"));
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expect(await barriers(page)).toEqual([]);
  expect(faults).toEqual([]);
  await page.context().close();
});

test.each([
  ["report.pdf", 4000],
  ["log/tile/entries/000.p/9", 30],
  ["manifest.json", 100],
  ["manifest.note", 120],
])("a byte of %s was changed: the page names it", async (path, at) => {
  const altered = join(folder, "altered");
  await cp(join(folder, "de"), altered, { recursive: true });
  const bytes = await readFile(join(altered, path));
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  await writeFile(join(altered, path), bytes);
  const { page, faults } = await open(altered, 768, "dark");
  await check(page, altered);
  expect(await page.locator("#result h2").first().textContent()).toBe(t("handover.check.false"));
  expect(await page.locator("#result ul").textContent()).toContain(path);
  expect(await barriers(page)).toEqual([]);
  expect(faults).toEqual([]);
  await rm(altered, { recursive: true });
  await page.context().close();
});

test("what is in the folder, dropped without the folder itself, is checked as well", async () => {
  const { page, faults } = await open(join(folder, "de"));
  const paths = await readdir(join(folder, "de"), { recursive: true, withFileTypes: true });
  const files = await Promise.all(
    paths
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => ({
        path: `/${relative(join(folder, "de"), join(parentPath, name))}`,
        bytes: [...(await readFile(join(parentPath, name)))],
      })),
  );
  await page.evaluate((dropped) => {
    const entryOf = ({ path, bytes }: (typeof dropped)[number]) => ({
      ...{ fullPath: path, isDirectory: false },
      file: (given: (file: File) => void) => given(new File([Uint8Array.from(bytes)], path)),
    });
    const items = dropped.map((one) => ({ webkitGetAsEntry: () => entryOf(one) }));
    document.dispatchEvent(Object.assign(new Event("drop"), { dataTransfer: { items } }));
  }, files);
  await page.locator("#result h2").first().waitFor();
  expect(await page.locator("#result h2").first().textContent()).toBe(t("handover.check.true"));
  expect(faults).toEqual([]);
  await page.context().close();
});

test("a receipt of the same log is true; of another, or altered, it is not; another folder is said to be another", async () => {
  const { page } = await open(join(folder, "pl"));
  await page.locator("#folder").setInputFiles(join(folder, "de", "texts"));
  await page.getByText(wordsIn("pl")("handover.check.none")).waitFor();
  await page.locator("#folder").setInputFiles(join(folder, "pl"));
  const chooser = page.locator("#result input");
  await chooser.waitFor({ state: "attached" });
  const given = (text: string) =>
    chooser.setInputFiles({ name: "receipt.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await given(receipt);
  await page.getByText(wordsIn("pl")("handover.check.receipt.true", { place: JSON.parse(receipt).index + 1 })).waitFor();
  const example = await readFile(join(folder, "pl", "receipt.tlog-proof"), "utf8");
  await given(example);
  const place = Number(/^index (\d+)$/m.exec(example)?.[1]) + 1;
  await page.getByText(wordsIn("pl")("handover.check.receipt.true", { place })).waitFor();
  await given(receipt.replace('"index":', '"index":1'));
  await page.getByText(wordsIn("pl")("handover.check.receipt.false")).waitFor();
  await page.context().close();
});
