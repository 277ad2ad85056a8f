import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AdminCollection } from "../contract/administration/collection.ts";
import { confirmableUntil } from "../petition/collection.ts";
import { LINK_LIFETIME } from "../petition/confirmation.ts";
import { SHARED } from "../server/platform/http/answers.ts";
import { anna, bruno, dieter, ewa } from "../server/testing/people.ts";
import { KEY, logIn, openView } from "./administration.ts";
import { barriers } from "./barriers.ts";
import { expectHeading, fillIn, follow, hasFocus, pressSubmit, sign, solveSum } from "./person.ts";
import { expectNoSideways } from "./sideways.ts";
import { openWalkedSite, type WalkedSite } from "./site.ts";
import { visits } from "./visit.ts";
import { wordsIn } from "./words.ts";

const visit = visits();
const WORDS = "Przenosimy serwery.\n\nWracamy <b>wkrótce</b>!";
const german = wordsIn("de");
const polish = wordsIn("pl");

describe("Pausing, closing and reopening the petition", () => {
  let site: WalkedSite;
  beforeAll(async () => {
    site = await openWalkedSite("server", { ADMIN_KEY: KEY });
  });
  afterAll(() => site.close());

  async function openCollection(page: Page): Promise<void> {
    await logIn(page);
    await openView(page, "Petition");
    await page.getByRole("radio", { name: /^Offen/ }).waitFor();
  }
  const choose = (page: Page, status: RegExp) => page.getByRole("radio", { name: status }).check();
  const apply = (page: Page) => page.getByRole("button", { name: "Übernehmen" }).click();
  const notice = (page: Page, title: string) => page.getByRole("region", { name: title, exact: true });
  const formOf = (page: Page) => page.locator("form input[name=fullName]");
  async function put(body: object): Promise<AdminCollection> {
    const answer = await fetch(`${site.url}/api/admin/collection`, {
      method: "PUT",
      headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
    return (await answer.json()) as AdminCollection;
  }
  async function expectNoViolations(page: Page): Promise<void> {
    expect(await barriers(page)).toEqual([]);
    await expectNoSideways(page);
  }

  test("the administrator pauses with a Polish text: a form that stands open keeps what was typed and says why", async () => {
    await put({ status: "open" });
    const visitor = await visit(site.address, { provokes: /403/ });
    await visitor.goto("/pl");
    await fillIn(visitor, polish, ewa);
    await solveSum(visitor);

    const administration = await visit(site.address);
    await openCollection(administration);
    await choose(administration, /^Unterbrochen/);
    const text = administration.getByRole("textbox", { name: "Polski" });
    expect(await administration.getByRole("textbox", { name: "Deutsch" }).getAttribute("placeholder")).toBe(
      german("collection.answer.paused.text"),
    );
    await text.fill(WORDS);
    await apply(administration);
    const question = administration.getByRole("dialog", { name: "Petition unterbrechen?" });
    await question.getByText("Es steht keine Bestätigung aus.").waitFor();
    await administration.keyboard.press("Escape");
    await question.waitFor({ state: "hidden" });
    await openView(administration, "E-Mails");
    await text.waitFor({ state: "hidden" });
    await openView(administration, "Petition");
    expect(await text.inputValue()).toBe(WORDS);
    expect(await formOf(visitor).count()).toBe(1);

    await apply(administration);
    await question.getByRole("button", { name: "Unterbrechen" }).click();
    await administration.getByText("Die Sammlung der Petition ist unterbrochen", { exact: true }).waitFor();
    await administration.getByRole("main").locator(".badge", { hasText: "Unterbrochen" }).waitFor();
    await administration.getByRole("banner").getByText("Unterbrochen").waitFor();

    await visitor.keyboard.press("Enter");
    await visitor.locator("[aria-live=assertive]").getByText(polish("collection.answer.paused.title")).waitFor();
    const refusal = visitor.locator("form .trouble").getByText("Przenosimy serwery. Wracamy <b>wkrótce</b>!");
    await refusal.waitFor();
    expect(await refusal.textContent()).toContain(polish("signing.answer.notTaken"));
    expect(await visitor.getByRole("textbox", { name: polish("signing.form.fullName") }).inputValue()).toBe(ewa.fullName);
    expect(await visitor.getByRole("textbox", { name: polish("signing.form.email") }).inputValue()).toBe(ewa.email);
    expect(await visitor.getByRole("checkbox").isChecked()).toBe(true);
    expect(await site.rows("select id from pending_confirmations")).toEqual([]);

    await put({ status: "open" });
    await solveSum(visitor);
    await visitor.keyboard.press("Enter");
    await visitor.getByRole("heading", { name: polish("signing.thanks.title") }).waitFor();
  });

  test.each([true, false])("while it is paused, the notice stands where the form was (script: %s)", async (script) => {
    await put({ status: "paused", day: "2099-12-03", texts: { pl: WORDS } });
    for (const [width, colorScheme] of [
      [360, "dark"],
      [1280, "light"],
    ] as const) {
      const page = await visit(site.address, { script, width, colorScheme });
      await page.goto("/pl");
      const there = notice(page, polish("collection.answer.paused.title"));
      await there.getByText("Prawdopodobnie do 3 grudnia 2099 r.").waitFor();
      expect(await there.getByText("Wracamy <b>wkrótce</b>!", { exact: true }).count()).toBe(1);
      expect(await formOf(page).count()).toBe(0);
      expect(await page.getByText(polish("home.hero.sign")).count()).toBe(0);
      // The checks are a script, too.
      if (script) await expectNoViolations(page);

      await page.goto("/");
      const ours = notice(page, german("collection.answer.paused.title"));
      await ours.getByText(german("collection.answer.paused.text")).waitFor();
      expect(await ours.getByText("Voraussichtlich bis 3. Dezember 2099.").count()).toBe(1);
    }
  });

  test("the administrator writes what came of it while signing is open: whoever follows the feed that the page names reads it", async () => {
    await put({ status: "open" });
    const administration = await visit(site.address, { provokes: /400/ });
    await openCollection(administration);
    const button = (name: string) => administration.getByRole("button", { name, exact: true });
    await button("Neuigkeit schreiben").click();
    const text = administration.locator("#news-de");
    await expect.poll(() => hasFocus(text)).toBe(true);
    await button("Veröffentlichen").click();
    await administration.locator(".error").getByText(german("news.answer.missing")).waitFor();
    expect(await hasFocus(text)).toBe(true);
    await text.fill("Die Ministerin <antwortet>\n\nSie will das Bargeld behalten & schützen.");
    await expectNoViolations(administration);
    await button("Veröffentlichen").click();
    await administration.getByText("Die Neuigkeit steht im Feed", { exact: true }).waitFor();
    await button("Berichtigen").click();
    await administration.locator("#news-fr").fill("La ministre répond");
    await button("Berichtigen").click();
    await administration.getByText("(de, fr)").waitFor();
    await expectNoViolations(administration);

    for (const script of [true, false]) {
      const visitor = await visit(site.address, { script });
      await visitor.goto("/fr");
      const named = visitor.locator('head link[type="application/atom+xml"]');
      const link = visitor.getByRole("contentinfo").getByRole("link", { name: wordsIn("fr")("frame.footer.feed") });
      expect([await named.getAttribute("href"), await link.getAttribute("href")]).toEqual([
        `${site.address}/feed.xml?lang=fr`,
        "/feed.xml?lang=fr",
      ]);
    }
    // Of no site, so that no policy forbids to parse.
    const reader = await visit(site.address);
    const read = async (language: string) => {
      const { body } = await site.get<string>(`/feed.xml?lang=${language}`);
      return reader.evaluate<string[]>(`(() => {
        const feed = new DOMParser().parseFromString(${JSON.stringify(body)}, "application/xml");
        const said = feed.querySelectorAll("parsererror, entry:first-of-type > title, entry:first-of-type p");
        return [...said].map((one) => one.textContent);
      })()`);
    };
    await expect.poll(() => read("fr")).toEqual(["La ministre répond"]);
    expect(await read("pl")).toEqual(["Die Ministerin <antwortet>", "Sie will das Bargeld behalten & schützen."]);
  });

  test("the page with the notice is still one for all, with a validator of its own", async () => {
    await put({ status: "open" });
    const open = await site.get<string>("/en");
    await put({ status: "paused", texts: {} });
    let paused = open;
    // A page may be a second old.
    await expect
      .poll(async () => {
        paused = await site.get<string>("/en");
        return paused.body;
      })
      .not.toContain(wordsIn("en")("home.hero.sign"));
    expect(paused.headers.get("cache-control")).toBe(SHARED);
    expect(paused.headers.get("set-cookie")).toBeNull();
    expect(paused.headers.get("etag")).not.toBe(open.headers.get("etag"));
    // Between two answers a minute may end, which both say.
    const again = async () => {
      const etag = (await site.get("/en")).headers.get("etag") ?? "";
      return (await site.get("/en", { "if-none-match": etag })).status;
    };
    await expect.poll(again).toBe(304);
  });

  test("no other page promises a form", async () => {
    await put({ status: "paused", texts: {} });
    const page = await visit(site.address);
    for (const path of ["/en/unterstuetzer/seite/1", "/en/digital-euro"]) {
      await page.goto(path);
      expect(await page.getByRole("link", { name: /sign/i }).count()).toBe(0);
      await page.getByRole("main").getByRole("link", { name: "Go to the petition" }).first().click();
      await notice(page, "Signing is paused").waitFor();
    }
  });

  test("without JavaScript, a form that was open before the pause is answered with the notice", async () => {
    await put({ status: "open" });
    const page = await visit(site.address, { script: false, provokes: /403/ });
    await page.goto("/pl");
    await fillIn(page, polish, ewa);
    await put({ status: "paused", texts: { pl: WORDS } });
    await pressSubmit(page, polish);
    const there = notice(page, polish("collection.answer.paused.title"));
    await there.getByText(polish("signing.answer.notTaken")).waitFor();
    await page.goBack();
    expect(await formOf(page).or(there).count()).toBe(1);
  });

  test.each([true, false])("who signed before the pause still confirms (script: %s)", async (script) => {
    await put({ status: "open" });
    const person = { ...bruno, email: `bruno.${script}@posteo.de` };
    const page = await visit(site.address, { script });
    await page.goto("/");
    await sign(page, german, person, { script });
    await put({ status: "paused", texts: {} });
    const links = await site.linksFor(person.email);
    await follow(page, german, links.find((link) => link.includes("/confirm?")) ?? "", { script });
    await expectHeading(page, `${german("confirmation.confirmed.title")} ${german("confirmation.confirmed.counts")}`);
  });

  test("closing: the question names who waits, the notice the result; when the grace is over it is final; reopening", async () => {
    await put({ status: "open" });
    await site.signAndConfirm({ ...anna, email: "anna.closes@gmx.de" });
    await site.sign({ ...dieter, email: "dieter.waits@web.de" });
    const late = (await site.linksFor("dieter.waits@web.de")).find((link) => link.includes("/confirm?")) ?? "";

    const administration = await visit(site.address);
    await openCollection(administration);
    await choose(administration, /^Abgeschlossen/);
    await administration.getByLabel("Tag des Abschlusses").fill("2099-01-01");
    await administration.getByRole("textbox", { name: "English" }).fill("We hand over on Monday.");
    await apply(administration);
    const question = administration.getByRole("dialog", { name: "Petition abschließen?" });
    await question.getByText(/können? noch bis \d\d\.\d\d\.\d{4} \d\d:\d\d bestätigt werden/).waitFor();
    for (const [width, colorScheme] of [
      [360, "light"],
      [768, "dark"],
      [1440, "light"],
    ] as const) {
      await administration.setViewportSize({ width, height: 900 });
      await administration.emulateMedia({ colorScheme });
      await expectNoViolations(administration);
    }
    await question.getByRole("button", { name: "Abbrechen" }).click();

    const refused = await visit(site.address, { provokes: /400/ });
    await openCollection(refused);
    await choose(refused, /^Abgeschlossen/);
    await refused.getByLabel("Tag des Abschlusses").fill("2099-01-01");
    await refused.getByRole("textbox", { name: "Français" }).fill("Merci !");
    await apply(refused);
    await refused.getByRole("dialog").getByRole("button", { name: "Abschließen" }).click();
    await refused.getByText("Das wurde nicht übernommen").waitFor();
    await expect.poll(() => hasFocus(refused.getByLabel("Tag des Abschlusses"))).toBe(true);
    expect(await refused.getByRole("textbox", { name: "Français" }).inputValue()).toBe("Merci !");

    await administration.getByLabel("Tag des Abschlusses").fill("");
    await apply(administration);
    await question.getByRole("button", { name: "Abschließen" }).click();
    await administration.getByText("Die Sammlung ist abgeschlossen").first().waitFor();
    await administration.getByText(/Ausstehende Unterschriften können noch bis/).waitFor();

    const visitor = await visit(site.address);
    await visitor.goto("/en");
    const closed = notice(visitor, "Signing has closed");
    await closed.getByText("We hand over on Monday.").waitFor();
    const [counted] = await site.rows<{ count: string }>("select count(*) from signatures");
    await closed.getByText(`${counted?.count} signatures. The goal was 25,000.`).waitFor();
    await closed.getByText(/you can still confirm until .+ \(Berlin time\)/).waitFor();
    expect(await visitor.getByText(/more to reach the goal/).count()).toBe(0);
    await expectNoViolations(visitor);

    site.clock.forward(confirmableUntil(new Date(), LINK_LIFETIME).getTime() - Date.now() + 60_000);
    await visitor.reload();
    await closed.getByText("The time for confirming is over. The result is final.").waitFor();
    const expired = await visit(site.address, { provokes: /410/ });
    await expired.goto(late);
    await expectHeading(expired, "Bestätigungslink abgelaufen");
    expect(await expired.getByText(german("confirmation.answer.expiredHint")).count()).toBe(0);
    await expired.getByRole("link", { name: german("confirmation.expired.request") }).click();
    await notice(expired, "Die Sammlung ist abgeschlossen").waitFor();

    await choose(administration, /^Offen/);
    await apply(administration);
    await administration
      .getByRole("dialog", { name: "Petition wieder öffnen?" })
      .getByRole("button", { name: "Wieder öffnen" })
      .click();
    await administration.getByText("Die Sammlung der Petition ist offen").waitFor();
    await visitor.reload();
    await formOf(visitor).waitFor();
    expect(await closed.count()).toBe(0);
  });
});
