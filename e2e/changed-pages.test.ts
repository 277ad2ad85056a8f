/** Every page on which somebody does something, while programs of theirs change it: page translation, a password manager, slow scripts. */
import puppeteer, { type Browser, type HTTPRequest, type Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { materialPieceIn, pageIn, supportersPageIn } from "../petition/addresses.ts";
import { NOTICE_LENGTH_MAX } from "../petition/collection.ts";
import { MAIL_COOLDOWN, RESEND_AFTER } from "../petition/signing.ts";
import type { Receipt } from "../petition/transparency/receipt.ts";
import { anna, bruno, type Person } from "../server/testing/people.ts";
import { solved } from "../server/testing/sum.ts";
import { VIEWS } from "../web/administration/place.ts";
import { KEY } from "./administration.ts";
import { chromiumOptions } from "./browser.ts";
import { type Bystanders, standIn, type Watched } from "./bystanders.ts";
import { clickOn, firefox, firefoxOptions } from "./firefox.ts";
import { isAlive, isInstalled } from "./other-browser.ts";
import { seedSignatures } from "./seed.ts";
import { anew, openWalkedSite, type WalkedSite } from "./site.ts";
import { wordsIn } from "./words.ts";

const t = wordsIn("de");
const OFTEN = "1000/10m";

const WINDOW = { width: 1280, height: 900 };

const NOBODY: Bystanders = { translates: null, inserts: false };

/** `isSlow`: the page's script comes only after somebody has begun to fill in the page. */
const WALKS = [
  { said: "translated", bystanders: { translates: "once it is alive", inserts: false }, isSlow: false },
  { said: "translated before its script", bystanders: { translates: "before its script", inserts: false }, isSlow: true },
  { said: "filled by a password manager before its script", bystanders: { translates: null, inserts: true }, isSlow: true },
] as const;

const ENGINES = [
  { engine: "Chromium", isThere: true, options: germanChromium, walks: WALKS },
  // What is translated before its script takes the same ways through it as what is filled.
  { engine: firefox.engine, isThere: isInstalled(firefox), options: firefoxOptions, walks: [WALKS[0], WALKS[2]] },
];

let site: WalkedSite;
/** Where the link of an e-mail deletes. */
let byLink: WalkedSite;
beforeAll(async () => {
  const limits = { SIGN_RATE_LIMIT: OFTEN, DELETE_RATE_LIMIT: OFTEN, ADMIN_RATE_LIMIT: OFTEN, READ_RATE_LIMIT: OFTEN };
  site = await openWalkedSite("server", { ADMIN_KEY: KEY, ...limits });
  await seedSignatures(site.site.database, 120, new Date());
  await site.signAndConfirm(bruno);
  byLink = await openWalkedSite("server", { ADMIN_KEY: KEY, DELETE_BY: "link", ...limits });
});
afterAll(() => Promise.all([site?.close(), byLink?.close()]));

for (const { engine, isThere, options, walks } of ENGINES)
  describe.skipIf(!isThere)(`In ${engine}`, () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await puppeteer.launch({ headless: true, defaultViewport: WINDOW, ...(await options()) });
    });
    afterAll(() => browser?.close());

    describe.each(walks)("a page that is $said", ({ bystanders, isSlow }) => {
      const begin = () => Walk.begin(browser, bystanders, isSlow);

      test("signs: what was typed stays, faults and outcome are shown, and so is the way back", async () => {
        await using walk = await begin();
        const person = anew({ ...anna, visibility: "private" });
        await walk.open(pageIn("de", "home"), async () => {
          await walk.fill("full-name", person.fullName);
          await walk.click("//input[@id='consent']");
          await walk.click("//input[@id='visibility-private']");
          await walk.fill("email", person.email);
        });
        expect(await walk.values("full-name", "email")).toEqual([person.fullName, person.email]);
        expect(await walk.checked()).toEqual(["consent", "private"]);
        expect(await walk.focused()).toBe("email");
        await walk.click("//input[@id='visibility-public']");
        await walk.see(person.fullName, "#sign .signline");
        await walk.click("//input[@id='visibility-private']");
        await expect.poll(() => walk.count("#sign .signline")).toBe(0);

        await walk.press(t("sharing.copy"));
        await walk.see(t("sharing.copied"));
        await walk.seeNoMore(t("sharing.copied"));
        await walk.click("//details[@id='why-panel']/summary");

        await walk.click("//input[@id='consent']");
        await walk.answerSum();
        await walk.press(t("signing.form.submit"));
        await walk.see(t("signing.faults.summary", { count: 1 }));
        await walk.click("//input[@id='consent']");
        await walk.answerSum(1);
        await walk.press(t("signing.form.submit"));
        await walk.seeIn("#captcha-error");
        await walk.answerSum();
        await walk.press(t("signing.form.submit"));
        await walk.see(t("signing.thanks.title"));
        await walk.see("Bestätigungs-E-Mail wurde gesendet");
        site.clock.forward(RESEND_AFTER);
        await walk.pass(RESEND_AFTER);
        await expect.poll(() => walk.count(".resend .tab")).toBe(0);
        await walk.press(t("signing.thanks.resend"));
        await walk.see(t("signing.answer.resent", { mails: MAIL_COOLDOWN.perDay }), ".resend");
        await site.inbox.waitFor(person.email, 2);
        await walk.press(t("signing.thanks.changeAddress"));
        await expect.poll(() => walk.values("full-name", "email")).toEqual([person.fullName, person.email]);
      });

      test("confirms, remembers and changes the language", async () => {
        await using walk = await begin();
        const person = anew(anna);
        await site.sign(person);
        const [link = ""] = await site.linksFor(person.email);
        await walk.open(link);
        await walk.see(t("confirmation.confirmed.title"));
        await site.site.publicLog.run();
        await expect.poll(() => walk.count(".seal-drawing")).toBe(1);
        await walk.click("//details[@class='pass-on']/summary");
        await walk.press(t("sharing.copy"));
        await walk.see(t("sharing.copied"));
        await walk.click("//details[@class='fold']/summary");
        await walk.press(t("own-sheet.remember.button"));
        await walk.see(t("own-sheet.remember.forget"));
        await walk.click("//details[@class='fold']/details/summary");
        await expect.poll(() => walk.count("canvas")).toBe(1);
        await walk.click("//details[contains(@class, 'languages')]/summary");
        await walk.click("//details[contains(@class, 'languages')]//button[@lang='en']");
        await expect.poll(() => walk.path()).toBe(pageIn("en", "confirmation"));

        await walk.open(pageIn("en", "home"));
        await walk.press(wordsIn("en")("remembered.forget"));
        await expect.poll(() => walk.count(".remembered")).toBe(0);
      });

      test("says 'that was not me' and takes it back", async () => {
        await using walk = await begin();
        const person = anew(anna);
        await site.sign(person);
        const links = await site.linksFor(person.email);
        await walk.open(links.find((one) => one.includes(pageIn("de", "suppression"))) ?? "");
        await walk.press(t("confirmation.suppression.open.button"));
        await walk.see(t("confirmation.suppression.suppressed.title"));
        await walk.press(t("confirmation.suppression.suppressed.undo"));
        await walk.see(t("confirmation.suppression.undone.title"));
      });

      test("corrects, hides, deletes and restores a signature", async () => {
        await using walk = await begin();
        const { person, personalLink } = await counted();
        await walk.open(personalLink, () => walk.fill("full-name", "Anna Anders"));
        expect(await walk.values("full-name")).toEqual(["Anna Anders"]);
        await walk.see("Anna Anders", ".signline");
        await walk.click("//input[@id='visibility-private']");
        await expect.poll(() => walk.count(".signline")).toBe(0);
        await walk.press(t("personal.change.submit"));
        await walk.see(t("personal.change.changed"));

        await walk.open(pageIn("de", "withdrawal"), () => walk.fill("email", "anna@"));
        await walk.press(t("withdrawal.form.submit.request"));
        await walk.seeIn("#email-error");
        await walk.fill("email", person.email);
        await walk.click("//input[@id='confirm-deletion']");
        await walk.press(t("withdrawal.form.submit.request"));
        await walk.see(t("withdrawal.done.request"), "main");

        const letters = await site.inbox.waitFor(person.email, 2);
        const links = letters.flatMap((letter) => letter.links);
        await walk.open(links.find((one) => one.includes(pageIn("de", "restoration"))) ?? "");
        await walk.press(t("withdrawal.restore.open.button"));
        await walk.see(t("withdrawal.restore.restored.title"));
      });

      test("deletes by the link of an e-mail", async () => {
        await using walk = await begin();
        const { person } = await counted(byLink);
        await walk.open(byLink.address + pageIn("de", "withdrawal"), () => walk.fill("email", person.email));
        await walk.click("//input[@id='confirm-deletion']");
        await walk.press(t("withdrawal.form.submit.link"));
        await walk.see(t("withdrawal.done.link"), "main");
        const links = await byLink.linksFor(person.email, 2);
        await walk.open(links.find((one) => one.includes(pageIn("de", "withdrawal"))) ?? "");
        await walk.press(t("withdrawal.form.submit.request"));
        await walk.see(t("withdrawal.link.erased.title"));
      });

      test("chooses a sheet and prints it", async () => {
        await using walk = await begin();
        await walk.open(pageIn("de", "material"));
        await walk.click(`//a[@aria-label][@href='${materialPieceIn("de", "plakat-a4")}']`);
        await expect.poll(() => walk.path()).toBe(materialPieceIn("de", "plakat-a4"));
        await walk.open(materialPieceIn("de", "plakat-a4", "schwarzweiss"));
        await walk.click("//*[@class='print-bar']//button");
        await walk.until("isPrinted");
      });

      test("sends a personal link and stores the consent of the demonstration", async () => {
        await using walk = await begin();
        await walk.open(pageIn("de", "personal"), () => walk.fill("email", "anna@"));
        expect(await walk.values("email")).toEqual(["anna@"]);
        await walk.press(t("personal.request.submit"));
        await walk.seeIn("#email-error");
        await walk.fill("email", anew(anna).email);
        await walk.press(t("personal.request.submit"));
        await walk.see(t("personal.request.done"));

        await walk.open(pageIn("de", "consentDemo"), () => walk.click("//input[@id='data-privacy-consent']"));
        await walk.press(t("consent.submit"));
        await walk.see(t("consent.stored"));
        await walk.press(t("consent.forget"));
        await walk.seeNoMore(t("consent.stored"));
      });

      test("turns the pages of the supporters and checks a receipt", async () => {
        await using walk = await begin();
        await walk.open(supportersPageIn("de", 1));
        await walk.click("//a[@rel='next']");
        await expect.poll(() => walk.path()).toBe(supportersPageIn("de", 2));
        const { receipt } = await counted();
        await walk.open(pageIn("de", "transparency"));
        await walk.type("//textarea", "no receipt");
        await walk.press(t("transparency.verify.submit"));
        await walk.see(t("transparency.verify.false.title"));
        await walk.press(t("transparency.verify.clear"));
        await walk.paste("//textarea", JSON.stringify(receipt));
        await walk.press(t("transparency.verify.submit"));
        await walk.see(t("transparency.verify.true.title"));
        await walk.see(receipt.opening.address);
      });

      test("lets the administrator in, who looks at each view, searches and deletes", async () => {
        await using walk = await begin();
        const { person } = await counted();
        await walk.open(pageIn("de", "administration"), () => walk.fill("admin-key", "not-the-key-at-all"));
        expect(await walk.values("admin-key")).toEqual(["not-the-key-at-all"]);
        await walk.press(t("login.form.submit"));
        await walk.see("Unauthorized");
        await walk.fill("admin-key", KEY);
        await walk.press(t("login.form.submit"));
        for (const view of VIEWS.toReversed()) {
          const name = t(`administration.nav.${view}`);
          await walk.click(`//nav[@class='admin-views']/a[${says(name)}]`);
          await walk.see(name, "nav a[aria-current='page']");
        }
        await walk.type("//input[@type='search']", person.email);
        await expect.poll(() => walk.count("tbody tr")).toBe(1);
        const { fullName: name } = person;
        await walk.press(t("suspicion.name.hide", { name }));
        await walk.see(t("suspicion.state.name-hidden"), "tbody");
        await walk.press(t("suspicion.name.show", { name }));
        await expect.poll(() => walk.count("tbody .badge")).toBe(1);
        await walk.press(t("suspicion.quarantine.one", { name }));
        await walk.click(`//dialog[@open]//button[${says(t("suspicion.quarantine.confirm"))}]`);
        await walk.see(t("administration.list.quarantined"), "tbody");
        await walk.press(t("administration.remove.label", { name }));
        await walk.click(`//dialog[@open]//button[${says(t("administration.remove.confirm"))}]`);
        await walk.see(t("administration.remove.done.title"));
      });

      test("lets the administrator pause the petition and open it again", async () => {
        await using walk = await begin();
        await walk.open(byLink.address + pageIn("de", "administration"), () => walk.fill("admin-key", KEY));
        await walk.press(t("login.form.submit"));
        await walk.click(`//nav[@class='admin-views']/a[${says(t("administration.nav.collection"))}]`);
        for (const status of ["paused", "open"] as const) {
          await walk.click(`//input[@name='status'][@value='${status}']`);
          if (status === "paused") {
            await walk.type("//textarea[@id='notice-de']", "Wir ziehen um.");
            await walk.see(
              t("administration-collection.texts.count", { count: 14, max: NOTICE_LENGTH_MAX }),
              "#notice-de-count",
            );
          }
          await walk.press(t("administration-collection.submit"));
          await walk.click(`//dialog[@open]//button[${says(t(`administration-collection.${status}.confirm`))}]`);
          await walk.see(t(`administration-collection.${status}.done`));
          await walk.see(t(`administration-collection.${status}.label`), "main .badge");
        }
      });
    });

    test("an element that a program takes out of the form takes neither what was typed nor the thanks", async () => {
      await using walk = await Walk.begin(browser, NOBODY, false, /removeChild|not a child|NotFound/i);
      const person = anew({ ...anna, visibility: "private" });
      await walk.open(pageIn("de", "home"));
      await walk.fill("full-name", person.fullName);
      await walk.fill("email", person.email);
      await walk.click("//input[@id='visibility-private']");
      await walk.click("//input[@id='consent']");
      await walk.answerSum(1);
      await walk.takeOut("#sign [type=submit] .btn-text");
      await walk.pressEnterIn("captcha");
      await walk.seeIn("#captcha-error");
      expect(walk.provoked.length).toBeGreaterThan(0);
      expect(await walk.values("full-name", "email")).toEqual([person.fullName, person.email]);
      expect(await walk.checked()).toEqual(["consent", "private"]);
      await walk.answerSum();
      await walk.takeOut("#sign [type=submit] .btn-text");
      await walk.pressEnterIn("captcha");
      await walk.see(t("signing.thanks.title"));
    });
  });

async function germanChromium() {
  const { args, ...rest } = await chromiumOptions();
  return { ...rest, args: [...args, "--accept-lang=de"] };
}

/** Somebody whose signature counts, with what their own page needs. */
async function counted(house = site): Promise<{ person: Person; personalLink: string; receipt: Receipt }> {
  const person = anew(anna);
  await house.sign(person);
  const { body } = await house.confirm(await house.tokenOf(person));
  const personalLink = new URL(body.personalLink ?? "", house.address);
  const token = personalLink.searchParams.get("token") ?? "";
  for (let tries = 0; tries < 50; tries += 1) {
    const answer = await house.site.petition.ownReceipt(token, { language: "de" });
    if (answer.outcome === "receipt") return { person, personalLink: personalLink.href, receipt: answer.receipt };
    await house.site.publicLog.run();
  }
  throw new Error(`${person.fullName} has no receipt`);
}

/** One visitor, from an empty window to the end of a test. */
class Walk {
  readonly provoked: string[] = [];
  readonly #page: Page;
  readonly #bystanders: Bystanders;
  readonly #isSlow: boolean;
  readonly #errors: string[] = [];
  #held: HTTPRequest[] | null = null;

  private constructor(page: Page, bystanders: Bystanders, isSlow: boolean) {
    this.#page = page;
    this.#bystanders = bystanders;
    this.#isSlow = isSlow;
  }

  /** `provokes`: errors that this visitor provokes. */
  static async begin(browser: Browser, bystanders: Bystanders, isSlow: boolean, provokes?: RegExp): Promise<Walk> {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    const walk = new Walk(page, bystanders, isSlow);
    page.setDefaultTimeout(15_000);
    // React reports each page whose elements it made again; what a call refused, the browser reports by itself, and Firefox what a page that is left still asked for.
    const note = (text: string) => {
      if (provokes?.test(text)) walk.provoked.push(text);
      else if (!/#(418|423)\b|status of 4\d\d|NetworkError when attempting/.test(text)) walk.#errors.push(text);
    };
    page.on("pageerror", (error) => note(String(error)));
    page.on("console", (message) => message.type() === "error" && note(message.text()));
    await page.evaluateOnNewDocument(standIn, bystanders);
    if (isSlow) {
      await page.setRequestInterception(true);
      page.on("request", (request) => {
        if (walk.#held && /\/assets\/entry\.client/.test(request.url())) walk.#held.push(request);
        else request.continue().catch(() => {});
      });
    }
    return walk;
  }

  /** `early` is done as soon as the page is read: where its script is slow, before it. */
  async open(address: string, early: () => Promise<void> = async () => {}): Promise<void> {
    await this.#untilAlive();
    this.#held = this.#isSlow ? [] : null;
    const opening = this.#page.goto(new URL(address, site.address).href, { waitUntil: "domcontentloaded" });
    opening.catch(() => {});
    if (this.#held) {
      await this.until("isRead");
      await expect.poll(() => this.#held?.length).toBe(1);
      await early();
      const [script] = this.#held;
      this.#held = null;
      await script?.continue();
    }
    await opening;
    await this.#untilAlive();
    if (this.#bystanders.translates) await this.until("isTranslated");
    if (!this.#isSlow) await early();
  }

  async until(happened: keyof Watched): Promise<void> {
    const look = (name: keyof Watched) => (window as unknown as { watched?: Watched }).watched?.[name];
    await expect.poll(() => this.#page.evaluate(look, happened)).toBe(true);
  }

  /** On the clock of the page. */
  pass(duration: number): Promise<void> {
    const later = (ahead: number) => {
      const now = Date.now;
      Date.now = () => now() + ahead;
    };
    return this.#page.evaluate(later, duration);
  }

  async #untilAlive(): Promise<void> {
    await expect.poll(() => this.#page.evaluate(isAlive)).toBe(true);
  }

  click(xpath: string): Promise<void> {
    return clickOn(this.#page, xpath);
  }

  press(name: string): Promise<void> {
    return this.click(`//button[${says(name)} or @aria-label=${quoted(name)}]`);
  }

  async pressEnterIn(id: string): Promise<void> {
    await this.click(`//input[@id='${id}']`);
    await this.#page.keyboard.press("Enter");
  }

  fill(id: string, text: string): Promise<void> {
    return this.type(`//input[@id='${id}']`, text);
  }

  async type(xpath: string, text: string): Promise<void> {
    await this.#select(xpath);
    await this.#page.keyboard.type(text);
  }

  async paste(xpath: string, text: string): Promise<void> {
    await this.#select(xpath);
    const insert = (pasted: string) => document.execCommand("insertText", false, pasted);
    await this.#page.evaluate(insert, text);
  }

  async #select(xpath: string): Promise<void> {
    await this.click(xpath);
    await this.#page.$eval(`::-p-xpath(${xpath})`, (field) => (field as HTMLInputElement).select());
  }

  takeOut(selector: string): Promise<void> {
    return this.#page.$eval(selector, (element) => element.remove());
  }

  async answerSum(wrongBy = 0): Promise<void> {
    await expect.poll(() => this.#sum()).toMatch(SUM);
    const question = SUM.exec(await this.#sum())?.[0].replace("−", "-") ?? "";
    await this.fill("captcha", String(Number(solved({ sessionId: "", question }).captcha) + wrongBy));
  }

  #sum(): Promise<string> {
    return this.#textOf("label[for='captcha']");
  }

  async see(text: string, where = "body"): Promise<void> {
    await expect.poll(() => this.#textOf(where), { message: text }).toContain(text);
  }

  async seeNoMore(text: string): Promise<void> {
    await expect.poll(() => this.#textOf("body"), { message: text }).not.toContain(text);
  }

  async seeIn(selector: string): Promise<void> {
    await expect.poll(() => this.#textOf(selector), { message: selector }).not.toBe("");
  }

  #textOf(selector: string): Promise<string> {
    const read = (one: string) =>
      [...document.querySelectorAll(one)].map(({ textContent }) => textContent.replace(/\s+/g, " ")).join(" ");
    return this.#page.evaluate(read, selector);
  }

  count(selector: string): Promise<number> {
    return this.#page.$$eval(selector, (found) => found.length);
  }

  textIn(selector: string): Promise<string> {
    return this.#page.$eval(selector, (field) => (field as HTMLTextAreaElement).value);
  }

  values(...ids: string[]): Promise<string[]> {
    const read = (all: string[]) => all.map((id) => (document.getElementById(id) as HTMLInputElement | null)?.value ?? "");
    return this.#page.evaluate(read, ids);
  }

  checked(): Promise<string[]> {
    return this.#page.$$eval("input:checked", (boxes) => boxes.map(({ id, value }) => (id === "consent" ? id : value)).sort());
  }

  focused(): Promise<string | undefined> {
    return this.#page.evaluate(() => document.activeElement?.id);
  }

  path(): string {
    return new URL(this.#page.url()).pathname;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#page.browserContext().close();
    expect(this.#errors, "what went wrong unseen").toEqual([]);
  }
}

const SUM = /\d+ [+−] \d+ = \?/;

function says(text: string): string {
  return `contains(normalize-space(.), ${quoted(text)})`;
}

function quoted(text: string): string {
  return `'${text}'`;
}
