import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pageIn, supportersPageIn } from "../petition/addresses.ts";
import { LANGUAGES, type Language } from "../petition/language.ts";
import { anna, bruno, ewa } from "../server/testing/people.ts";
import { KEY, logIn } from "./administration.ts";
import { barriers } from "./barriers.ts";
import { expectNoSideways } from "./sideways.ts";
import { openWalkedSite, type WalkedSite } from "./site.ts";
import { visits } from "./visit.ts";
import { wordsIn } from "./words.ts";

const visit = visits();

const inEachLanguage = (text: string) => Object.fromEntries(LANGUAGES.map((one) => [one, text])) as Record<Language, string>;

describe("After the end of the petition", () => {
  let site: WalkedSite;
  beforeAll(async () => {
    site = await openWalkedSite(
      "server",
      { ADMIN_KEY: KEY },
      {
        handover: {
          recipient: inEachLanguage("Petitionsausschuss"),
          date: "2025-11-20",
          erasedBy: "2099-12-31",
          result: inEachLanguage("Der Ausschuss berät im Januar."),
        },
      },
    );
    for (const person of [anna, bruno, ewa]) await site.signAndConfirm(person);
    await site.post("/api/admin/end", { waive: true }, { authorization: `Bearer ${KEY}` });
  });
  afterAll(() => site.close());

  async function expectNoViolations(page: Page, language: Language): Promise<void> {
    // What is said differs, what bars somebody does not.
    if (language === "de") expect(await barriers(page)).toEqual([]);
    await expectNoSideways(page);
  }

  test.each(LANGUAGES)("home, list and deletion form tell the result in %s", async (language) => {
    const t = wordsIn(language);
    const page = await visit(site.address, { script: language === "de", width: 360 });
    await page.goto(pageIn(language, "home"));
    const notice = page.getByRole("region", { name: t("collection.answer.ended.title"), exact: true });
    await notice.getByText("Der Ausschuss berät im Januar.").waitFor();
    expect(await notice.textContent()).toContain("Petitionsausschuss");
    expect(await page.locator("form input[name=fullName]").count()).toBe(0);
    await page.getByText(t("supporters.ended")).waitFor();
    await expectNoViolations(page, language);
    await page.goto(supportersPageIn(language, 1));
    await page.getByText(t("supporters.list.counted", { total: 3 })).waitFor();
    await page.getByText(t("supporters.ended")).waitFor();
    expect(await page.getByRole("link", { name: t("supporters.report.link") }).count()).toBe(0);
    await expectNoViolations(page, language);
    for (const form of ["withdrawal", "personal"] as const) {
      await page.goto(pageIn(language, form));
      await page.getByText(t("withdrawal.ended")).waitFor();
      expect(await page.locator("form input[name=email]").count()).toBe(0);
      await expectNoViolations(page, language);
    }
  });

  test("they say the same without JavaScript", async () => {
    const t = wordsIn("pl");
    const page = await visit(site.address, { script: false, width: 1280 });
    await page.goto(pageIn("pl", "home"));
    await page.getByRole("region", { name: t("collection.answer.ended.title"), exact: true }).waitFor();
    await page.getByText(t("supporters.ended")).waitFor();
    await page.goto(supportersPageIn("pl", 1));
    await page.getByText(t("supporters.ended")).waitFor();
    await page.goto(pageIn("pl", "withdrawal"));
    await page.getByText(t("withdrawal.ended")).waitFor();
  });

  test("the administration's head says when it ended and with how many, the empty table says why", async () => {
    const page = await visit(site.address);
    await logIn(page);
    await page.getByText(/^Beendet am \d\d\.\d\d\.\d{4} \d\d:\d\d mit 3 Unterschriften, alle Angaben gelöscht/).waitFor();
    await page.getByText(wordsIn("de")("administration.list.ended")).waitFor();
    await expectNoViolations(page, "de");
  });
});
