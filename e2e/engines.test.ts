/** The one journey that has to work everywhere, in browsers that do not share Chromium's engine. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Receipt } from "../petition/transparency/receipt.ts";
import { anna, bruno, type Person } from "../server/testing/people.ts";
import { solved } from "../server/testing/sum.ts";
import { firefox } from "./firefox.ts";
import { isInstalled, type OtherBrowser } from "./other-browser.ts";
import { anew, openWalkedSite, type WalkedSite } from "./site.ts";
import { webkit } from "./webkit.ts";

const KINDS = [firefox, webkit];

describe.each(KINDS)("In $engine", (kind) => {
  describe.skipIf(!isInstalled(kind))("where it is installed", () => {
    let site: WalkedSite;
    let browser: OtherBrowser;
    beforeAll(async () => {
      site = await openWalkedSite("server");
      await site.signAndConfirm(bruno);
      browser = await kind.open();
      console.info(`Walked in ${browser.name}`);
    });
    afterAll(async () => {
      await browser?.close();
      await site?.close();
    });

    test("Anna signs, follows the link of her e-mail and stands in the list", async () => {
      const person = anew({ ...anna, fullName: `Anna ${kind.engine}` });
      await browser.resize(1280, 900);
      await browser.open(`${site.address}/`);
      await browser.click(fieldOf("Vor- und Nachname"));
      await browser.type(person.fullName);
      await browser.click(fieldOf("E-Mail-Adresse"));
      await browser.type(person.email);
      await browser.click(`//label[b[. = 'Öffentlich']]`);
      await browser.click("//input[@type='checkbox' and @aria-required]");
      const question = /\d+ [+−] \d+ = \?/.exec(await browser.textOf(SUM))?.[0].replace("−", "-") ?? "";
      await browser.click(`//*[@id=${SUM}/@for]`);
      await browser.type(solved({ sessionId: "", question }).captcha);
      await browser.click(`//button[${says("Jetzt unterschreiben")}]`);
      expect(await browser.textOf("//h2[contains(., 'Danke')]")).toBe("Danke, deine Unterschrift zählt.");

      const [link = ""] = await site.linksFor(person.email);
      await browser.open(link);
      expect(await browser.textOf("//h1[contains(., 'bestätigt')]")).toBe("E-Mail bestätigt. Deine Unterschrift zählt.");
      expect(await browser.evaluate("location.href")).toBe(`${site.address}/confirm`);
      await site.site.publicLog.run();
      await expect.poll(() => browser.evaluate("document.querySelectorAll('.seal-drawing').length")).toBe(1);

      await browser.open(`${site.address}/unterstuetzer/seite/1`);
      expect(await browser.textOf("//main//li//b")).toBe(person.fullName);
      expect(browser.complaints()).toEqual([]);
    });

    test("Anna checks her receipt on the page of the public log", async () => {
      const receipt = await receiptFor(site, anew(anna));
      await browser.open(`${site.address}/impressum`);
      await browser.evaluate(`sessionStorage.setItem("receipt", ${JSON.stringify(JSON.stringify(receipt))})`);
      await browser.evaluate(`document.querySelector('footer a[href="/transparenz"]').click()`);
      expect(await browser.textOf("//*[@role='status']//h3")).toBe("Der Beleg stimmt");
      expect(await browser.textOf("//*[@role='status'][.//h3]")).toContain(receipt.opening.address);
      expect(browser.complaints()).toEqual([]);
    });

    test.each([kind.narrowest, 1440])("nothing makes a page scroll sideways in a window of %i pixels", async (width) => {
      await browser.resize(width, 900);
      for (const path of ["/", "/digitaler-euro", "/unterstuetzer/seite/1", "/transparenz"]) {
        await browser.open(site.address + path);
        await expect.poll(() => browser.evaluate("innerWidth")).toBe(width);
        expect(await browser.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")).toBe(0);
      }
    });
  });
});

/** As her own page gives it, once her entry is published. */
async function receiptFor(site: WalkedSite, person: Person): Promise<Receipt> {
  await site.sign(person);
  const { body } = await site.confirm(await site.tokenOf(person));
  const token = new URL(body.personalLink ?? "", site.address).searchParams.get("token") ?? "";
  for (;;) {
    const answer = await site.site.petition.ownReceipt(token, { language: "de" });
    if (answer.outcome === "receipt") return answer.receipt;
    if (answer.outcome !== "waiting") throw new Error(`${person.fullName} has no receipt: ${answer.outcome}`);
    await site.site.publicLog.run();
  }
}

const SUM = "//label[contains(., '= ?')]";

function fieldOf(label: string): string {
  return `//*[@id=//label[${says(label)}]/@for]`;
}

function says(text: string): string {
  return `contains(normalize-space(.), '${text}')`;
}
