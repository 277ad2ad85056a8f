import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page, Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Language } from "../petition/language.ts";
import { anna, bruno, dieter } from "../server/testing/people.ts";
import { enter, openView, signaturesOf } from "./administration.ts";
import { barriers } from "./barriers.ts";
import { seedSignatures } from "./seed.ts";
import { openWalkedSite, type WalkedSite } from "./site.ts";
import { visits } from "./visit.ts";
import { wordsIn } from "./words.ts";

const visit = visits();
const german = wordsIn("de");
const KEY_IS_ASKED = "Admin-Schlüssel";
const VIEWS = ["overview", "charts", "suspicion", "mail", "collection", "paper", "operations", "audit"] as const;
/** In the script that the library for the server's state comes in, and in no other. */
const LIBRARY = "No QueryClient set";

describe("Views of the administration and their addresses", () => {
  let site: WalkedSite;
  beforeAll(async () => {
    site = await openWalkedSite("server", { TRUST_PROXY: "loopback" });
    await seedSignatures(site.site.database, 55, new Date(Date.now() - 60_000));
    for (const person of [anna, bruno]) await site.signAndConfirm(person);
    await site.site.tasks.runDue();
    await site.site.database.pool.query(
      `insert into audit_log (entity_type, entity_id, action, changes, timestamp)
        select 'signature', 'row-' || n, 'bounced', '{"bounce":"hard","status":"5.1.1"}', timestamptz '2025-03-30 12:00Z' - n * interval '1 second'
        from generate_series(1, 120) n`,
    );
  });
  afterAll(() => site.close());

  const keyNow = async () => (await readFile(join(site.dataFolder, "admin-key"), "utf8")).trim();
  const typeKey = async (page: Page) => enter(page, await keyNow());
  async function open(page: Page, address = "/admin"): Promise<void> {
    await page.goto(address);
    await typeKey(page);
  }
  const position = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

  test("a list that was searched, narrowed and turned over is there again after a reload, once the key was typed again", async () => {
    const page = await visit(site.address);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url(), request.headers().referer ?? ""));
    await open(page);
    await page.getByRole("searchbox").fill("example.org");
    await position(page, "55 Unterschriften");
    await page.getByRole("combobox", { name: "Sichtbarkeit" }).selectOption("public");
    await position(page, "44 Unterschriften");
    await page.getByRole("button", { name: "Letzte Seite" }).click();
    await position(page, "Seite 3 von 3, je 20 Zeilen");
    await expect.poll(() => signaturesOf(page).count()).toBe(4);
    const names = await signaturesOf(page).getByRole("rowheader").allTextContents();
    expect(page.url()).toBe(`${site.address}/admin?visibility=public&page=3`);

    await page.reload();
    await page.getByLabel(KEY_IS_ASKED).waitFor();
    expect(await signaturesOf(page).count()).toBe(0);
    await typeKey(page);
    await position(page, "Seite 3 von 3, je 20 Zeilen");
    expect(await page.getByRole("searchbox").inputValue()).toBe("example.org");
    expect(await page.getByRole("combobox", { name: "Sichtbarkeit" }).inputValue()).toBe("public");
    await expect.poll(() => signaturesOf(page).getByRole("rowheader").allTextContents()).toEqual(names);
    const told = asked.filter((address) => address.includes("example.org"));
    expect(told.length).toBeGreaterThan(0);
    expect(told.filter((address) => !address.startsWith(`${site.address}/api/admin/signatures?`))).toEqual([]);
    expect(asked.filter((address) => address.includes("/admin.data"))).toEqual([]);
  });

  test("so is a page of the audit log, with its filters", async () => {
    const page = await visit(site.address);
    await open(page, "/admin?view=audit&action=bounced&day=2025-03-30");
    await position(page, "50 Einträge auf Seite 1");
    await page.getByRole("searchbox", { name: "Worüber" }).fill("row-7");
    await position(page, "1 Eintrag auf Seite 1");
    await page.goBack();
    await open(page, "/admin?view=audit&action=bounced&day=2025-03-30");
    for (const text of ["50 Einträge auf Seite 2", "20 Einträge auf Seite 3"]) {
      await page.getByRole("button", { name: "Ältere" }).click();
      await position(page, text);
    }
    await page.reload();
    await typeKey(page);
    await position(page, "20 Einträge auf Seite 3");
    await page.getByRole("button", { name: "Neuere" }).click();
    await position(page, "50 Einträge auf Seite 2");
    expect(await page.getByRole("combobox", { name: "Was" }).inputValue()).toBe("bounced");
  });

  test("Back leads to the view before, with all that narrowed it, and Forward on again", async () => {
    const page = await visit(site.address);
    await open(page);
    await page.getByRole("searchbox").fill(anna.email);
    await position(page, "1 Unterschrift");
    await openView(page, "Protokoll");
    await page.getByRole("combobox", { name: "Was" }).selectOption("confirmed");
    await position(page, "2 Einträge auf Seite 1");
    await page
      .getByRole("button", { name: /^Alles über / })
      .first()
      .click();
    await position(page, "1 Eintrag auf Seite 1");
    await page.goBack();
    await position(page, "2 Einträge auf Seite 1");
    expect(await page.getByRole("searchbox", { name: "Worüber" }).inputValue()).toBe("");
    await page.goBack();
    await page.goBack();
    await position(page, "1 Unterschrift");
    expect(await page.getByRole("searchbox").inputValue()).toBe(anna.email);
    await page.goForward();
    await page.getByRole("heading", { name: "Protokoll" }).waitFor();
    // Whoever logs out begins anew.
    await page.getByRole("button", { name: "Abmelden" }).click();
    await page.getByLabel(KEY_IS_ASKED).waitFor();
    expect(page.url()).toBe(`${site.address}/admin`);
  });

  test("an address opens its view in every language; what it makes up is left out", async () => {
    const page = await visit(site.address);
    await open(page, "/pl/admin?view=operations");
    await page.getByRole("heading", { name: wordsIn("pl")("administration.operations.title") }).waitFor();
    expect(await page.locator("meta[name=robots]").getAttribute("content")).toContain("noindex");
    await open(page, "/admin?view=nowhere&visibility=blue&page=99&language=xx");
    await position(page, "Seite 3 von 3, je 20 Zeilen");
    expect(page.url()).toBe(`${site.address}/admin?page=3`);
    await open(page, "/admin?cluster=nobody&page=99999999999999999999");
    await position(page, "Seite 1 von 3, je 20 Zeilen");
    for (const day of ["2025-13-45", "2025-02-30"]) {
      await open(page, `/admin?view=audit&action=bounced&day=${day}`);
      await position(page, "50 Einträge auf Seite 1");
    }
  });

  test("a key that was changed meanwhile leads from every view and every act to the login, and the new one back", async () => {
    const page = await visit(site.address, { provokes: /401/ });
    const rotate = async () =>
      fetch(`${site.url}/api/admin/keys/rotate`, {
        method: "POST",
        headers: { authorization: `Bearer ${await keyNow()}`, "content-type": "application/json" },
        body: JSON.stringify({ key: "admin" }),
      });
    const refused = async () => {
      await page.getByText("Unauthorized").waitFor();
      expect(await page.getByLabel(KEY_IS_ASKED).inputValue()).toBe("");
      expect(await page.getByText("Fehler", { exact: true }).count()).toBe(0);
    };
    const underWay = new Set<Request>();
    page.on("request", (request) => request.url().includes("/api/admin/") && underWay.add(request));
    page.on("requestfinished", (request) => underWay.delete(request));
    page.on("requestfailed", (request) => underWay.delete(request));
    await open(page);
    for (const [view, heading] of [
      ["Übersicht", "Unterschriften"],
      ["Verlauf", "Unterschriften je Tag"],
      ["Auffälliges", "Auffällige Unterschriften"],
      ["E-Mails", "Warteschlange"],
      ["Petition", german("administration-collection.title")],
      ["Papier", german("administration-paper.title")],
      ["Betrieb", "Regelmäßige Aufgaben"],
      ["Protokoll", "Protokoll"],
    ] as const) {
      await openView(page, view);
      await page.getByRole("heading", { name: heading, exact: true }).waitFor();
      // The old key would be refused to what the view itself asks for, before anybody acts.
      await expect.poll(() => underWay.size).toBe(0);
      await rotate();
      if (view === "Übersicht") {
        await page.getByRole("button", { name: `Unterschrift von ${anna.fullName} löschen` }).click();
        await page.getByRole("button", { name: "Endgültig löschen" }).click();
      } else await page.getByRole("button", { name: "Neu laden" }).click();
      await refused();
      await typeKey(page);
      await page.getByRole("heading", { name: heading, exact: true }).waitFor();
    }
  });

  test("the figures are asked for about every half minute; a hidden page asks nothing, and asks at once when it is shown again", async () => {
    const page = await visit(site.address);
    await page.clock.install();
    let asked = 0;
    let answered = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/api/admin/stats")) asked += 1;
    });
    page.on("requestfinished", (request) => {
      if (request.url().endsWith("/api/admin/stats")) answered += 1;
    });
    const show = (state: "hidden" | "visible") =>
      page.evaluate((shown) => {
        Object.defineProperty(document, "visibilityState", { value: shown, configurable: true });
        document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
      }, state);
    await open(page);
    await signaturesOf(page).first().waitFor();
    expect(asked).toBe(1);
    // The time on the wall comes on top: the first question may be due after 24 seconds.
    await page.clock.runFor(18_000);
    expect(asked).toBe(1);
    await page.clock.runFor(19_000);
    // A page that still waits for an answer does not ask again when it is shown.
    await expect.poll(() => answered).toBe(2);
    await show("hidden");
    await page.clock.runFor(120_000);
    expect(asked).toBe(2);
    await show("visible");
    await expect.poll(() => asked).toBe(3);
    await page.getByText(/^Aktualisiert .+, nächste Abfrage in 30\ss$/).waitFor();
  });

  test("no visitor loads the library for the server's state, nor does the login", async () => {
    const page = await visit(site.address);
    const scripts: Promise<string>[] = [];
    page.on("response", (response) => {
      if (response.request().resourceType() === "script") scripts.push(response.text());
    });
    const isLoaded = async () => (await Promise.all(scripts)).some((script) => script.includes(LIBRARY));
    for (const address of ["/", "/unterstuetzer/seite/1", "/admin"]) {
      await page.goto(address);
      await page.waitForLoadState("networkidle");
    }
    expect(scripts.length).toBeGreaterThan(5);
    expect(await isLoaded()).toBe(false);
    await typeKey(page);
    await signaturesOf(page).first().waitFor();
    expect(await isLoaded()).toBe(true);
  });

  test("in a wide window, too, every button of a row is in sight, however long its name and address are", async () => {
    const fullName = "Wilhelmine Katharina von Hohenlohe-Waldenburg-Schillingsfürst";
    await site.signAndConfirm({ ...anna, fullName, email: "wilhelmine.katharina.hohenlohe@a-subdomain.example.org" });
    const page = await visit(site.address, { width: 1440 });
    await open(page);
    const row = signaturesOf(page).filter({ hasText: fullName });
    await row.waitFor();
    const frame = await page.getByRole("region", { name: "Tabelle der Unterschriften" }).boundingBox();
    const bin = await row.getByRole("button").last().boundingBox();
    expect((bin?.x ?? 0) + (bin?.width ?? 0)).toBeLessThanOrEqual((frame?.x ?? 0) + (frame?.width ?? 0));
  });

  test.each<Language>(["de", "pl"])(
    "on a phone each row is a card in which nothing runs off, and a table still (%s)",
    async (language) => {
      const t = wordsIn(language);
      const email = `a.very.long.address.that.was.refused.${language}@a-subdomain.example.org`;
      site.inbox.refuseWith(550);
      await site.sign({ ...dieter, email });
      await site.site.outbox.runDue();
      site.inbox.refuseWith(null);
      const page = await visit(site.address, { width: 360 });
      await open(page, language === "de" ? "/admin" : `/${language}/admin`);
      for (const view of VIEWS) {
        await openView(page, t(`administration.nav.${view}`), t("administration.nav.label"));
        await page.waitForLoadState("networkidle");
        for (const more of await page.locator("main summary").all()) await more.click();
        if (language === "de") expect(await barriers(page), view).toEqual([]);
        await expect.poll(() => page.evaluate(beyondTheEdge), { message: view }).toEqual([]);
      }
      await openView(page, t("administration.nav.mail"), t("administration.nav.label"));
      const table = page.getByRole("table");
      await expect.poll(() => table.getByRole("columnheader").count()).toBe(6);
      const row = table.getByRole("row").last();
      await row.getByRole("rowheader", { name: email }).waitFor();
      expect(await row.getByRole("cell").count()).toBe(5);
      const reason = t("administration.mail.failed.reason");
      const cell = row.locator(`[data-name="${reason}"]`);
      expect(await cell.evaluate((element) => getComputedStyle(element, "::before").content)).toContain(reason);
      await row.getByRole("button").click();
      await site.inbox.waitFor(email);
    },
  );
});

/** In the browser: what cannot be seen without moving sideways. */
function beyondTheEdge(): string[] {
  const frames = [...document.querySelectorAll(".scroller"), document.documentElement];
  const wide = frames.filter((frame) => frame.scrollWidth > frame.clientWidth).map(({ tagName }) => tagName);
  const seen = [...document.querySelectorAll("main :is(th, td, button, a, input, select)")].filter((one) =>
    one.checkVisibility(),
  );
  const off = seen.filter((one) => !one.closest("thead") && one.getBoundingClientRect().right > innerWidth);
  return [...wide, ...off.map(({ outerHTML }) => outerHTML.slice(0, 100))];
}
