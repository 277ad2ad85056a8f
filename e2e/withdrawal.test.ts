import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PetitionStats } from "../contract/supporters.ts";
import { anna, bruno, clara, dieter, ewa, type Person } from "../server/testing/people.ts";
import { barriers, WCAG } from "./barriers.ts";
import { openedBefore } from "./older-page.ts";
import { expectHeading, follow, hasFocus, unfold } from "./person.ts";
import { expectNoSideways } from "./sideways.ts";
import { anew, openWalkedSite, type WalkedSite } from "./site.ts";
import { visits } from "./visit.ts";
import { wordsIn } from "./words.ts";

const visit = visits();
const t = wordsIn("de");
const PHONE = { width: 360, height: 800 };
// What acts is walked with the page's script and without; what is only shown, or answered to either by the same code, one way.

let site: WalkedSite;
beforeAll(async () => {
  site = await openWalkedSite("server");
  for (const person of [anna, bruno, clara, dieter]) await site.signAndConfirm(person);
});
afterAll(() => site.close());

describe.each([{ script: true }, { script: false }])("Deleting by the form (script: $script)", ({ script }) => {
  test("an empty form is told what is missing, and nothing is deleted", async () => {
    const before = await count();
    const page = await visit(site.address, { script, ...PHONE, provokes: /400/ });
    await page.goto("/widerruf");
    await expectNoBarrier(page, { script });
    await page.getByRole("button", { name: "Jetzt löschen" }).click();
    const summary = page.getByRole("region", { name: /^Noch nicht gesendet/ });
    await summary.waitFor();
    await page.waitForLoadState("domcontentloaded");
    expect(await summary.getByRole("link").allTextContents()).toEqual([
      "Bitte geben Sie eine gültige E-Mail-Adresse ein.",
      "Sie müssen die Löschung bestätigen.",
    ]);
    await expectNoBarrier(page, { script });

    await page.getByRole("textbox", { name: "E-Mail-Adresse" }).fill("anna@");
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Jetzt löschen" }).click();
    await expect.poll(() => page.locator("#email-error").textContent()).toContain("gültige E-Mail-Adresse");
    expect(await page.getByText("Sie müssen die Löschung bestätigen.").count()).toBe(0);
    expect(await page.getByRole("textbox", { name: "E-Mail-Adresse" }).inputValue()).toBe("anna@");
    expect(await count()).toBe(before);
  });

  test("Anna deletes her signature, thinks again, and is counted as before", async () => {
    const person = await signed(anna);
    const before = await count();
    const page = await visit(site.address, { script, ...PHONE });
    await deleteBy(page, person);
    if (script)
      expect(await hasFocus(page.getByRole("region", { name: "Daten gelöscht" })), "read once, where the focus is").toBe(true);
    await page.getByRole("main").getByText("Daten gelöscht", { exact: true }).waitFor();
    expect(await page.getByRole("textbox", { name: "E-Mail-Adresse" }).inputValue()).toBe("");
    await expectNoBarrier(page, { script });
    expect(await count()).toBe(before - 1);

    const link = await latestLink(person, "/wiederherstellen");
    await page.goto(link);
    await expectHeading(page, "Unterschrift zurückholen?");
    const main = page.getByRole("main");
    expect(await main.textContent()).toContain(person.fullName);
    if (script) await expect.poll(() => page.url()).toBe(`${site.address}/wiederherstellen`);
    await expectNoBarrier(page, { script });
    expect(await count()).toBe(before - 1);

    expect(await page.getByRole("blockquote").textContent()).toBe(site.site.petition.presentTexts("de").consent);
    await page.getByRole("button", { name: "Einwilligen und zurückholen" }).click();
    await expectHeading(page, "Deine Unterschrift ist wieder da.");
    await expectNoBarrier(page, { script });
    expect(await count()).toBe(before);

    await page.goto(link);
    await expectHeading(page, "Deine Unterschrift zählt.");
    await expectNoBarrier(page, { script });
    expect(await count()).toBe(before);
  });

  test.runIf(script)(
    "the policy changes while Dieter looks at what would come back: he is shown that it has, and presses once more",
    async () => {
      const person = await signed(dieter);
      await site.post("/api/petition/delete", { email: person.email, confirmDeletion: true, locale: "de" });
      const before = await count();
      const page = await visit(site.address, { script, ...PHONE });
      await openedBefore(page, site, "policyVersion", "/wiederherstellen");
      await page.goto(await latestLink(person, "/wiederherstellen"));
      const button = page.getByRole("button", { name: "Einwilligen und zurückholen" });
      await button.click();
      await page.getByText("hat sich ein Text geändert").waitFor();
      await expectHeading(page, "Unterschrift zurückholen?");
      await expectNoBarrier(page, { script });
      expect(await count()).toBe(before);
      await button.click();
      await expectHeading(page, "Deine Unterschrift ist wieder da.");
      expect(await count()).toBe(before + 1);
    },
  );

  test.runIf(script)(
    "a stranger deletes what Ewa has not confirmed yet: her e-mail brings it back, consented to, confirmed and counted",
    async () => {
      const t = wordsIn("pl");
      const person = anew(ewa);
      await site.sign(person);
      const [confirmation = ""] = await site.linksFor(person.email);
      const before = await count();
      await site.post("/api/petition/delete", { email: person.email, confirmDeletion: true, locale: "de" });
      const link = await latestLink(person, "/pl/wiederherstellen");
      const page = await visit(site.address, { script, ...PHONE, provokes: /409/ });
      await page.goto(link);
      await expectHeading(page, t("withdrawal.restore.unconfirmed.title"));
      expect(await page.getByRole("main").textContent()).toContain(person.fullName);
      expect(await page.getByRole("blockquote").textContent()).toBe(site.site.petition.presentTexts("pl").consent);
      if (script) await expect.poll(() => page.url()).toBe(`${site.address}/pl/wiederherstellen`);
      await expectNoBarrier(page, { script });
      expect(await count()).toBe(before);

      await page.getByRole("button", { name: t("withdrawal.restore.unconfirmed.button") }).click();
      await expectHeading(page, t("withdrawal.restore.confirmed.title"));
      await expectNoBarrier(page, { script });
      expect(await count()).toBe(before + 1);

      await page.goto(link);
      await expectHeading(page, t("withdrawal.restore.there.title"));
      await follow(page, t, confirmation, { script });
      await expectHeading(page, t("confirmation.alreadyConfirmed.title"));
      expect(await count()).toBe(before + 1);
    },
  );

  test.runIf(!script)("an address that nobody signed with is answered alike", async () => {
    const before = await count();
    const page = await visit(site.address, { script });
    await deleteBy(page, anew(dieter));
    await page.getByRole("main").getByText("Daten gelöscht", { exact: true }).waitFor();
    expect(await count()).toBe(before);
  });

  test.runIf(!script)("a restore link works once: deleted again, the old one brings nobody back", async () => {
    const person = await signed(bruno);
    const page = await visit(site.address, { script });
    await deleteBy(page, person);
    await page.getByRole("main").getByText("Daten gelöscht", { exact: true }).waitFor();
    const link = await latestLink(person, "/wiederherstellen");
    await page.goto(link);
    expect(await page.getByRole("blockquote").textContent()).toBe(site.site.petition.presentTexts("de").consent);
    await page.getByRole("button", { name: "Einwilligen und zurückholen" }).click();
    await expectHeading(page, "Deine Unterschrift ist wieder da.");
    await deleteBy(page, person);
    await page.getByRole("main").getByText("Daten gelöscht", { exact: true }).waitFor();
    const after = await count();
    await page.goto(link);
    await expectHeading(page, "Link schon benutzt");
    expect(await count()).toBe(after);
  });

  test.runIf(!script).each(["/wiederherstellen", "/meine-daten"])(
    "%s meets a forged, a cut and a missing token with a kind word",
    async (path) => {
      const person = await signed(dieter);
      const link = path === "/meine-daten" ? await ownPage(person) : await erasedLink(person);
      const page = await visit(site.address, { script, ...PHONE });
      for (const address of [path, `${path}?token=forged`, link.slice(0, -20)]) {
        await page.goto(address);
        const isAsking = address === "/meine-daten";
        await expectHeading(page, isAsking ? "Link zu deiner Unterschrift" : "Ungültiger Link");
      }
      await expectNoBarrier(page, { script });
    },
  );
});

describe.each([{ script: true }, { script: false }])("One's own page (script: $script)", ({ script }) => {
  test("Clara finds it after confirming: she corrects, hides, downloads and withdraws", async () => {
    const person = anew({ ...clara, locale: "de" });
    await site.sign(person);
    const [confirmation = ""] = await site.linksFor(person.email);
    const page = await visit(site.address, { script, ...PHONE });
    await follow(page, t, confirmation, { script });
    await expectHeading(page, "E-Mail bestätigt. Deine Unterschrift zählt.");
    const before = await count();
    await unfold(page, t, { script });
    await page.getByRole("link", { name: "Deine Angaben ansehen und ändern" }).click();
    await expectHeading(page, "Deine Unterschrift");
    const main = page.getByRole("main");
    expect(await main.textContent()).toContain(person.email);
    if (script) await expect.poll(() => page.url()).toBe(`${site.address}/meine-daten`);
    await expectNoBarrier(page, { script });

    await page.getByRole("textbox", { name: "Vor- und Nachname" }).fill("Clara O’Neill-Berger");
    await page.getByRole("radio").nth(1).check();
    await page.getByRole("button", { name: "Änderung speichern" }).click();
    await main.getByText("Gespeichert.", { exact: true }).waitFor();
    expect(await page.getByRole("textbox", { name: "Vor- und Nachname" }).inputValue()).toBe("Clara O’Neill-Berger");
    expect(await page.getByRole("radio").nth(1).isChecked()).toBe(true);
    await expectNoBarrier(page, { script });
    expect(JSON.stringify((await site.get("/api/petition/supporters")).body)).not.toContain("Berger");
    expect(await count()).toBe(before);

    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Daten herunterladen" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe("bargeld-erhalten.json");
    const { stored } = JSON.parse(await readFile(await download.path(), "utf8")) as { stored: { entries: object[] }[] };
    for (const [name, value] of Object.entries({
      fullName: "Clara O’Neill-Berger",
      email: person.email,
      visibility: "private",
    }))
      expect(stored[0]?.entries).toContainEqual(expect.objectContaining({ name, value }));

    await page.getByRole("button", { name: "Jetzt löschen" }).click();
    await expectHeading(page, "Daten gelöscht");
    await expectNoBarrier(page, { script });
    expect(await count()).toBe(before - 1);
    await page.goto(await latestLink(person, "/wiederherstellen"));
    await expectHeading(page, "Unterschrift zurückholen?");
  });

  test("Clara moves to another mailbox: her old one is told, and puts the address back", async () => {
    const person = await signed({ ...clara, locale: "de" });
    const to = { ...person, email: `new.${person.email}` };
    const page = await visit(site.address, { script, ...PHONE, provokes: /400|410/ });
    const before = await count();
    const own = await ownPage(person);
    await page.goto(own);
    const address = page.getByRole("textbox", { name: "Neue E-Mail-Adresse" });
    await address.fill("clara@");
    await address.press("Enter");
    const refusal = page.getByText("Noch nicht gespeichert. Bitte prüfen:");
    await expect.poll(async () => (await refusal.boundingBox())?.y).toBeLessThan(page.viewportSize()?.height ?? 0);
    expect(await address.inputValue()).toBe("clara@");
    await expectNoBarrier(page, { script });
    await address.fill(to.email);
    await address.press("Enter");
    await page.getByText(/^Angefordert\./).waitFor();
    await expectNoBarrier(page, { script });

    await page.goto(await latestLink(to, "/meine-daten/adresse"));
    await expectHeading(page, "Neue Adresse bestätigen");
    await expectNoBarrier(page, { script });
    await page.getByRole("button", { name: "Diese Adresse verwenden" }).press("Enter");
    await expectHeading(page, "Adresse geändert");
    await page.getByRole("link", { name: "Deine Angaben ansehen und ändern" }).click();
    await page.getByText(`Derzeit: ${to.email}`).waitFor();
    await page.goto(own);
    await expectHeading(page, "Link abgelaufen");

    await page.goto(await latestLink(person, "/meine-daten/adresse"));
    await page.getByRole("button", { name: "Diese Adresse behalten" }).click();
    await expectHeading(page, "Adresse bleibt");
    await expectNoBarrier(page, { script });
    expect(await count()).toBe(before);
  });

  test.runIf(script)("a name that is none is refused, and stays to be mended", async () => {
    const person = await signed(anna);
    const page = await visit(site.address, { script, ...PHONE, provokes: /400/ });
    await page.goto(await ownPage(person));
    const name = page.getByRole("textbox", { name: "Vor- und Nachname" });
    await name.fill("A");
    await page.getByRole("button", { name: "Änderung speichern" }).click();
    await page.getByText("Noch nicht gespeichert. Bitte prüfen:").waitFor();
    expect(await name.inputValue()).toBe("A");
    await expectNoBarrier(page, { script });
  });

  test("Bruno has lost his link: he asks for it where the deletion page leads, mends what he typed, and opens his page", async () => {
    const person = await signed(bruno);
    const page = await visit(site.address, { script, ...PHONE, provokes: /400/ });
    await page.goto("/widerruf");
    await page.getByRole("link", { name: t("personal.request.place") }).click();
    await expectHeading(page, t("personal.request.title"));
    await expectNoBarrier(page, { script });
    const address = page.getByRole("textbox", { name: "E-Mail-Adresse" });
    await address.fill("bruno@");
    await page.getByRole("button", { name: t("personal.request.submit") }).click();
    await page.getByRole("region", { name: /^Noch nicht gesendet/ }).waitFor();
    expect(await address.inputValue()).toBe("bruno@");
    await expectNoBarrier(page, { script });

    await address.fill(person.email);
    await page.getByRole("button", { name: t("personal.request.submit") }).click();
    await page.getByRole("region", { name: t("personal.request.done") }).waitFor();
    expect(await address.inputValue()).toBe("");
    await expectNoBarrier(page, { script });
    await page.goto(await latestLink(person, "/meine-daten"));
    await expectHeading(page, "Deine Unterschrift");
    expect(await page.getByRole("main").textContent()).toContain(person.email);
  });

  test("whoever only wants the name gone gets there from the deletion page, and the signature counts on", async () => {
    const person = await signed({ ...bruno, visibility: "public" });
    const before = (await site.get<PetitionStats>("/api/petition/stats")).body;
    const page = await visit(site.address, { script, ...PHONE, provokes: /400/ });
    await page.goto("/widerruf");
    const address = page.getByRole("textbox", { name: "E-Mail-Adresse" });
    await address.fill("bruno@");
    await page.getByRole("button", { name: "Link zum Verbergen anfordern" }).click();
    await expectHeading(page, t("personal.request.title"));
    expect(await address.inputValue()).toBe("bruno@");
    await page.goBack();
    await address.fill(person.email);
    await page.getByRole("button", { name: "Link zum Verbergen anfordern" }).click();
    await page.getByRole("region", { name: t("personal.request.done") }).waitFor();
    expect((await site.get<PetitionStats>("/api/petition/stats")).body).toEqual(before);
    await page.goto(await latestLink(person, "/meine-daten"));
    await page.getByRole("radio", { name: t("signing.form.private") }).check({ force: true });
    await page.getByRole("button", { name: t("personal.change.submit") }).click();
    await page.getByText(t("personal.change.changed")).waitFor();
    expect((await site.get<PetitionStats>("/api/petition/stats")).body).toEqual(before);
  });

  test.runIf(script)(
    "shows the signature first and folds the rest behind its headings; on paper all of it stands",
    async () => {
      const person = await signed(bruno);
      const page = await visit(site.address, { script, ...PHONE });
      await page.goto(await ownPage(person));
      const [signature, consent] = [person.email, "Fassung der Einwilligung"].map((text) =>
        page.getByRole("main").locator("dl").getByText(text, { exact: true }).first(),
      );
      const inSight = async () => [await signature?.isVisible(), await consent?.isVisible()];
      expect(await inSight()).toEqual([true, false]);
      await page.emulateMedia({ media: "print" });
      expect(await inSight()).toEqual([true, true]);
      await page.emulateMedia({ media: "screen" });
      await page.getByRole("heading", { name: "Einwilligung und Nachweis" }).click();
      expect(await inSight()).toEqual([true, true]);
      await expectNoBarrier(page, { script });
    },
  );

  test.runIf(script)("leads to the wording of the consent", async () => {
    const person = await signed(bruno);
    const page = await visit(site.address, { script, ...PHONE });
    await page.goto(await ownPage(person));
    await page.getByRole("heading", { name: "Einwilligung und Nachweis" }).click();
    await page.getByRole("link", { name: "Wortlaut lesen" }).first().click();
    await expectHeading(page, "Text der Einwilligung");
    expect(await page.getByRole("blockquote").textContent()).toContain(site.site.petition.presentTexts("de").consent);
    await expectNoBarrier(page, { script });
  });
});

describe.each([{ script: true }, { script: false }])("Where a link deletes (DELETE_BY=link, script: $script)", ({ script }) => {
  test("the form sends it, and the button behind it deletes", async () => {
    const careful = await openWalkedSite("server", { DELETE_BY: "link" });
    try {
      await careful.signAndConfirm(anna);
      const page = await visit(careful.address, { script, ...PHONE });
      await page.goto("/widerruf");
      await page.getByRole("textbox", { name: "E-Mail-Adresse" }).fill(anna.email);
      await page.getByRole("checkbox").check();
      await page.getByRole("button", { name: "Link zum Löschen anfordern" }).click();
      await page.getByRole("main").getByText("Ein Schritt fehlt noch", { exact: true }).waitFor();
      await expectNoBarrier(page, { script });
      expect(await count(careful)).toBe(1);

      const [link = ""] = await careful.linksFor(anna.email, 2);
      await page.goto(link);
      await expectHeading(page, "Endgültig löschen?");
      if (script) await expect.poll(() => page.url()).toBe(`${careful.address}/widerruf`);
      await expectNoBarrier(page, { script });
      expect(await count(careful)).toBe(1);
      await page.getByRole("button", { name: "Jetzt löschen" }).click();
      await expectHeading(page, "Daten gelöscht");
      await expectNoBarrier(page, { script });
      expect(await count(careful)).toBe(0);
      await page.goto(link);
      await expectHeading(page, "Nichts zu löschen");
      // What it still asks for must not meet a site that is gone.
      await page.close();
    } finally {
      await careful.close();
    }
  });
});

async function signed(someone: Person): Promise<Person> {
  const person = anew(someone);
  await site.signAndConfirm(person);
  return person;
}

async function deleteBy(page: Page, { email }: Person): Promise<void> {
  await page.goto("/widerruf");
  await page.getByRole("textbox", { name: "E-Mail-Adresse" }).fill(email);
  await page.getByRole("checkbox", { name: "Ich bestätige, dass meine Daten gelöscht werden sollen." }).check();
  await page.getByRole("button", { name: "Jetzt löschen" }).click();
}

async function ownPage(person: Person): Promise<string> {
  await site.sign(person);
  return latestLink(person, "/meine-daten");
}

async function erasedLink(person: Person): Promise<string> {
  await site.post("/api/petition/delete", { email: person.email, confirmDeletion: true });
  return latestLink(person, "/wiederherstellen");
}

async function latestLink({ email }: Person, path: string): Promise<string> {
  const find = () =>
    site.inbox
      .of(email)
      .flatMap(({ links }) => links)
      .findLast((link) => new URL(link).pathname === path);
  await expect.poll(find).toBeDefined();
  return find() ?? "";
}

async function count(of: WalkedSite = site): Promise<number> {
  return (await of.get<PetitionStats>("/api/petition/stats")).body.signatureCount;
}

/** axe needs the timers that go with the page's script. */
async function expectNoBarrier(page: Page, { script }: { script: boolean }): Promise<void> {
  await expectNoSideways(page);
  if (!script) return;
  expect(await barriers(page, [...WCAG, "best-practice"])).toEqual([]);
}
