import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sha256 } from "../server/platform/crypto/crypto.ts";
import { anna, bruno, clara } from "../server/testing/people.ts";
import { KEY, logIn, openView } from "./administration.ts";
import { barriers } from "./barriers.ts";
import { hasFocus } from "./person.ts";
import { expectNoSideways } from "./sideways.ts";
import { openWalkedSite, type WalkedSite } from "./site.ts";
import { visits } from "./visit.ts";

const visit = visits();
const MOMENT = /^\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d$/;

async function openLog(page: Page): Promise<void> {
  await openView(page, "Protokoll");
  await rowsOf(page).first().waitFor();
}

const table = (page: Page) => page.getByRole("region", { name: "Tabelle des Protokolls" });
const rowsOf = (page: Page) => table(page).locator("tbody tr");
const found = (page: Page, text: string) => page.getByRole("status").getByText(text, { exact: true }).waitFor();

describe("The audit log on the screen", () => {
  let site: WalkedSite;
  beforeAll(async () => {
    site = await openWalkedSite("server", { ADMIN_KEY: KEY });
    for (const person of [anna, bruno, clara]) await site.signAndConfirm(person);
  });
  afterAll(() => site.close());

  test("the administrator deletes a signature and exports: both stand in the log, and nobody's name", async () => {
    const [row] = await site.rows<{ id: string }>(`select id from signatures where email = '${bruno.email}'`);
    const page = await visit(site.address);
    await logIn(page);
    await page.getByRole("button", { name: `Unterschrift von ${bruno.fullName} löschen` }).click();
    await page.getByRole("button", { name: "Endgültig löschen" }).click();
    await page.getByText("Unterschrift gelöscht").waitFor();
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "CSV exportieren" }).click();
    await downloading;

    await openLog(page);
    await page.getByText("Hier stehen nie Namen").waitFor();
    const exported = rowsOf(page).filter({ hasText: "Unterschriften exportiert" });
    expect(await exported.getByRole("time").textContent()).toMatch(MOMENT);
    expect(await exported.getByRole("cell").allTextContents()).toContain("Format: csv, Unterschriften: 2");
    const removed = rowsOf(page).filter({ hasText: "Unterschrift gelöscht" });
    const hash = sha256(row?.id ?? "");
    expect(await removed.getByText("Verwaltung").count()).toBe(1);
    expect(await removed.locator("code").textContent()).toBe(hash);
    expect(await page.locator("main").textContent()).not.toMatch(new RegExp(`${bruno.fullName}|${clara.fullName}|@`));

    await page.getByRole("searchbox", { name: "Worüber" }).fill(row?.id ?? "");
    await found(page, "1 Eintrag auf Seite 1");
    expect(await rowsOf(page).locator("code").textContent()).toBe(hash);
    await page.getByRole("button", { name: "Filter leeren" }).click();
    await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(5);
    await page.getByRole("combobox", { name: "Was" }).selectOption("confirmed");
    await found(page, "2 Einträge auf Seite 1");
    await rowsOf(page)
      .first()
      .getByRole("button", { name: /^Alles über / })
      .click();
    await found(page, "1 Eintrag auf Seite 1");
    expect(await page.getByRole("searchbox", { name: "Worüber" }).inputValue()).toMatch(/^[0-9a-f-]{36}$/);
    expect(page.url()).toBe(`${site.address}/admin?view=audit`);
  });

  test("filters and pages with the keyboard alone, more than fifty lines", async () => {
    await site.site.database.pool.query(
      `insert into audit_log (entity_type, entity_id, action, changes, timestamp)
        select 'signature', 'row-' || n, 'bounced', '{"bounce":"hard","status":"5.1.1"}', timestamptz '2025-03-30 12:00Z' - n / 7 * interval '1 second'
        from generate_series(1, 120) n`,
    );
    const page = await visit(site.address);
    await logIn(page);
    await openLog(page);
    await page.getByRole("combobox", { name: "Wer" }).focus();
    await page.keyboard.type("Website");
    await found(page, "50 Einträge auf Seite 1");
    await page.getByLabel("Tag", { exact: true }).fill("2025-03-30");
    await found(page, "50 Einträge auf Seite 1");
    expect(await rowsOf(page).first().getByRole("cell").last().textContent()).toBe(
      "Art: Postfach gibt es nicht, Status: 5.1.1",
    );
    const seen = await rowsOf(page).locator("code").allTextContents();
    for (const [wanted, count] of [
      [2, 50],
      [3, 20],
    ]) {
      const older = page.getByRole("button", { name: "Ältere" });
      await older.focus();
      await page.keyboard.press("Enter");
      await found(page, `${count} Einträge auf Seite ${wanted}`);
      await expect.poll(() => hasFocus(page.getByRole("heading", { name: "Protokoll" }))).toBe(true);
      seen.push(...(await rowsOf(page).locator("code").allTextContents()));
    }
    expect(new Set(seen).size).toBe(120);
    expect(await page.getByRole("button", { name: "Ältere" }).count()).toBe(0);
    await page.getByRole("button", { name: "Neuere" }).click();
    await found(page, "50 Einträge auf Seite 2");
    expect(await rowsOf(page).locator("code").allTextContents()).toEqual(seen.slice(50, 100));
    await page.getByLabel("Tag", { exact: true }).fill("2025-03-29");
    await found(page, "Kein Eintrag passt dazu");
  });

  test("unknown actions and hostile details are text and nothing else", async () => {
    await site.site.database.pool.query(
      `insert into audit_log (entity_type, entity_id, action, changes, timestamp) values
        ('planet', '<b>mars</b>', '<img src=x onerror=alert(1)>', '{"<i>":"<svg onload=alert(1)>"}', now() + interval '1 day')`,
    );
    const page = await visit(site.address);
    await logIn(page);
    await openLog(page);
    const first = rowsOf(page).first();
    expect(await first.getByRole("rowheader").textContent()).toBe("<img src=x onerror=alert(1)>");
    expect(await first.getByRole("cell").last().textContent()).toBe("<i>: <svg onload=alert(1)>");
    expect(await page.locator("main img").count()).toBe(0);
  });

  test("a page that does not come is told, and comes with the next press; a key that is no longer right leads to the login", async () => {
    const page = await visit(site.address, { provokes: /503|401/ });
    await logIn(page);
    await openLog(page);
    await page.route("**/api/admin/audit?before*", (route) => route.fulfill({ status: 503, body: "{}" }));
    await page.getByRole("button", { name: "Ältere" }).click();
    await page.getByText("Das Protokoll ließ sich nicht laden").waitFor();
    await page.unroute("**/api/admin/audit?before*");
    await page.getByRole("button", { name: "Ältere" }).click();
    await found(page, "50 Einträge auf Seite 2");
    await page.route("**/api/admin/audit?*", (route) => route.fulfill({ status: 401, body: '{"message":"Unauthorized"}' }));
    await page.getByRole("button", { name: "Neu laden" }).click();
    await page.getByText("Unauthorized").waitFor();
    expect(await page.getByLabel("Admin-Schlüssel").inputValue()).toBe("");
  });

  test("the log bars nobody and fits narrow windows, in light and dark", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await visit(site.address, { colorScheme });
      await logIn(page);
      await openLog(page);
      for (const width of [360, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await expectNoSideways(page);
        if (width === (colorScheme === "dark" ? 1440 : 360)) expect(await barriers(page)).toEqual([]);
      }
    }
  });
});
