import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CROWDED_NETWORK } from "../petition/suspicion.ts";
import { reconcile } from "../server/ledger/count/reconcile.ts";
import { anna, bruno } from "../server/testing/people.ts";
import { figure, KEY, logIn, openView, signaturesOf } from "./administration.ts";
import { barriers } from "./barriers.ts";
import { hasFocus } from "./person.ts";
import { anew, openWalkedSite, type WalkedSite } from "./site.ts";
import { visits } from "./visit.ts";

const visit = visits();
const CROWD = CROWDED_NETWORK.counts[0];
const OTHERS = 3;
const NETWORK = "203.0.113.7";

const count = (page: Page) => figure(page, "Unterschriften").textContent();

describe("A crowd from one network, at the administration", () => {
  let site: WalkedSite;
  beforeAll(async () => {
    site = await openWalkedSite("server", { ADMIN_KEY: KEY });
    for (const person of [anna, bruno]) await site.signAndConfirm(person);
    await site.site.database.pool.query(
      `insert into signatures (full_name, email, ip_address, confirmed_at)
        select 'One of many', 'crowd' || number || '@web.de', $1, now() - number * interval '1 minute' from generate_series(1, $2::int) number`,
      [NETWORK, CROWD],
    );
    await site.site.database.pool.query(
      "insert into signatures (full_name, email, ip_address) values ('Quiet One', 'quiet@web.de', '203.0.113.8')",
    );
    await reconcile(site.site.database.db, site.clock);
    await site.site.tasks.runDue();
  });
  afterAll(() => site.close());

  async function enter(): Promise<Page> {
    const page = await visit(site.address);
    await logIn(page);
    await signaturesOf(page).first().waitFor();
    return page;
  }

  test("the crowd is shown with its reason and its network; one look leads to its signatures", async () => {
    const page = await enter();
    await openView(page, "Auffälliges");
    const cluster = page.getByRole("row", { name: /Viele aus einem Netz/ });
    await cluster.getByText(NETWORK).waitFor();
    await cluster.getByText(`${CROWD} gezählt`).waitFor();
    expect(await barriers(page)).toEqual([]);
    await cluster.getByRole("button", { name: "Unterschriften ansehen" }).click();
    await page.getByText(`${CROWD} Unterschriften`, { exact: true }).waitFor();
    expect(await signaturesOf(page).first().getByText("Viele aus einem Netz").count()).toBe(1);
    await page.getByRole("button", { name: "Wieder alle zeigen" }).click();
    await page.getByText(`${CROWD + OTHERS} Unterschriften`, { exact: true }).waitFor();
  });

  test("the filter finds what is suspicious in the list", async () => {
    const page = await enter();
    await page.getByRole("combobox", { name: "Zustand" }).selectOption("auffällig");
    await page.getByText(`${CROWD + OTHERS - 1} Unterschriften`, { exact: true }).waitFor();
    expect(await barriers(page)).toEqual([]);
  });

  test("a name on hold is pointed out, found, and approved; another is hidden", async () => {
    for (const fullName of ["Max Mustermann", "Erika Mustermann"]) await site.signAndConfirm(anew({ ...anna, fullName }));
    const page = await enter();
    await page.getByText("2 Namen sind zurückgehalten, bis Sie entscheiden.").waitFor();
    await page.getByRole("button", { name: "Ansehen" }).click();
    await page.getByText("2 Unterschriften", { exact: true }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole("button", { name: "Namen Max Mustermann für die öffentliche Liste freigeben" }).click();
    await page.getByText("1 Name ist zurückgehalten, bis Sie entscheiden.").waitFor();
    await page.getByRole("button", { name: "Namen Erika Mustermann in der öffentlichen Liste verbergen" }).click();
    await page.getByText(/zurückgehalten, bis Sie entscheiden/).waitFor({ state: "hidden" });
    const visitor = await visit(site.address);
    await visitor.goto("/unterstuetzer/seite/1");
    const listed = visitor.getByRole("main");
    expect([await listed.getByText("Max Mustermann").count(), await listed.getByText("Erika Mustermann").count()]).toEqual([
      1, 0,
    ]);
    for (const name of ["Max Mustermann", "Erika Mustermann"])
      await site.rows(`delete from signatures where full_name = '${name}'`);
    await reconcile(site.site.database.db, site.clock);
  });

  test("quarantine names the number beforehand, takes all of them as one act, and gives them back as one", async () => {
    const page = await enter();
    expect(await count(page)).toBe(String(CROWD + OTHERS));
    await openView(page, "Auffälliges");
    const button = page.getByRole("button", { name: `In Quarantäne nehmen: Viele aus einem Netz, ${NETWORK}` });
    await button.click();
    const dialog = page.getByRole("dialog", { name: "Quarantäne" });
    await dialog.getByText(`${CROWD} Unterschriften in Quarantäne nehmen?`).waitFor();
    await dialog.getByText(`von ${CROWD + OTHERS} auf ${OTHERS}`).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    expect(await hasFocus(button)).toBe(true);

    let counted = 0;
    page.on("request", (request) => {
      if (request.url().includes("/api/admin/quarantine?")) counted += 1;
    });
    await button.click();
    await dialog.getByRole("button", { name: "In Quarantäne nehmen" }).click();
    await page.getByText(`${CROWD} Unterschriften sind in Quarantäne`).waitFor();
    await page.getByText(`${CROWD} von ${CROWD} in Quarantäne`).waitFor();
    expect(counted).toBe(1);
    // The button has gone with what it did.
    await expect.poll(() => hasFocus(page.getByRole("heading", { name: "Auffällige Unterschriften" }))).toBe(true);
    await openView(page, "Übersicht");
    await expect.poll(() => count(page)).toBe(String(OTHERS));
    await page.getByRole("combobox", { name: "Zustand" }).selectOption("in Quarantäne");
    await page.getByText(`${CROWD} Unterschriften`, { exact: true }).waitFor();

    const visitor = await visit(site.address);
    await visitor.goto("/unterstuetzer");
    expect(await visitor.getByText("One of many").count()).toBe(0);

    await openView(page, "Auffälliges");
    await page.getByRole("button", { name: /^Freigeben, was am/ }).click();
    await page.getByRole("dialog", { name: "Freigabe" }).getByRole("button", { name: "Freigeben" }).click();
    await page.getByText(`${CROWD} Unterschriften sind freigegeben`).waitFor();
    await page.getByText(/freigegeben am \d\d\.\d\d\.\d{4} \d\d:\d\d/).waitFor();
    await expect.poll(() => hasFocus(page.getByRole("heading", { name: "Auffällige Unterschriften" }))).toBe(true);
    await openView(page, "Übersicht");
    await expect.poll(() => count(page)).toBe(String(CROWD + OTHERS));
  });

  test("in the list, too, the focus stays where one was when a button goes with what it did", async () => {
    const page = await enter();
    const heading = page.getByRole("heading", { name: "Unterschriften", exact: true });
    await page.getByRole("combobox", { name: "Zustand" }).selectOption("auffällig");
    await page.getByText(`${CROWD + OTHERS - 1} Unterschriften`, { exact: true }).waitFor();
    await page.getByRole("searchbox").fill(anna.email);
    await page.getByText("1 Unterschrift", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Diese Auswahl in Quarantäne nehmen" }).click();
    await page.getByRole("dialog", { name: "Quarantäne" }).getByRole("button", { name: "In Quarantäne nehmen" }).click();
    await expect.poll(() => hasFocus(heading)).toBe(true);
    await page.getByRole("combobox", { name: "Zustand" }).selectOption("in Quarantäne");
    await page.getByRole("button", { name: `Unterschrift von ${anna.fullName} freigeben` }).click();
    await page.getByRole("dialog", { name: "Freigabe" }).getByRole("button", { name: "Freigeben" }).click();
    await page.getByText("Keine Unterschrift passt dazu").waitFor();
    await expect.poll(() => hasFocus(heading)).toBe(true);
  });

  test("somebody else was quicker: what was agreed to is not what would move, so nothing moves", async () => {
    const page = await visit(site.address, { provokes: /409/ });
    await logIn(page);
    await page.getByRole("searchbox").fill("crowd1@");
    await page.getByText("1 Unterschrift", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Unterschrift von One of many in Quarantäne nehmen" }).click();
    const dialog = page.getByRole("dialog", { name: "Quarantäne" });
    await dialog.getByText("1 Unterschrift in Quarantäne nehmen?").waitFor();
    await site.site.database.pool.query("delete from signatures where email = 'crowd1@web.de'");
    await reconcile(site.site.database.db, site.clock);
    await dialog.getByRole("button", { name: "In Quarantäne nehmen" }).click();
    await page.getByText("Inzwischen ist keine Unterschrift mehr in dieser Auswahl.").waitFor();
    await page.getByText("Keine Unterschrift passt dazu").waitFor();
  });

  test("an offensive name is hidden: visitors read the anonymous label, and the number stays", async () => {
    const page = await enter();
    const visitor = await visit(site.address);
    const named = async () => {
      await visitor.goto("/unterstuetzer");
      return visitor.getByText(anna.fullName, { exact: true }).count();
    };
    expect(await named()).toBe(1);
    const before = await count(page);
    await page.getByRole("searchbox").fill("Anna");
    await page.getByRole("button", { name: `Namen ${anna.fullName} in der öffentlichen Liste verbergen` }).click();
    await page.getByText("Der Name steht nicht mehr in der öffentlichen Liste.").waitFor();
    await signaturesOf(page).getByText("Name verborgen").waitFor();
    await expect.poll(named).toBe(0);
    expect(await count(page)).toBe(before);
    await page.getByRole("button", { name: `Namen ${anna.fullName} wieder öffentlich zeigen` }).click();
    await expect.poll(named).toBe(1);
  });
});
