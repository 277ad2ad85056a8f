import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AdminPaper } from "../contract/administration/paper.ts";
import { MINUTE } from "../petition/duration.ts";
import { anna } from "../server/testing/people.ts";
import { KEY, logIn, openView } from "./administration.ts";
import { barriers } from "./barriers.ts";
import { hasFocus } from "./person.ts";
import { expectNoSideways } from "./sideways.ts";
import { openWalkedSite, type WalkedSite } from "./site.ts";
import { visits } from "./visit.ts";

const visit = visits();
const LONG = "Frauenverband Oberbayern, Ortsgruppe Garmisch-Partenkirchen, mit der Post in zwei Umschlägen";

let site: WalkedSite;
beforeAll(async () => {
  site = await openWalkedSite("server", { ADMIN_KEY: KEY });
  await site.signAndConfirm(anna);
});
afterAll(() => site.close());

async function openPaper(options: Parameters<typeof visit>[1] = {}): Promise<Page> {
  const page = await visit(site.address, options);
  await logIn(page);
  await openView(page, "Papier");
  await page.getByRole("heading", { name: "Neuer Stapel: erste Zählung" }).waitFor();
  return page;
}
const rowOf = (page: Page, batch: number) =>
  page
    .getByRole("region", { name: "Tabelle der Stapel" })
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: String(batch), exact: true }) });
async function type(page: Page, figures: Record<string, string>): Promise<void> {
  for (const [label, figure] of Object.entries(figures)) await page.getByLabel(label, { exact: true }).fill(figure);
}
async function said(page: Page, sentence: RegExp): Promise<void> {
  const outcome = page.locator(".paper-done", { hasText: sentence });
  await outcome.waitFor();
  await expect.poll(() => hasFocus(outcome)).toBe(true);
}
const onPaper = async () => {
  const answer = await fetch(`${site.url}/api/admin/paper`, { headers: { authorization: `Bearer ${KEY}` } });
  return ((await answer.json()) as AdminPaper).paperCount;
};
async function tenMinutesPass(page: Page): Promise<void> {
  site.clock.forward(10 * MINUTE);
  await page.getByRole("button", { name: "Neu laden" }).click();
}
async function act(page: Page, label: string): Promise<void> {
  await page.getByRole("button", { name: label, exact: true }).click();
  await expect
    .poll(() =>
      hasFocus(page.getByRole("heading", { name: label.startsWith("Stapel") ? new RegExp(label.slice(0, 8)) : label }).last()),
    )
    .toBe(true);
}

test("By keyboard: a first count is entered, the focus comes to what came of it, and its figures are shown to nobody while it waits", async () => {
  const page = await openPaper();
  await page.getByText("Noch kein Stapel ist da.").waitFor();
  await page.getByLabel("Gebracht von", { exact: true }).focus();
  for (const typed of [LONG, "312", "3", "0", "4"]) {
    await page.keyboard.insertText(typed);
    await page.keyboard.press("Tab");
  }
  await page.getByText("Zusammen: 319 Zeilen").waitFor();
  await page.keyboard.press("Enter");
  await said(page, /^Stapel 1 ist angelegt und gilt noch nicht\./);
  const row = rowOf(page, 1);
  await row.getByText("zweite Zählung fehlt").waitFor();
  expect(await row.textContent()).toContain(LONG);
  expect(await row.textContent()).toMatch(/Mit diesem Schlüssel ab \d\d:\d\d:\d\d Uhr: Dazwischen liegen zehn Minuten\./);
  expect(await page.getByRole("button", { name: "Stapel 1 zählen" }).count()).toBe(0);
  expect(await page.getByRole("main").textContent()).not.toMatch(/31[29]/);
  expect(await onPaper()).toBe(0);
});

test("what cannot be meant gets a sentence at its field, and what could be the same batch a question; all that was typed stays", async () => {
  const page = await openPaper({ provokes: /40[09]/ });
  await page.getByLabel("Gebracht von", { exact: true }).fill(LONG);
  const enter = () => page.keyboard.press("Enter");
  const fault = (label: string) => page.getByLabel(label, { exact: true }).and(page.locator("[aria-invalid]"));
  for (const [figure, sentence] of [
    ["", "Bitte eine ganze Zahl eingeben, nur Ziffern."],
    ["1,5", "Bitte eine ganze Zahl eingeben, nur Ziffern."],
    ["10001", /10\.000/],
  ] as const) {
    await type(page, { Gültig: figure, Doppelt: "1" });
    await enter();
    await page.locator(".field", { hasText: "Gültig" }).getByText(sentence).waitFor();
    await expect.poll(() => hasFocus(fault("Gültig"))).toBe(true);
    expect(await page.getByLabel("Doppelt", { exact: true }).inputValue()).toBe("1");
  }
  await type(page, { Gültig: "20" });
  await enter();
  const question = page.getByRole("checkbox", { name: "Es ist ein weiterer Stapel, kein doppelter" });
  await expect.poll(() => hasFocus(question)).toBe(true);
  expect(await page.getByLabel("Gebracht von", { exact: true }).inputValue()).toBe(LONG);
  await question.press("Space");
  await enter();
  await said(page, /^Stapel 2 ist angelegt/);
});

test("Counts that differ stand side by side and count nothing; counted again twice alike, the batch counts, with both numbers wherever there is one", async () => {
  const page = await openPaper();
  await tenMinutesPass(page);
  await act(page, "Stapel 1 zählen");
  expect(await page.getByRole("main").textContent()).not.toMatch(/31[29]/);
  await type(page, { Gültig: "311", Doppelt: "3", "Ohne Unterschrift": "5" });
  await page.keyboard.press("Enter");
  await said(page, /^Stapel 1: Die beiden Eingaben weichen ab/);
  const compared = page.getByRole("region", { name: "Stapel 1: Die Eingaben weichen ab" }).last().locator("tbody tr");
  await expect
    .poll(() => compared.allTextContents())
    .toEqual(["Gültig312311", "Doppelt33", "Unleserlich00", "Ohne Unterschrift45", "Aus anderem Grund ungültig00"]);
  expect(await compared.and(page.locator(".sel")).count()).toBe(2);
  expect(await onPaper()).toBe(0);

  for (const sentence of [/^Stapel 1: Ihre Eingabe ist gespeichert/, /^Stapel 1 gilt: .* Auf Papier gezählt: 312\.$/]) {
    await act(page, "Stapel 1 zählen");
    await type(page, { Gültig: "312", Doppelt: "3", "Ohne Unterschrift": "4" });
    await page.keyboard.press("Enter");
    await said(page, sentence);
    await tenMinutesPass(page);
  }
  await rowOf(page, 1).getByText("first, zweimal im Abstand von mindestens zehn Minuten").waitFor();
  expect(await rowOf(page, 1).textContent()).toContain("gilt");
  await openView(page, "Übersicht");
  await page.locator(".ledger").getByText("1 online · 312 auf Papier").waitFor();
});

test("where there is paper, its number stands beside the number online, which stays as it is", async () => {
  const page = await visit(site.address, { width: 360, provokes: /favicon/ });
  for (const [path, sentence] of [
    ["/", "1 online · 312 auf Papier"],
    ["/fr", "1 en ligne · 312 sur papier"],
    ["/embed?lang=pl", "1 online · 312 na papierze"],
    ["/material/presse", "Auf Papier: 312 Unterschriften, zweimal ausgezählt."],
    ["/transparenz", "1 online · 312 auf Papier"],
  ] as const) {
    await expect
      .poll(async () => {
        await page.goto(path);
        return page.getByText(sentence).count();
      })
      .toBe(1);
    await expectNoSideways(page, path);
  }
  await page.getByRole("button", { name: "Jetzt nachzählen" }).click();
  const recounted = page.getByRole("status").filter({ hasText: "Nachgezählt: Die Zahl stimmt" });
  await recounted.getByText("1 online · 312 auf Papier").waitFor();
  expect(await recounted.textContent()).toContain(" + 1 Eintrag über Papier");
  await page.getByText("Jeder Eintrag über Papier").click();
  const entries = page.getByRole("region", { name: "Unterschriften auf Papier" }).last().locator("tbody tr");
  expect(await entries.locator("td").allTextContents()).toEqual(["1", "ausgezählt", "312", "7"]);
});

test("A correction and a withdrawal hold once they were entered twice, and until then the old figures do", async () => {
  const page = await openPaper();
  for (const [label, figures, outcomes] of [
    [
      "Stapel 1 korrigieren",
      { Gültig: "300", Doppelt: "19" },
      [/Ihre Eingabe ist gespeichert/, /^Stapel 1 ist korrigiert\. .*: 300\.$/],
    ],
    ["Stapel 1 zurücknehmen", {}, [/Ihre Eingabe ist gespeichert/, /^Stapel 1 ist zurückgenommen\. .*: 0\.$/]],
  ] as const)
    for (const sentence of outcomes) {
      const before = await onPaper();
      await act(page, label);
      await type(page, { ...figures, Grund: "Zwei Bögen lagen im falschen Umschlag" });
      await page.keyboard.press("Enter");
      await said(page, sentence);
      if (sentence === outcomes[0]) {
        await rowOf(page, 1).getByText("Änderung begonnen, die zweite Eingabe fehlt").waitFor();
        expect(await onPaper()).toBe(before);
      }
      await tenMinutesPass(page);
    }
  await rowOf(page, 1).getByText("zurückgenommen").waitFor();
  expect(await rowOf(page, 1).getByRole("button").count()).toBe(0);
});

test.each([
  { width: 360, colorScheme: "dark" },
  { width: 1440, colorScheme: "light" },
] as const)("nothing of it bars anybody, $width pixels wide", async (look) => {
  const page = await openPaper(look);
  await rowOf(page, 1).waitFor();
  await page.getByRole("button", { name: "Stapel anlegen" }).click();
  await page.locator("[aria-invalid]").first().waitFor();
  expect(await barriers(page)).toEqual([]);
  await expectNoSideways(page);
});
