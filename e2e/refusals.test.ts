import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anna, clara } from "../server/testing/people.ts";
import { fillIn, hasFocus, pressSubmit, resultOfSum, sign, solveSum, sumField } from "./person.ts";
import { anew, openWalkedSite, type WalkedSite } from "./site.ts";
import { visits } from "./visit.ts";
import { wordsIn } from "./words.ts";

const visit = visits();
const t = wordsIn("de");

let site: WalkedSite;
beforeAll(async () => {
  site = await openWalkedSite("server");
});
afterAll(() => site.close());

describe("With the page's script", () => {
  test("an empty form names every fault at once, and each one leads to its field", async () => {
    const page = await visit(site.address);
    await page.goto("/");
    await sumField(page).waitFor();
    await pressSubmit(page, t);

    const summary = page.getByRole("region", { name: /^Noch nicht gesendet/ });
    await summary.waitFor();
    expect(await hasFocus(summary)).toBe(true);
    const faults = [
      "Bitte Vor- und Nachnamen eintragen.",
      "Bitte eine E-Mail-Adresse eintragen.",
      "Bitte lösen Sie die Rechenaufgabe.",
      "Sie müssen der Datenspeicherung zustimmen.",
    ];
    expect((await summary.getByRole("link").allTextContents()).toSorted()).toEqual(faults.toSorted());

    await summary.getByRole("link", { name: "Bitte eine E-Mail-Adresse eintragen." }).click();
    const email = page.getByRole("textbox", { name: "E-Mail-Adresse" });
    expect(await hasFocus(email)).toBe(true);
    expect(await descriptionOf(page, "#email")).toContain("Bitte eine E-Mail-Adresse eintragen.");
    expect(await descriptionOf(page, "#consent")).toContain("Sie müssen der Datenspeicherung zustimmen.");
    await page.keyboard.type("anna@gmx.de");
    expect(await email.getAttribute("aria-invalid")).toBeNull();
  });

  test("a wrong sum brings a new one and keeps everything else", async () => {
    const page = await visit(site.address, { provokes: /400/ });
    await page.goto("/");
    await fillIn(page, t, anew(anna));
    await solveSum(page, 1);
    await page.keyboard.press("Enter");
    await page.getByText("Das Ergebnis stimmt nicht. Hier ist eine neue Aufgabe.").first().waitFor();
    await expectStillTyped(page);
    await sumField(page).waitFor();
    expect(await sumField(page).inputValue()).toBe("");
    expect(await hasFocus(sumField(page))).toBe(true);
    await expectToast(page, "Fehler", "Das Ergebnis stimmt nicht.");
    await solveSum(page);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Danke, deine Unterschrift zählt." }).waitFor();
  });

  test("Anna loses the network while sending: everything stays, and the second time it works", async () => {
    const page = await visit(site.address, { provokes: /ERR_INTERNET_DISCONNECTED/ });
    await page.goto("/");
    await fillIn(page, t, anew(anna));
    await solveSum(page);
    await page.context().setOffline(true);
    const sum = await page.getByLabel(/= \?/).inputValue();
    await page.keyboard.press("Enter");
    await expectToast(page, "Fehler", "Keine Verbindung.");
    const trouble = page.locator("form .trouble");
    await trouble.getByText("Alle Eingaben sind noch da.").waitFor();
    expect(await trouble.textContent()).toContain("Keine Verbindung. Bitte sende das Formular noch einmal");
    // Announced once: what stays is no alert.
    expect(await page.locator("[aria-live=assertive]").filter({ hasText: "Keine Verbindung." }).count()).toBe(1);
    expect(await page.getByLabel(/= \?/).inputValue()).toBe(sum);
    await expectStillTyped(page);

    await page.context().setOffline(false);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Danke, deine Unterschrift zählt." }).waitFor();
    expect(await page.locator(".toast").count()).toBe(0);
  });

  test("another sum that cannot be had is told, and the one before stays", async () => {
    const page = await visit(site.address, { provokes: /ERR_INTERNET_DISCONNECTED/ });
    await page.goto("/");
    await sumField(page).waitFor();
    const before = await page.getByText(/= \?/).textContent();
    await page.context().setOffline(true);
    await page.getByRole("button", { name: t("signing.form.captchaOther") }).click();
    await expectToast(page, "CAPTCHA nicht verfügbar", "konnte nicht geladen werden");
    expect(await page.getByText(/= \?/).textContent()).toBe(before);
  });

  test("Anna taps until something happens: one form is sent, and the tab says what came of it", async () => {
    const page = await visit(site.address);
    await page.goto("/");
    const sent: string[] = [];
    page.on("request", (request) => request.url().endsWith("/api/petition/sign") && sent.push(request.url()));
    await fillIn(page, t, anew(anna));
    await solveSum(page);
    await page.getByRole("button", { name: t("signing.form.submit") }).evaluate((button: HTMLElement) => {
      const tapping = setInterval(() => (button.isConnected ? button.click() : clearInterval(tapping)), 1);
    });
    await page.getByRole("heading", { name: t("signing.thanks.title") }).waitFor();
    expect(sent).toHaveLength(1);
    expect(await page.title()).toBe(`${t("signing.thanks.title")} – Bargeld muss bleiben`);
  });

  test("Anna types in a tunnel, before which nothing but the page had come: the form says so, and thanks her once she is out", async () => {
    const page = await visit(site.address, { provokes: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|dynamically imported/ });
    await page.goto("/");
    await sumField(page).waitFor();
    await page.context().setOffline(true);
    await fillIn(page, t, anew(anna));
    await solveSum(page);
    await page.keyboard.press("Enter");
    await page.locator("form .trouble").getByText("Keine Verbindung. Bitte sende das Formular noch einmal").waitFor();
    await expectStillTyped(page);

    await page.context().setOffline(false);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: t("signing.thanks.title") }).waitFor();
  });

  test("while a form is being sent for longer than a moment, a bar shows it", async () => {
    const page = await visit(site.address);
    await page.goto("/");
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route("**/api/petition/sign", async (route) => {
      await held;
      await route.continue();
    });
    const bar = page.locator(".loading");
    expect(await bar.isVisible()).toBe(false);
    await fillIn(page, t, anew(anna));
    await solveSum(page);
    await page.keyboard.press("Enter");
    await expect.poll(() => bar.evaluate((drawn) => getComputedStyle(drawn).opacity)).toBe("1");
    await bar.waitFor();
    goOn();
    await page.getByRole("heading", { name: t("signing.thanks.title") }).waitFor();
    await bar.waitFor({ state: "hidden" });
  });

  test.each([
    { status: 503, body: '{"message":"Gerade nicht möglich."}', shown: "Gerade nicht möglich." },
    { status: 500, body: "<html>Oops</html>", shown: "Bei uns hat etwas nicht geklappt." },
  ])("an answer $status is told in a sentence, never raw", async ({ status, body, shown }) => {
    const page = await visit(site.address, { provokes: new RegExp(String(status)) });
    await page.goto("/");
    await page.route("**/api/petition/sign", (route) => route.fulfill({ status, body }));
    await fillIn(page, t, anew(anna));
    await solveSum(page);
    await page.keyboard.press("Enter");
    const toast = await expectToast(page, "Fehler", shown);
    expect(toast).not.toMatch(/\{|<|500|503/);
    await expectStillTyped(page);
    const trouble = page.locator("form .trouble");
    await trouble.getByText("nur die Rechenaufgabe ist neu.").waitFor();
    expect(await trouble.textContent()).toContain(shown);
    expect(await sumField(page).inputValue()).toBe("");
  });

  test("an answer that speaks of no confirmation is shown as a saved request", async () => {
    const page = await visit(site.address);
    await page.goto("/");
    await page.route("**/api/petition/sign", (route) => route.fulfill({ json: { message: "Wir melden uns." } }));
    await fillIn(page, t, anew(anna));
    await solveSum(page);
    await page.keyboard.press("Enter");
    await expectToast(page, "Anfrage gespeichert", "Wir melden uns.");
  });

  test("an answer without a sentence is shown as a failure", async () => {
    const page = await visit(site.address);
    await page.goto("/");
    await page.route("**/api/petition/sign", (route) => route.fulfill({ json: {} }));
    await fillIn(page, t, anew(anna));
    await solveSum(page);
    await page.keyboard.press("Enter");
    await expectToast(page, "Fehler", "Bei uns hat etwas nicht geklappt.");
  });

  test("without a sum nothing is sent: a toast says that the CAPTCHA is unavailable", async () => {
    const page = await visit(site.address, { provokes: /503/ });
    let sent = 0;
    await page.route("**/api/captcha", (route) => route.fulfill({ status: 503, body: "{}" }));
    await page.route("**/api/petition/sign", (route) => {
      sent += 1;
      return route.continue();
    });
    // While a sum is still awaited, nobody asks for another.
    const refused = () => page.waitForEvent("requestfinished", (request) => request.url().endsWith("/api/captcha"));
    const first = refused();
    await page.goto("/");
    await first;
    await fillIn(page, t, anew(anna));
    const second = refused();
    await pressSubmit(page, t);
    await second;
    await expectToast(page, "CAPTCHA nicht verfügbar");
    await expectStillTyped(page);
    expect(sent).toBe(0);

    await page.unroute("**/api/captcha");
    await pressSubmit(page, t);
    await sumField(page).waitFor();
  });

  test("a slip in the domain is offered mended, and a click takes it over", async () => {
    const page = await visit(site.address);
    await page.goto("/");
    await sumField(page).waitFor();
    const email = page.getByRole("textbox", { name: "E-Mail-Adresse" });
    await email.click();
    await page.keyboard.type("anna@gmial.com");
    await page.keyboard.press("Tab");
    await page.getByRole("button", { name: "@gmail.com" }).click();
    expect(await email.inputValue()).toBe("anna@gmail.com");
    expect(await hasFocus(email)).toBe(true);
    expect(await page.getByText("Meintest du").count()).toBe(0);
  });

  test("another sum can be asked for", async () => {
    const page = await visit(site.address);
    await page.goto("/");
    await sumField(page).waitFor();
    const first = await page.locator('input[name="sessionId"]').getAttribute("value");
    await page.getByRole("button", { name: "Andere Aufgabe" }).click();
    await expect.poll(() => page.locator('input[name="sessionId"]').getAttribute("value")).not.toBe(first);
    expect(await resultOfSum(page)).toBeGreaterThanOrEqual(0);
  });

  test("Anna mistyped her address: she corrects it, and the link goes to the right one", async () => {
    const wrong = anew(anna);
    const right = anew(anna);
    const page = await visit(site.address);
    await page.goto("/");
    await sign(page, t, wrong, { script: true });
    await page.getByRole("button", { name: "Adresse ändern" }).click();
    const email = page.getByRole("textbox", { name: "E-Mail-Adresse" });
    await email.waitFor();
    expect(await hasFocus(email)).toBe(true);
    expect(await email.inputValue()).toBe(wrong.email);
    expect(await page.getByRole("textbox", { name: "Vor- und Nachname" }).inputValue()).toBe(wrong.fullName);
    await email.fill(right.email);
    await page.getByRole("checkbox").check();
    await solveSum(page);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Danke, deine Unterschrift zählt." }).waitFor();
    expect((await site.linksFor(right.email)).join()).toContain("/confirm?token=");
  });

  test("the e-mail can be sent again after a minute, and brings the same link", async () => {
    const person = anew(anna);
    const page = await visit(site.address);
    await page.clock.install();
    await page.goto("/");
    await sign(page, t, person, { script: true });
    const [first] = await site.linksFor(person.email);
    const again = page.getByRole("button", { name: "E-Mail erneut senden" });
    await page.getByText(/^Möglich in \d+ Sekunden$/).waitFor();
    expect(await again.getAttribute("aria-disabled")).toBe("true");

    site.clock.forward(61_000);
    await page.clock.fastForward(61_000);
    await again.click();
    await page.getByText("schicken wir die E-Mail noch einmal").waitFor();
    expect((await site.linksFor(person.email, 2))[0]).toBe(first);
    await page.getByText(/^Möglich in \d+ Sekunden$/).waitFor();
  });

  test("Clara has signed before: the page tells nobody, her e-mail tells her", async () => {
    const person = anew(clara);
    await site.signAndConfirm(person);
    const page = await visit(site.address);
    await page.goto("/");
    await sign(page, t, person, { script: true });
    const letters = await site.inbox.waitFor(person.email, 2);
    expect(letters[1]?.links.join()).not.toContain("/confirm");
  });

  test("back to the petition brings the empty form", async () => {
    const page = await visit(site.address);
    await page.goto("/");
    await sign(page, t, anew(anna), { script: true });
    await page.getByRole("link", { name: "Zur Petition zurück" }).click();
    await page.waitForURL(`${site.address}/de`);
    await sumField(page).waitFor();
    expect(await page.getByRole("textbox", { name: "Vor- und Nachname" }).inputValue()).toBe("");
  });
});

describe("Without the page's script", () => {
  test("an empty form comes back with every fault named", async () => {
    const page = await visit(site.address, { script: false, provokes: /400/ });
    await page.goto("/");
    await pressSubmit(page, t);
    const summary = page.getByRole("region", { name: /^Noch nicht gesendet/ });
    await summary.getByRole("link").nth(2).waitFor();
    expect(await summary.getByRole("link").allTextContents()).toEqual([
      "Bitte Vor- und Nachnamen eintragen.",
      "Bitte eine E-Mail-Adresse eintragen.",
      "Sie müssen der Datenspeicherung zustimmen.",
    ]);
  });

  test("a wrong sum keeps everything typed and brings a new sum", async () => {
    const page = await visit(site.address, { script: false, provokes: /400/ });
    await page.goto("/");
    await fillIn(page, t, anew(anna));
    await pressSubmit(page, t);
    await solveSum(page, 1);
    await page.keyboard.press("Enter");
    await page.getByText("Das Ergebnis stimmt nicht. Hier ist eine neue Aufgabe.").first().waitFor();
    await expectStillTyped(page);
    await solveSum(page);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Danke, deine Unterschrift zählt." }).waitFor();
  });

  test("a missing consent keeps name and address", async () => {
    const page = await visit(site.address, { script: false, provokes: /400/ });
    await page.goto("/");
    await fillIn(page, t, anew(anna));
    await page.getByRole("checkbox").uncheck();
    await pressSubmit(page, t);
    await page.getByText("Sie müssen der Datenspeicherung zustimmen.").first().waitFor();
    expect(await page.getByRole("textbox", { name: "Vor- und Nachname" }).inputValue()).toBe(anna.fullName);
    expect(await page.getByRole("textbox", { name: "E-Mail-Adresse" }).inputValue()).toContain("@gmx.de");
  });

  test("another sum keeps everything typed; a slip in the domain is named", async () => {
    const page = await visit(site.address, { script: false });
    await page.goto("/");
    await fillIn(page, t, { ...anna, email: "anna@gmial.com" });
    await pressSubmit(page, t);
    await page.getByText("@gmail.com").waitFor();
    const first = await page.locator('input[name="sessionId"]').getAttribute("value");
    await page.getByRole("button", { name: "Andere Aufgabe" }).click();
    await expect.poll(() => page.locator('input[name="sessionId"]').getAttribute("value")).not.toBe(first);
    expect(await page.getByRole("textbox", { name: "E-Mail-Adresse" }).inputValue()).toBe("anna@gmial.com");
    expect(await page.getByRole("checkbox").isChecked()).toBe(true);
  });

  test("the address can be corrected, and the e-mail sent again after a minute", async () => {
    const person = anew(anna);
    const page = await visit(site.address, { script: false });
    await page.goto("/");
    await sign(page, t, person, { script: false });
    await site.linksFor(person.email);
    site.clock.forward(61_000);
    await page.getByRole("button", { name: "E-Mail erneut senden" }).click();
    await page.getByText("schicken wir die E-Mail noch einmal").waitFor();
    await site.linksFor(person.email, 2);
    await page.getByRole("button", { name: "Adresse ändern" }).click();
    expect(await page.getByRole("textbox", { name: "E-Mail-Adresse" }).inputValue()).toBe(person.email);
  });
});

async function expectStillTyped(page: Page): Promise<void> {
  expect(await page.getByRole("textbox", { name: "Vor- und Nachname" }).inputValue()).toBe(anna.fullName);
  expect(await page.getByRole("textbox", { name: "E-Mail-Adresse" }).inputValue()).toMatch(/^anna.*@gmx\.de$/);
  expect(await page.getByRole("checkbox").isChecked()).toBe(true);
}

async function expectToast(page: Page, title: string, text = ""): Promise<string> {
  const toast = page.getByRole("region", { name: "Meldungen (F8)" }).filter({ hasText: title });
  await toast.waitFor();
  const said = (await toast.textContent()) ?? "";
  expect(said).toContain(text);
  return said;
}

/** What a screen reader says after a field's name. */
function descriptionOf(page: Page, field: string): Promise<string> {
  return page.locator(field).evaluate((element) =>
    (element.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent ?? "")
      .join(" "),
  );
}
