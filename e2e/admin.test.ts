import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anna, bruno, clara, dieter, ewa } from "../server/testing/people.ts";
import { readWorkbook } from "../server/testing/workbook.ts";
import { figure, KEY, logIn, openView, signaturesOf } from "./administration.ts";
import { barriers } from "./barriers.ts";
import { hasFocus } from "./person.ts";
import { seedSignatures } from "./seed.ts";
import { expectNoSideways } from "./sideways.ts";
import { openWalkedSite, type WalkedSite } from "./site.ts";
import { visits } from "./visit.ts";

const visit = visits();
const MOMENT = /^\d\d\.\d\d\.\d{4} \d\d:\d\d$/;

describe("At the administration", () => {
  let site: WalkedSite;
  beforeAll(async () => {
    site = await openWalkedSite("server", { ADMIN_KEY: KEY });
    await seedSignatures(site.site.database, 55, new Date(Date.now() - 60_000));
    for (const person of [anna, bruno, clara, ewa]) await site.signAndConfirm(person);
    await site.sign(dieter);
  });
  afterAll(() => site.close());

  test("without a key nobody gets in, and with a wrong one neither", async () => {
    const page = await visit(site.address, { provokes: /401/ });
    const scripts = new Set<string>();
    page.on("request", (request) => request.resourceType() === "script" && scripts.add(request.url()));
    await page.goto("/admin");
    const before = new Set(scripts);
    await page.getByRole("button", { name: "Anmelden" }).click();
    await page.getByText("Bitte geben Sie den Admin-Schlüssel ein").waitFor();
    expect(await hasFocus(page.getByLabel("Admin-Schlüssel"))).toBe(true);
    await logIn(page, "not-the-key-at-all");
    await page.getByText("Unauthorized").waitFor();
    await logIn(page, "schlüssel🔑");
    await page.getByText("Unauthorized").waitFor();
    expect(scripts).toEqual(before);
    expect(page.url()).toBe(`${site.address}/admin`);
  });

  test("the administration shows the figures, the newest, and twenty signatures a page", async () => {
    const page = await visit(site.address);
    await logIn(page);
    await signaturesOf(page).first().waitFor();
    expect(await figure(page, "Unterschriften").textContent()).toBe("59");
    expect(await figure(page, "Ausstehend").textContent()).toBe("1");
    expect(await signaturesOf(page).count()).toBe(20);
    const first = signaturesOf(page).first();
    expect(await first.getByRole("rowheader").textContent()).toBe(ewa.fullName);
    expect(await first.getByRole("time").textContent()).toMatch(MOMENT);
    expect(await page.getByRole("complementary").getByRole("listitem").count()).toBe(10);

    const pages = page.getByRole("navigation", { name: "Seiten" });
    await pages.getByRole("button", { name: "Letzte Seite" }).click();
    await page.getByText("Seite 3 von 3, je 20 Zeilen").waitFor();
    await expect.poll(() => signaturesOf(page).count()).toBe(19);
    await pages.getByRole("button", { name: "Zurück" }).click();
    await page.getByText("Seite 2 von 3, je 20 Zeilen").waitFor();
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie)).not.toContain(
      KEY,
    );
  });

  test("searching finds part of a name or an address, without accents; what is found can be narrowed", async () => {
    const page = await visit(site.address);
    await logIn(page);
    await page.getByRole("searchbox").fill("WOJTOWICZ-z");
    await page.getByText("1 Unterschrift", { exact: true }).waitFor();
    expect(await signaturesOf(page).getByRole("rowheader").allTextContents()).toEqual([ewa.fullName]);
    await page.getByRole("searchbox").fill("nobody at all");
    await page.getByText("Keine Unterschrift passt dazu").waitFor();
    await page.getByRole("searchbox").fill("");
    await page.getByRole("combobox", { name: "Sprache" }).selectOption("en");
    await page.getByText("1 Unterschrift", { exact: true }).waitFor();
    expect(page.url()).toBe(`${site.address}/admin?language=en`);
  });

  test("Bruno is deleted after a question; the list and the figures know at once", async () => {
    const page = await visit(site.address);
    await logIn(page);
    const button = page.getByRole("button", { name: `Unterschrift von ${bruno.fullName} löschen` });
    await button.click();
    const dialog = page.getByRole("dialog", { name: `Unterschrift von ${bruno.fullName} löschen?` });
    expect(await hasFocus(dialog.getByRole("button", { name: "Abbrechen" })), "Enter deletes nobody").toBe(true);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    expect(await hasFocus(button)).toBe(true);

    await button.click();
    await dialog.getByRole("button", { name: "Endgültig löschen" }).click();
    await page.getByText("Unterschrift gelöscht").waitFor();
    await page.getByText("Die Unterschrift wurde erfolgreich entfernt").waitFor();
    await expect.poll(() => figure(page, "Unterschriften").textContent()).toBe("58");
    await expect.poll(() => button.count()).toBe(0);
    expect(
      (await site.rows<{ count: string }>(`select count(*) from signatures where email = '${bruno.email}'`))[0]?.count,
    ).toBe("0");
  });

  test("somebody else was quicker: the server's sentence stands in the toast", async () => {
    const page = await visit(site.address, { provokes: /404/ });
    await logIn(page);
    await page.getByRole("button", { name: `Unterschrift von ${clara.fullName} löschen` }).click();
    await site.site.database.pool.query(`delete from signatures where email = '${clara.email}'`);
    await page.getByRole("button", { name: "Endgültig löschen" }).click();
    await page.getByText("Fehler", { exact: true }).waitFor();
    await page.getByText("Diese Unterschrift gibt es nicht (mehr).").waitFor();
  });

  test("the export is saved under its name, and a toast says so", async () => {
    const page = await visit(site.address);
    await logIn(page);
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "CSV exportieren" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^signatures-\d{4}-\d\d-\d\d\.csv$/);
    await page.getByText("Export erfolgreich").waitFor();
    await page.getByText("CSV-Datei wurde heruntergeladen").waitFor();
    const text = await readFile(await download.path(), "utf8");
    expect(text).toMatch(/^\ufeffid,fullName,email,/);
    expect(text).toContain(anna.email);
  });

  test("by keyboard: CSV with semicolons, and a workbook that holds the same", async () => {
    const page = await visit(site.address);
    await logIn(page);
    const choice = page.getByRole("combobox", { name: "Dateiformat" });
    const exported = async (format: string, button: string, told: string) => {
      await choice.selectOption(format);
      await choice.focus();
      await page.keyboard.press("Tab");
      expect(await hasFocus(page.getByRole("button", { name: button }))).toBe(true);
      const downloading = page.waitForEvent("download");
      await page.keyboard.press("Enter");
      const download = await downloading;
      await page.getByText(told).waitFor();
      return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
    };
    const csv = await exported("CSV mit Semikolon", "CSV exportieren", "CSV-Datei wurde heruntergeladen");
    const lines = csv.content.toString("utf8").split("\r\n");
    expect(lines[0]).toMatch(/^\ufeffid;fullName;email;/);
    const xlsx = await exported("Excel (XLSX)", "XLSX exportieren", "XLSX-Datei wurde heruntergeladen");
    expect(xlsx.name).toMatch(/^signatures-\d{4}-\d\d-\d\d\.xlsx$/);
    const rows = readWorkbook(xlsx.content)[0]?.rows ?? [];
    expect(rows.map(([id]) => id)).toEqual(lines.slice(0, -1).map((line) => line.replace("\ufeff", "").split(";")[0]));
    expect(rows.at(-1)?.[1]).toBe(ewa.fullName);
  });

  test("hostile names are text and nothing else", async () => {
    await site.site.database.pool.query(
      `insert into signatures (full_name, email) values ('<img src=x onerror=alert(1)>', 'hostile@example.org'), (E'\\u202Eevil', 'reversed@example.org')`,
    );
    const page = await visit(site.address);
    await logIn(page);
    await page.getByRole("searchbox").fill("hostile@");
    await page.getByText("1 Unterschrift", { exact: true }).waitFor();
    expect(await signaturesOf(page).getByRole("rowheader").textContent()).toBe("<img src=x onerror=alert(1)>");
    expect(await page.locator("main img").count()).toBe(0);
  });

  test("a failed export, a failed list and a key that is no longer right are told", async () => {
    const page = await visit(site.address, { provokes: /50[03]|401/ });
    await logIn(page);
    await signaturesOf(page).first().waitFor();
    await page.route("**/api/admin/export?*", (route) => route.fulfill({ status: 500, body: "{}" }));
    await page.getByRole("button", { name: "CSV exportieren" }).click();
    await page.getByText("Export fehlgeschlagen").waitFor();
    await page.getByText("Fehler beim Exportieren der Daten").waitFor();
    await page.route("**/api/admin/signatures?*", (route) => route.fulfill({ status: 503, body: '{"message":"x"}' }));
    await page.getByRole("searchbox").fill("anna");
    await page.getByText("Failed to fetch signatures").waitFor();
    await page.unroute("**/api/admin/signatures?*");
    await page.route("**/api/admin/signatures?*", (route) =>
      route.fulfill({ status: 401, body: '{"message":"Unauthorized"}' }),
    );
    await page.getByRole("searchbox").fill("ewa");
    await page.getByText("Unauthorized").waitFor();
    expect(await page.getByLabel("Admin-Schlüssel").inputValue()).toBe("");
  });

  test("the plots are drawn, each with its numbers as a table; their library is loaded only now", async () => {
    const page = await visit(site.address);
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(request.url()));
    await logIn(page);
    await signaturesOf(page).first().waitFor();
    expect(loaded.filter((address) => address.includes("/charts-"))).toEqual([]);
    await openView(page, "Verlauf");
    await page.getByRole("img", { name: "Unterschriften je Tag" }).locator("canvas").waitFor();
    expect(await page.locator(".plot canvas").count()).toBe(3);
    const hours = page.getByRole("region", { name: "Unterschriften je Stunde, letzte 48 Stunden" });
    await hours.getByText("Als Tabelle").click();
    expect(await hours.locator("tbody tr").count()).toBe(48);
    await page.getByRole("region", { name: "Nach Sprache" }).getByRole("rowheader", { name: "Polski" }).waitFor();
  });

  test("an e-mail that was refused is sent again from the administration; the sender is checked", async () => {
    site.inbox.refuseWith(550);
    await site.sign({ ...dieter, email: "refused@example.org" });
    await site.site.outbox.runDue();
    site.inbox.refuseWith(null);
    const page = await visit(site.address);
    await logIn(page);
    await openView(page, "E-Mails");
    await page.getByRole("cell", { name: /550/ }).waitFor();
    await page.getByRole("button", { name: "E-Mail an refused@example.org noch einmal senden" }).click();
    await page.getByText("1 E-Mail wird noch einmal gesendet").waitFor();
    await site.inbox.waitFor("refused@example.org");
    await page.getByRole("button", { name: "Jetzt prüfen" }).click();
    await page.getByText("nimmt unsere Anmeldung an").waitFor();
  });

  test("a stopped task is an alarm on the overview and in its row, until it has run; the view bars nobody", async () => {
    await site.site.tasks.runDue();
    site.clock.forward(11 * 60_000);
    const page = await visit(site.address);
    await logIn(page);
    const alarm = page.getByText("Eine Aufgabe ist überfällig: Unbestätigte Angaben löschen");
    await alarm.waitFor();
    await openView(page, "Betrieb");
    const tasks = page.getByRole("region", { name: "Tabelle der Aufgaben" });
    const purge = tasks.getByRole("row", { name: "Unbestätigte Angaben löschen" });
    await purge.getByText("überfällig").waitFor();
    expect(await purge.locator(".icon").count()).toBe(1);
    expect(await tasks.getByText("überfällig").count()).toBe(1);
    for (const moment of await purge.getByRole("time").allTextContents()) expect(moment).toMatch(MOMENT);
    await page.getByText("Ausgeschaltet: Es ist keine Tabelle eingerichtet.").waitFor();
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await barriers(page)).toEqual([]);
    }

    await site.site.tasks.runDue();
    await page.getByRole("button", { name: "Neu laden" }).click();
    await purge.getByText("pünktlich").waitFor();
    await purge.getByText("0 gelöscht").waitFor();
    await openView(page, "Übersicht");
    await signaturesOf(page).first().waitFor();
    expect(await alarm.count()).toBe(0);
  });

  test("the administration bars nobody and fits narrow windows, in light and dark", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await visit(site.address, { colorScheme });
      await logIn(page);
      await signaturesOf(page).first().waitFor();
      for (const view of ["Übersicht", "Verlauf", "E-Mails", "Betrieb"]) {
        await openView(page, view);
        if (view === "Betrieb") await page.getByRole("region", { name: "Tabelle der Aufgaben" }).waitFor();
        if (view === "Verlauf") await page.locator(".plot canvas").first().waitFor();
        for (const width of [360, 1024, 1440]) {
          await page.setViewportSize({ width, height: 900 });
          await expectNoSideways(page);
          if (width === (colorScheme === "dark" ? 1024 : 360)) expect(await barriers(page)).toEqual([]);
        }
      }
    }
  });
});
