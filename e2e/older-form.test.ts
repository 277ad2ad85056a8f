import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pathIn } from "../petition/addresses.ts";
import { anna, bruno, type Person } from "../server/testing/people.ts";
import { OLDER_VERSION, openedBefore, WORDS } from "./older-page.ts";
import { fillIn, hasFocus, pressSubmit, solveSum, sumField } from "./person.ts";
import { anew, openWalkedSite, type WalkedSite } from "./site.ts";
import { visits } from "./visit.ts";
import { wordsIn } from "./words.ts";

const visit = visits();
const t = wordsIn("de");
const CHANGED = t("signing.faults.textsChanged");

describe.each([{ script: true }, { script: false }])(
  "The form of a page that was opened before (script: $script)",
  ({ script }) => {
    let site: WalkedSite;
    beforeAll(async () => {
      site = await openWalkedSite("server");
    });
    afterAll(() => site.close());

    test("shows the new consent, keeps what Bruno typed, and asks for the box once more", async () => {
      const person = anew(bruno);
      const page = await visit(site.address, { script, provokes: /409/ });
      await openedBefore(page, site, "consentVersion");
      await page.goto("/");
      const consent = page.locator("label[for=consent]");
      expect(await consent.textContent()).toContain(WORDS.before);
      await fillIn(page, t, person);
      if (script) await solveSum(page);
      await pressSubmit(page, t);

      const summary = page.getByRole("region", { name: /^Noch nicht gesendet/ });
      await summary.waitFor();
      await page.waitForLoadState("domcontentloaded");
      expect(await summary.getByRole("link").allTextContents()).toEqual([CHANGED]);
      if (script) await expect.poll(() => hasFocus(summary)).toBe(true);
      expect(await consent.textContent()).toContain(site.site.petition.presentTexts("de").consent);
      expect(await consent.textContent()).toContain(WORDS.now);
      expect(await page.locator("#consent-error").textContent()).toContain(CHANGED);
      await expectTyped(page, person);
      const box = page.getByRole("checkbox");
      expect(await box.isChecked()).toBe(false);

      await summary.getByRole("link").click();
      await box.check();
      if (script) expect(await page.locator("#consent-error").count()).toBe(0);
      await sumField(page).waitFor();
      expect(await sumField(page).inputValue()).toBe("");
      await solveSum(page);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: t("signing.thanks.title") }).waitFor();
      expect(await versionsOf(site, person)).toEqual(presentVersions(site));
    });

    test.each(["petitionVersion", "policyVersion"] as const)(
      "leads to what is new where the %s has changed",
      async (changed) => {
        const person = anew(anna);
        const page = await visit(site.address, { script, provokes: /409/ });
        await openedBefore(page, site, changed);
        await page.goto("/");
        expect(await page.locator(`input[name="${changed}"]`).getAttribute("value")).toBe(OLDER_VERSION);
        await fillIn(page, t, person);
        if (script) await solveSum(page);
        await pressSubmit(page, t);
        await page.locator("#consent-error").waitFor();
        expect(
          await page
            .locator(".consent")
            .getByRole("link", { name: t("signing.form.privacy") })
            .count(),
        ).toBe(1);
        const appeal = page.getByRole("link", { name: t("signing.form.petitionText") });
        // Without the script the whole page is new.
        expect(await appeal.count()).toBe(script && changed === "petitionVersion" ? 1 : 0);
        await page.getByRole("checkbox").check();
        await solveSum(page);
        await page.keyboard.press("Enter");
        await page.getByRole("heading", { name: t("signing.thanks.title") }).waitFor();
        expect(await versionsOf(site, person)).toEqual(presentVersions(site));

        const { [changed]: version } = site.site.petition.presentTexts("de");
        await page.goto(`/einwilligung/${version}`);
        const title = t(changed === "petitionVersion" ? "personal.consent.title.petition" : "personal.consent.title.policy");
        await page.getByRole("heading", { level: 1, name: title }).waitFor();
        expect(await page.getByRole("blockquote").textContent()).toBe((await site.site.petition.shownText(version))?.text);
      },
    );
  },
);

describe.each([{ script: true }, { script: false }])(
  "Where nothing is preselected (VISIBILITY_DEFAULT=none, script: $script)",
  ({ script }) => {
    test("Anna forgets to choose, and is told beside the field; then she is counted as she chose", async () => {
      const site = await openWalkedSite("server", { VISIBILITY_DEFAULT: "none" });
      try {
        const said = wordsIn("fr");
        const page = await visit(site.address, { script, locale: "fr", provokes: /400/ });
        await page.goto(pathIn("fr", "/"));
        expect(await page.locator("input[name=visibility]:checked").count()).toBe(0);
        await page.getByRole("textbox", { name: said("signing.form.fullName") }).fill(anna.fullName);
        await page.getByRole("textbox", { name: said("signing.form.email") }).fill(anna.email);
        await page.getByRole("checkbox").check();
        if (script) await solveSum(page);
        await pressSubmit(page, said);
        const group = page.getByRole("group", { name: said("signing.form.visibility") });
        await group.getByText(said("signing.faults.visibility")).waitFor();
        expect(await page.locator(".summary").getByRole("link").allTextContents()).toEqual([said("signing.faults.visibility")]);
        expect(await page.locator("input[name=visibility]:checked").count()).toBe(0);

        await page.getByRole("radio", { name: said("signing.form.private") }).check();
        if (!script) await solveSum(page);
        await (script ? pressSubmit(page, said) : page.keyboard.press("Enter"));
        await page.getByRole("heading", { name: said("signing.thanks.title") }).waitFor();
        expect(await site.rows("select visibility from pending_confirmations")).toEqual([{ visibility: "private" }]);
        // What it still asks for must not meet a site that is gone.
        await page.close();
      } finally {
        await site.close();
      }
    });
  },
);

async function expectTyped(page: Page, person: Person): Promise<void> {
  expect(await page.getByRole("textbox", { name: t("signing.form.fullName") }).inputValue()).toBe(person.fullName);
  expect(await page.getByRole("textbox", { name: t("signing.form.email") }).inputValue()).toBe(person.email);
  expect(await page.locator(`#visibility-${person.visibility}`).isChecked()).toBe(true);
}

async function versionsOf(site: WalkedSite, { email }: Person) {
  const [row] = await site.rows<Record<string, string>>(
    `select consent_version, petition_version, policy_version from pending_confirmations where email = '${email}'`,
  );
  return row;
}

function presentVersions(site: WalkedSite) {
  const { consentVersion, petitionVersion, policyVersion } = site.site.petition.presentTexts("de");
  return { consent_version: consentVersion, petition_version: petitionVersion, policy_version: policyVersion };
}
