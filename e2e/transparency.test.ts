/** The page of the public log, and a signer who checks their own receipt on it. */
import { readFile } from "node:fs/promises";
import type { Page, Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Receipt } from "../petition/transparency/receipt.ts";
import { anna, bruno, clara, type Person } from "../server/testing/people.ts";
import { barriers, WCAG } from "./barriers.ts";
import { expectHeading, follow, unfold } from "./person.ts";
import { expectNoSideways } from "./sideways.ts";
import { anew, openWalkedSite, type WalkedSite } from "./site.ts";
import { visits } from "./visit.ts";
import { wordsIn } from "./words.ts";

const visit = visits();
const t = wordsIn("de");

let site: WalkedSite;
beforeAll(async () => {
  site = await openWalkedSite("server");
  for (const person of [anna, bruno]) await site.signAndConfirm(person);
});
afterAll(() => site.close());

describe("A receipt", () => {
  test("Anna checks her own receipt in the browser, and nothing leads to her but what everybody reads", async () => {
    const person = anew(anna);
    const page = await visit(site.address);
    const file = await fileOf(page, person);
    const before: string[] = [];
    const stopCounting = recorded(page, ({ url }) => before.push(url));
    await page.goto("/transparenz#pruefen");
    stopCounting();
    expect(before.filter((url) => url.includes("verification"))).toEqual([]);

    const asked: Asked[] = [];
    recorded(page, (one) => asked.push(one));
    await page.locator('input[type="file"]').setInputFiles({
      name: "bargeld-erhalten.json",
      mimeType: "application/json",
      buffer: Buffer.from(file),
    });
    const said = page.getByRole("status").filter({ hasText: "Der Beleg stimmt" });
    await said.waitFor();
    expect(await said.textContent()).toContain(person.email);
    expect(await said.getByRole("listitem").allTextContents()).toHaveLength(7);
    await expectNoBarrier(page);

    const about = asked.filter(({ url }) => !url.startsWith(`${site.address}/assets/`));
    expect(new Set(about.map(({ method, body }) => `${method} ${body}`))).toEqual(new Set(["GET null"]));
    const paths = about.map(({ url }) => url.replace(site.address, ""));
    expect(paths.filter((path) => !/^\/log\/(key|checkpoint|tile\/\d\/\d{3}(\.p\/\d+)?)$/.test(path))).toEqual([]);
    expect(paths).toContain("/log/checkpoint");
    const { receipt } = JSON.parse(file) as { receipt: Receipt };
    const told = JSON.stringify(asked);
    for (const secret of [person.email, receipt.opening.salt, receipt.opening.id, receipt.entry])
      expect(told).not.toContain(secret);
  });

  test("what the sheet hands over is checked at once, and lies about no longer", async () => {
    const page = await visit(site.address);
    const { receipt } = JSON.parse(await fileOf(page, anew(bruno))) as { receipt: Receipt };
    await page.evaluate((text) => sessionStorage.setItem("receipt", text), JSON.stringify(receipt));
    await page.goto("/transparenz#pruefen");
    await page.getByRole("heading", { name: "Der Beleg stimmt", exact: true }).waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem("receipt"))).toBeNull();
    await page.reload();
    expect(await page.getByRole("heading", { name: "Der Beleg stimmt", exact: true }).count()).toBe(0);
  });

  test("pasted with somebody else's address, half, or not at all, is told what is wrong with it", async () => {
    const page = await visit(site.address);
    const { receipt } = JSON.parse(await fileOf(page, anew(clara))) as { receipt: Receipt };
    await page.goto("/transparenz");
    const field = page.getByRole("textbox", { name: "Beleg" });
    const check = page.getByRole("button", { name: "Beleg prüfen" });
    await check.click();
    await page.getByText(t("transparency.verify.missing")).waitFor();
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);

    const other = { ...receipt, opening: { ...receipt.opening, address: "bruno@example.org" } };
    await field.fill(JSON.stringify(other));
    await check.focus();
    await page.keyboard.press("Enter");
    const said = page.getByRole("status").filter({ hasText: "Der Beleg besteht die Prüfung nicht" });
    await said.getByText(t("transparency.verify.false.commitment")).waitFor();
    await expectNoBarrier(page);

    await field.fill(JSON.stringify(receipt).slice(0, -10));
    await check.click();
    await page.getByText(t("transparency.verify.false.malformed")).waitFor();
  });

  test("nothing is said of it where the log cannot be reached", async () => {
    const page = await visit(site.address, { provokes: /log\/checkpoint/ });
    const file = await fileOf(page, anew(anna));
    await page.goto("/transparenz");
    await page.route("**/log/checkpoint", (route) => route.abort());
    await page.getByRole("textbox", { name: "Beleg" }).fill(file);
    await page.getByRole("button", { name: "Beleg prüfen" }).click();
    await page.getByText(t("transparency.verify.unreadable.text")).waitFor();
  });
});

describe("Recounting everything", () => {
  const says = (page: Page, title: string) => page.getByRole("status").filter({ hasText: title });
  const start = (page: Page) => page.getByRole("button", { name: t("transparency.recount.start") });
  const ENTRIES = /\/log\/tile\/entries\//;

  test("by keyboard: the number is right, and nothing is asked for but public files, without cookies", async () => {
    const page = await visit(site.address);
    await page.context().addCookies([{ name: "language", value: "de", url: site.address }]);
    await page.goto("/transparenz");
    const asked: Request[] = [];
    page.on("request", (request) => asked.push(request));
    await start(page).focus();
    await page.keyboard.press("Enter");
    const said = says(page, t("transparency.recount.true.title"));
    await said.getByText(/^\d+ Einträge = \d+ gezählt \+ \d+ entfernt \+ 7 Textfassungen$/).waitFor();
    expect(await said.getByRole("listitem").allTextContents()).toEqual(
      (["signature", "root", "entries", "number"] as const).map((step) => `${t(`transparency.recount.step.${step}`)} stimmt`),
    );
    expect(await start(page).evaluate((button) => button === document.activeElement)).toBe(true);
    const paths = asked.map((request) => `${request.method()} ${new URL(request.url()).pathname} ${request.postData()}`);
    const PUBLIC =
      /^GET \/(assets\/recount-worker-[\w-]+\.js|log\/(checkpoint|text\/[\da-f]{64}|tile\/(\d|entries)\/[\dx/]+(\.p\/\d+)?)) null$/;
    expect(paths.filter((path) => !PUBLIC.test(path))).toEqual([]);
    for (const kind of [/checkpoint/, ENTRIES, /tile\/0/, /text/]) expect(paths.join()).toMatch(kind);
    const worker = await asked.find((request) => request.url().includes("-worker-"))?.response();
    expect(worker?.headers()["content-security-policy"]).toBe("default-src 'none'; connect-src 'self'");
    const sent = await Promise.all(asked.filter((one) => one.url().includes("/log/")).map((one) => one.allHeaders()));
    expect(sent.filter((headers) => "cookie" in headers)).toEqual([]);
    await expectNoBarrier(page);
  });

  test("an entry that was changed is found, and what it means is said", async () => {
    const page = await visit(site.address);
    await page.goto("/transparenz");
    await page.route(ENTRIES, async (route) => {
      const response = await route.fetch();
      const bundle = (await response.body()).toString("latin1");
      const changed = bundle.replace(/(?<="hash":")./, (digit) => (digit === "0" ? "1" : "0"));
      await route.fulfill({ response, body: Buffer.from(changed, "latin1") });
    });
    await start(page).click();
    const said = says(page, t("transparency.recount.fault.title"));
    await said.getByText(t("transparency.recount.fault.root", { known: "yes", place: 1 })).waitFor();
    expect(await said.getByRole("listitem").locator("b").allTextContents()).toEqual([
      "stimmt",
      "stimmt nicht",
      "nicht geprüft",
      "nicht geprüft",
    ]);
    await expectNoBarrier(page);
  });

  test("pauses, goes on and stops, and the focus stays", async () => {
    const page = await visit(site.address);
    await page.goto("/transparenz");
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(ENTRIES, async (route) => held.then(() => route.continue()));
    await start(page).click();
    const bar = page.getByRole("progressbar", { name: t("transparency.recount.label") });
    expect(await bar.getAttribute("aria-valuetext")).toMatch(/^0 von \d+ Einträgen$/);
    await expectNoBarrier(page);
    await page.keyboard.press("Enter");
    const resume = page.getByRole("button", { name: t("transparency.recount.resume") });
    expect(await resume.evaluate((button) => button === document.activeElement)).toBe(true);
    answer();
    await expect.poll(() => bar.getAttribute("aria-valuetext")).not.toMatch(/^0 /);
    // It is paused: with all entries it would be over.
    expect(await says(page, t("transparency.recount.true.title")).count()).toBe(0);
    await page.keyboard.press("Enter");
    await says(page, t("transparency.recount.true.title")).waitFor();

    await page.route(/\/log\/checkpoint/, () => {});
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: t("transparency.recount.stop") }).press("Enter");
    await bar.waitFor({ state: "detached" });
    expect(await start(page).evaluate((button) => button === document.activeElement)).toBe(true);
  });

  test("a download that fails is tried again, and then waited for", async () => {
    const page = await visit(site.address, { provokes: ENTRIES });
    await page.goto("/transparenz");
    let fails = 3;
    await page.route(ENTRIES, (route) => (fails-- > 0 ? route.abort() : route.continue()));
    await start(page).click();
    await page.getByText(/, 1 Download wiederholt$/).waitFor();
    await page.getByText(t("transparency.recount.interrupted")).waitFor();
    await page.getByRole("button", { name: t("transparency.recount.resume") }).click();
    await says(page, t("transparency.recount.true.title")).waitFor();
  });
});

describe("The page of the public log", () => {
  test("is found from the number, from what is promised, and from the foot of each page", async () => {
    const page = await visit(site.address);
    for (const [place, name] of [
      [".progress", "Zählung prüfen"],
      ["dl.plain", "öffentlichen, signierten Verzeichnis"],
      ["footer", "Zählung prüfen"],
    ] as const) {
      await page.goto("/");
      await page.locator(place).getByRole("link", { name }).click();
      await expectHeading(page, "Eine Zahl zum Nachrechnen");
    }
  });

  test("shows the number that the entries make up, once it is published", async () => {
    const page = await visit(site.address);
    await expect
      .poll(
        async () => {
          await page.goto("/transparenz");
          return page.locator(".log-number .numeral").textContent();
        },
        { timeout: 20_000, interval: 1000 },
      )
      .toBe(String((await site.get<{ signatureCount: number }>("/api/petition/stats")).body.signatureCount));
    expect(await page.getByText(/stieg die Zahl auf/).count()).toBe(1);
    await page.getByText(t("transparency.history.table", { step: "day" })).click();
    await page
      .getByRole("row", { name: /bestätigt/ })
      .first()
      .waitFor();
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoBarrier(page);
    }
  });

  test("says so while nothing is published, cannot be read, or is not signed any more", async () => {
    const { petition } = site.site;
    const { transparency } = petition;
    const shown = async () => {
      const { status, body } = await site.get<string>("/transparenz");
      return { status, text: body.replaceAll(/<[^>]+>/g, " ") };
    };
    const expectShown = async (status: number, words: string, instead: typeof transparency) => {
      petition.transparency = instead;
      // A page is kept in memory for half a second.
      await expect.poll(shown).toEqual({ status, text: expect.stringContaining(words) });
    };
    try {
      await expectShown(200, t("transparency.unpublished"), async () => null);
      await expectShown(503, t("transparency.unavailable"), () => Promise.reject(new Error("no database")));
      for (const fault of ["another-key", "copy-missing", "contradiction"] as const)
        await expectShown(200, t(`transparency.fault.${fault}`), async () => {
          const log = await transparency();
          return log && { ...log, fault };
        });
    } finally {
      petition.transparency = transparency;
    }
  });

  test("tells without a script how to check by command", async () => {
    const page = await visit(site.address, { script: false });
    await page.goto("/transparenz");
    expect(await page.getByRole("textbox").count()).toBe(0);
    const toCommand = page.getByRole("link", { name: t("transparency.verify.withoutScript") });
    expect(await toCommand.count()).toBe(2);
    await toCommand.first().click();
    expect(await page.getByText(`npm run petition -- log verify ${site.address} --receipt beleg.json`).count()).toBe(1);
  });
});

interface Asked {
  method: string;
  url: string;
  body: string | null;
  headers: Record<string, string>;
}

/** Ends with what it answers. */
function recorded(page: Page, note: (one: Asked) => void): () => void {
  const listen = (request: Request) =>
    note({ method: request.method(), url: request.url(), body: request.postData(), headers: request.headers() });
  page.on("request", listen);
  return () => page.off("request", listen);
}

/** What somebody takes along from their own page, once their entry is published. */
async function fileOf(page: Page, person: Person): Promise<string> {
  await site.sign({ ...person, locale: "de" });
  const [link = ""] = await site.linksFor(person.email);
  await follow(page, t, link, { script: true });
  await expectHeading(page, "E-Mail bestätigt. Deine Unterschrift zählt.");
  await unfold(page, t);
  await page.getByRole("link", { name: t("personal.link") }).click();
  await expectHeading(page, "Deine Unterschrift");
  for (let tries = 0; tries < 20; tries += 1) {
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Daten herunterladen" }).click();
    const file = await readFile(await (await downloading).path(), "utf8");
    if ((JSON.parse(file) as { receipt: Receipt | null }).receipt) return file;
    await site.site.publicLog.run();
  }
  throw new Error(`${person.fullName} has got no receipt`);
}

async function expectNoBarrier(page: Page): Promise<void> {
  await expectNoSideways(page);
  expect(await barriers(page, [...WCAG, "best-practice"])).toEqual([]);
}
