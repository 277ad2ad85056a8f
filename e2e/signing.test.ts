import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PetitionStats } from "../contract/supporters.ts";
import { pathIn } from "../petition/addresses.ts";
import type { Language } from "../petition/language.ts";
import { ENGINES } from "../server/testing/databases.ts";
import { anna, bruno, clara, dieter, ewa, type Person } from "../server/testing/people.ts";
import { expectHeading, follow, sign } from "./person.ts";
import { anew, openWalkedSite, type WalkedSite } from "./site.ts";
import { visits } from "./visit.ts";
import { wordsIn } from "./words.ts";

const visit = visits();

/** Written out here, so that a changed text is noticed. */
const SAID = {
  de: {
    thanks: "Danke, deine Unterschrift zählt.",
    sent: "Bestätigungs-E-Mail wurde gesendet",
    until: /^morgen, \d\d:\d\d Uhr$/,
    confirmed: "E-Mail bestätigt. Deine Unterschrift zählt.",
    again: "Bereits bestätigt",
  },
  pl: {
    thanks: "Dziękujemy za podpis. Został jeden krok.",
    sent: "Wysłaliśmy e-mail z linkiem potwierdzającym",
    until: /^jutro, godz\.\u00a0\d\d:\d\d$/,
    confirmed: "E-mail potwierdzony. Twój podpis się liczy.",
    again: "Podpis już potwierdzony",
  },
} satisfies Partial<Record<Language, object>>;

describe.each(ENGINES)("Signing (%s database)", (engine) => {
  // Each way of signing on one of the two: with and without the page's script, and in each language, on both.
  const isEmbedded = engine === "embedded";
  let site: WalkedSite;
  beforeAll(async () => {
    site = await openWalkedSite(engine);
    for (const person of [anna, bruno, clara, dieter]) await site.signAndConfirm(person);
  });
  afterAll(() => site.close());

  test.each([
    { who: anna, language: "de", script: isEmbedded },
    { who: ewa, language: "pl", script: !isEmbedded },
  ] as const)("$who.fullName signs and is counted ($language, script: $script)", async ({ who, language, script }) => {
    const person = anew({ ...who, fullName: `${who.fullName} ${script ? "Mit" : "Ohne"}` });
    const t = wordsIn(language);
    const said = SAID[language];
    const before = await stats(site);
    const page = await visit(site.address, { script, locale: language, provokes: /409/ });

    await page.goto(pathIn(language, "/"));
    await sign(page, t, person, { script });
    expect(await page.getByRole("heading", { level: 2 }).allTextContents()).toContain(said.thanks);
    const receipt = page.getByRole("region", { name: said.thanks });
    // Protected spaces keep short words with the next: what is read is the same.
    const text = ((await receipt.textContent()) ?? "").replace(/\s/g, " ");
    expect(text).toContain(said.sent);
    expect(text).toContain(person.email);
    expect(await receipt.getByRole("time").textContent()).toMatch(said.until);
    expect(await stats(site)).toEqual(before);

    const [link = ""] = await site.linksFor(person.email);
    await follow(page, t, link, { script });
    await expectHeading(page, said.confirmed);
    await expect.poll(() => page.url()).toBe(site.address + pathIn(language, "/confirm"));

    const count = before.signatureCount + 1;
    expect((await stats(site)).signatureCount).toBe(count);
    await page.goto(pathIn(language, "/"));
    await expectCountEverywhere(page, count, language);
    const latest = page.getByRole("region", { name: t("supporters.latest.title") }).getByRole("listitem");
    // Among those of the same minute in any order.
    expect((await latest.allTextContents()).join("\n")).toContain(person.fullName);
    await page.getByRole("link", { name: t("supporters.latest.all") }).click();
    await expectHeading(page, t("supporters.title"));
    expect(await page.getByRole("main").textContent()).toContain(person.fullName);
    expect(await page.getByText(t("supporters.list.showing", { count, total: count })).count()).toBe(1);

    await follow(page, t, link, { script });
    await expectHeading(page, said.again);
    await expect.poll(() => page.url()).not.toContain("token");
    const own = page.getByRole("link", { name: t("personal.link"), includeHidden: true });
    expect(await own.getAttribute("href")).toBe(pathIn(language, "/meine-daten"));
    expect((await stats(site)).signatureCount).toBe(count);
  });

  test.each([isEmbedded])(
    "loaded again, the page still says what is left, until Anna confirms (script: %s)",
    async (script) => {
      const person = anew(anna);
      const t = wordsIn("de");
      const page = await visit(site.address, { script, width: 360, height: 640 });
      await page.goto("/");
      await sign(page, t, person, { script });
      const thanks = page.getByRole("region", { name: SAID.de.thanks });
      const left = page.getByRole("heading", { name: "Ein Schritt fehlt noch" });
      for (const way of ["reload", "goBack"] as const) {
        if (way === "goBack") await page.goto("/datenschutz");
        await page[way]();
        await thanks.getByText(person.email).waitFor();
        await expect.poll(() => left.evaluate((heading) => heading.getBoundingClientRect().bottom)).toBeLessThan(640);
        expect(await thanks.locator(".stamp.ok").count()).toBe(0);
      }
      expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain("anna");

      const [link = ""] = await site.linksFor(person.email);
      await follow(page, t, link, { script });
      await expectHeading(page, SAID.de.confirmed);
      await page.goto("/?signed=1");
      await page.getByRole("textbox", { name: t("signing.form.fullName") }).waitFor();
      expect(await thanks.count()).toBe(0);
    },
  );

  test.each([!isEmbedded])("Bruno signs privately: his name appears nowhere (script: %s)", async (script) => {
    const person: Person = anew({ ...bruno, fullName: "Bruno Verborgen" });
    const t = wordsIn("de");
    const { signatureCount } = await stats(site);
    const page = await visit(site.address, { script });
    await page.goto("/");
    await sign(page, t, person, { script });
    const [link = ""] = await site.linksFor(person.email);
    await follow(page, t, link, { script });
    await expectHeading(page, SAID.de.confirmed);

    await page.goto("/");
    await expectCountEverywhere(page, signatureCount + 1, "de");
    expect(await page.content()).not.toContain("Verborgen");
    await page.goto("/unterstuetzer/seite/1");
    // Somewhere among those of this hour.
    expect(await page.getByRole("main").getByRole("listitem").locator("b").allTextContents()).toContain("Unterstützer");
    expect(await page.content()).not.toContain("Verborgen");
  });
});

async function stats(site: WalkedSite): Promise<PetitionStats> {
  return (await site.get<PetitionStats>("/api/petition/stats")).body;
}

async function expectCountEverywhere(page: Page, count: number, language: Language): Promise<void> {
  const t = wordsIn(language);
  const progress = page.getByRole("region", { name: t("progress.title") });
  expect(await progress.locator(".numeral").textContent()).toBe(String(count));
  expect(await page.locator(".joined").textContent()).toContain(` ${count - 3} `);
  expect(await page.locator(".signbar b").textContent()).toBe(String(count));
}
