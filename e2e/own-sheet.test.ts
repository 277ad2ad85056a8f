import type { Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anna, bruno, type Person } from "../server/testing/people.ts";
import { PICTURE_SIDE } from "../web/transparency/picture-maker.tsx";
import { barriers } from "./barriers.ts";
import { expectHeading, follow, sumField, unfold } from "./person.ts";
import { anew, openWalkedSite, type WalkedSite } from "./site.ts";
import { visits } from "./visit.ts";
import { wordsIn } from "./words.ts";

const visit = visits();
const t = wordsIn("de");
const PHONE = { width: 360, height: 800 };
const CONFIRMED = "E-Mail bestätigt. Deine Unterschrift zählt.";

let site: WalkedSite;
beforeAll(async () => {
  site = await openWalkedSite("server");
  await site.signAndConfirm(bruno);
});
afterAll(() => site.close());

test("Anna's sheet asks one thing of her, in the first view of a phone: to pass it on; what comes next is folded, and money asked for last, once", async () => {
  const { page } = await confirmed();
  await codeOn(page);
  const passOn = page.locator(".pass-on > summary");
  expect(await passOn.textContent()).toBe(t("sharing.title"));
  expect(await passOn.evaluate((button) => button.getBoundingClientRect().bottom)).toBeLessThan(PHONE.height);
  expect(await page.locator("main .sheet :is(a, button)").filter({ visible: true }).count()).toBe(0);
  const headings = await page.locator("main h2").filter({ visible: true }).allTextContents();
  expect(headings).toEqual([t("receipt.title"), t("donation.panel.title")]);
  expect(
    await page
      .getByRole("link", { name: t("donation.donate") })
      .and(page.locator("main *"))
      .count(),
  ).toBe(1);
  expect(await barriers(page)).toEqual([]);
  await unfold(page, t);
  await page.getByText("An wen, legt die Stiftung noch fest.").waitFor();
  await expect.poll(() => page.getByRole("progressbar").getAttribute("aria-valuetext")).toContain("2 von 25.000");
  expect(await barriers(page)).toEqual([]);
});

test("a press opens the device's own way with her picture and without a name; once she closes it, the site's own ways unfold", async () => {
  const { page } = await confirmed({ prepare: (it) => it.addInitScript(noteWhatIsWritten) });
  await codeOn(page);
  await expect.poll(() => writtenOn(page)).toContain("Bargeld muss bleiben.");
  const passOn = page.locator(".pass-on > summary");
  const shared = async () => {
    await passOn.click();
    return (await page.evaluate<string[]>("window.shared")).at(-1);
  };
  await expect.poll(shared).toBe(`petition-${PICTURE_SIDE}.png`);
  await page.getByText(t("own-sheet.picture.along")).waitFor();
  expect((await writtenOn(page)).join(" ")).not.toContain("Anna");
  const copy = page.getByRole("button", { name: t("sharing.copy") });
  expect(await copy.isVisible()).toBe(false);
  await page.evaluate(() => Object.assign(navigator, { share: () => Promise.reject(new Error("closed")) }));
  await passOn.click();
  await copy.waitFor();
  expect(await barriers(page)).toEqual([]);
});

test.each([true, false])("a device without a way of its own unfolds the site's (script: %s)", async (script) => {
  const { page } = await confirmed({ script });
  await page.locator(".pass-on > summary").click();
  for (const name of ["WhatsApp", "Telegram"]) await page.getByRole("link", { name }).waitFor();
});

test("while it is being confirmed nobody asks for donations", async () => {
  const person = anew(anna);
  await site.sign(person);
  const page = await visit(site.address);
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
  await page.route("**/api/petition/confirm/**", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto((await site.linksFor(person.email))[0] ?? "");
  await expectHeading(page, "Bestätigung läuft...");
  expect(await page.getByRole("link", { name: t("donation.donate") }).count()).toBe(0);
  goOn();
  await page
    .getByRole("link", { name: t("donation.donate") })
    .first()
    .waitFor();
});

test("loaded again, come back to and opened a second time, it shows the same sheet; the tab keeps neither name nor address nor token", async () => {
  const { page, link } = await confirmed();
  const shown = await codeOn(page);
  await page.reload();
  await expectHeading(page, CONFIRMED);
  expect(await codeOn(page)).toBe(shown);

  await unfold(page, t);
  await page
    .locator("main")
    .getByRole("link", { name: t("personal.link") })
    .click();
  // Its own link was in the first answer alone.
  await expectHeading(page, t("personal.request.title"));
  await page.goBack();
  await expectHeading(page, CONFIRMED);
  expect(await codeOn(page)).toBe(shown);

  await follow(page, t, link, { script: true });
  await expectHeading(page, "Bereits bestätigt");
  expect(await codeOn(page)).toBe(shown);
  expect(await barriers(page)).toEqual([]);

  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  for (const part of ["Anna", "@", new URL(link).searchParams.get("token") ?? ""]) expect(kept).not.toContain(part);

  const other = await visit(site.address, { provokes: /409/ });
  await follow(other, t, link, { script: true });
  await expectHeading(other, "Bereits bestätigt");
  expect(await other.locator(".seal-drawing").count()).toBe(0);
});

test("Anna withdraws and goes back: no sheet says any more that she counts", async () => {
  const { page } = await confirmed();
  await codeOn(page);
  await unfold(page, t);
  await page.getByRole("button", { name: t("own-sheet.remember.button") }).click();
  await page
    .locator("main")
    .getByRole("link", { name: t("personal.link") })
    .click();
  await page.getByRole("button", { name: t("personal.withdraw.button") }).click();
  await expectHeading(page, t("personal.erased.title"));
  const kept = () => page.evaluate(() => [sessionStorage.getItem("own-sheet"), localStorage.getItem("remembered-sheet")]);
  await expect.poll(kept).toEqual([null, null]);
  await page.goBack();
  await expectHeading(page, t("personal.request.title"));
  await page.goBack();
  await page.getByText(t("confirmation.noToken.message")).waitFor();
});

test("her picture has no name, and nothing of it is sent", async () => {
  const { page } = await confirmed();
  await codeOn(page);
  await page.addInitScript(noteWhatIsWritten);
  await page.reload();
  await codeOn(page);
  await unfold(page, t);
  const asked: string[] = [];
  page.on("request", (request) => !request.url().startsWith("blob:") && asked.push(request.url()));
  await page.getByRole("heading", { name: t("own-sheet.picture.title") }).click();
  await expect.poll(() => writtenOn(page)).toContain("Bargeld muss bleiben.");
  expect(await barriers(page)).toEqual([]);
  expect(await save(page)).toMatchObject({ format: "png", width: PICTURE_SIDE, height: PICTURE_SIDE });
  expect((await writtenOn(page)).join(" ")).not.toContain("Anna");
  // The count goes on being asked for, and what is scrolled to is fetched.
  expect(asked.filter((url) => !/\/(?:api\/petition\/stats|qr\/de\.svg)$|\/assets\//.test(url))).toEqual([]);
});

test("deleted by the form instead, it is forgotten as well", async () => {
  const { page, person } = await confirmed();
  await codeOn(page);
  await unfold(page, t);
  await page.getByRole("button", { name: t("own-sheet.remember.button") }).click();
  await page.getByRole("button", { name: t("own-sheet.remember.forget") }).waitFor();
  await page.goto("/widerruf");
  await page.locator("#email").fill(person.email);
  await page.locator("#confirm-deletion").check();
  await page.getByRole("button", { name: t("withdrawal.form.submit.request") }).click();
  await page.getByRole("main").getByText(t("withdrawal.done.request"), { exact: true }).waitFor();
  expect(await page.evaluate(() => [sessionStorage.getItem("own-sheet"), localStorage.getItem("remembered-sheet")])).toEqual([
    null,
    null,
  ]);
});

test("only whoever wants it finds on the home page that they have signed; the form stays, and it can be forgotten", async () => {
  const { page } = await confirmed();
  await codeOn(page);
  await page.goto("/");
  await sumField(page).waitFor();
  expect(await page.locator(".remembered").count()).toBe(0);
  await page.goBack();
  await codeOn(page);
  await unfold(page, t);
  await page.getByRole("button", { name: t("own-sheet.remember.button") }).click();
  await page.getByRole("button", { name: t("own-sheet.remember.forget") }).waitFor();
  const kept = await page.evaluate(() => localStorage.getItem("remembered-sheet"));
  expect(Object.keys(JSON.parse(kept ?? "{}"))).toEqual(["number", "code"]);
  await page.goto("/");
  const line = page.getByText("Unterschrieben: Nr.");
  await line.waitFor();
  await sumField(page).waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole("button", { name: t("remembered.forget") }).click();
  await line.waitFor({ state: "detached" });
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test("on paper it is one page A5", async () => {
  const { page } = await confirmed();
  await codeOn(page);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
  expect([width, height].map((points) => Math.round((Number(points) * 25.4) / 72))).toEqual([148, 210]);
});

async function confirmed({
  script = true,
  prepare = async () => {},
}: {
  script?: boolean;
  prepare?(page: Page): Promise<unknown>;
} = {}): Promise<{ page: Page; link: string; person: Person }> {
  const person = anew({ ...anna, locale: "de" });
  await site.sign(person);
  const [link = ""] = await site.linksFor(person.email);
  const page = await visit(site.address, { script, ...PHONE, provokes: /404|409/ });
  await prepare(page);
  await follow(page, t, link, { script });
  await expectHeading(page, CONFIRMED);
  await site.site.publicLog.run();
  return { page, link, person };
}

async function codeOn(page: Page): Promise<string | null> {
  await page.locator(".seal-drawing").waitFor();
  return page.locator(".own-receipt .code").textContent();
}

async function save(page: Page) {
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: t("own-sheet.picture.save") }).click();
  return sharp(await (await downloading).path()).metadata();
}

/** Runs in the page. */
function noteWhatIsWritten(): void {
  const written: string[] = [];
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
    written.push(text);
    fillText.call(this, text, ...rest);
  };
  // As a telephone that takes pictures.
  const shared: string[] = [];
  const share = async ({ files = [] }: ShareData) => void shared.push(...files.map((file) => file.name));
  Object.assign(navigator, { canShare: () => true, share });
  Object.assign(window, { written, shared });
}

function writtenOn(page: Page): Promise<string[]> {
  return page.evaluate<string[]>("window.written");
}
