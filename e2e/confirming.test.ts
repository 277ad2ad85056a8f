import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PetitionStats } from "../contract/supporters.ts";
import { anna, bruno, dieter, ewa } from "../server/testing/people.ts";
import { barriers } from "./barriers.ts";
import { expectHeading, follow, unfold } from "./person.ts";
import { anew, openWalkedSite, type WalkedSite } from "./site.ts";
import { visits } from "./visit.ts";
import { wordsIn } from "./words.ts";

const visit = visits();
const t = wordsIn("de");
const HOUR = 60 * 60_000;

let site: WalkedSite;
beforeAll(async () => {
  site = await openWalkedSite("server");
});
afterAll(() => site.close());

describe.each([{ script: true }, { script: false }])("The link in the e-mail (script: $script)", ({ script }) => {
  test("without a token the link is invalid", async () => {
    const page = await visit(site.address, { script });
    await page.goto("/confirm");
    await expectHeading(page, "Ungültiger Link");
    expect(await page.getByText("Kein Bestätigungstoken gefunden").count()).toBe(1);
  });

  test("a link that nobody was given is invalid, too", async () => {
    const page = await visit(site.address, { script, provokes: /404/ });
    await follow(page, t, "/confirm?token=nobody-was-given-this", { script });
    await expectHeading(page, "Ungültiger Link");
    expect(await page.getByText("Diesen Link kennen wir nicht.", { exact: false }).count()).toBe(1);
    await expect.poll(() => page.url()).not.toContain("token");
  });

  test("Dieter comes too late: the link has expired, and the way to a new one leads home", async () => {
    const person = anew(dieter);
    await site.sign(person);
    const link = await linkFor(person.email);
    site.clock.forward(24 * HOUR + 1000);
    const page = await visit(site.address, { script, provokes: /410/ });
    await follow(page, t, link, { script });
    await expectHeading(page, "Bestätigungslink abgelaufen");
    expect(await page.getByText("Der Link galt 24 Stunden.", { exact: false }).count()).toBe(1);
    expect(await page.getByText("Du kannst jederzeit neu unterschreiben.", { exact: false }).count()).toBe(1);
    await page.getByRole("link", { name: "Neuen Link anfordern" }).click();
    await page.waitForURL(`${site.address}/#sign`);
    await page.getByRole("heading", { name: "Deine Unterschrift", exact: true }).waitFor();
  });

  test("a trailing dot from the mail program does no harm, and a second opening is no error", async () => {
    const person = anew(anna);
    await site.sign(person);
    const link = await linkFor(person.email);
    const page = await visit(site.address, { script, provokes: /409/ });
    await follow(page, t, `${link}.`, { script });
    await expectHeading(page, "E-Mail bestätigt. Deine Unterschrift zählt.");
    await follow(page, t, link, { script });
    await expectHeading(page, "Bereits bestätigt");
    expect(await page.getByRole("region", { name: "Unterstütze unsere Arbeit" }).count()).toBe(1);
  });

  test("Bruno sees which name he confirms, and that it is private, before and after, with the way to correct it", async () => {
    const person = anew(bruno);
    await site.sign(person);
    const page = await visit(site.address, { script });
    const goOn = await holdConfirming(page);
    await page.goto(await linkFor(person.email));
    await page.getByText("Du bestätigst den Namen Bruno Kessler").waitFor();
    await page.getByText("Nicht öffentlich: In der Liste steht nur „Unterstützer“.").waitFor();
    if (script) goOn();
    else await page.getByRole("button", { name: "Unterschrift bestätigen" }).click();
    await expectHeading(page, "E-Mail bestätigt. Deine Unterschrift zählt.");
    await unfold(page, t, { script });
    await page.getByText("Gezählt unter dem Namen Bruno Kessler").waitFor();
    await page.getByText("Nicht öffentlich: In der Liste steht nur „Unterstützer“.").waitFor();
    if (script) expect(await barriers(page)).toEqual([]);
    await page.getByRole("link", { name: "Deine Angaben ansehen und ändern" }).click();
    await expectHeading(page, "Deine Unterschrift");
  });

  test("a name with a word of the list counts at once, and the page says that a person looks at it first", async () => {
    const person = anew({ ...anna, fullName: "Erika Mustermann" });
    await site.sign(person);
    const page = await visit(site.address, { script });
    await follow(page, t, await linkFor(person.email), { script });
    await expectHeading(page, "E-Mail bestätigt. Deine Unterschrift zählt.");
    await unfold(page, t, { script });
    await page.getByText("Ein Mensch entscheidet, ob der Name in der Liste erscheint", { exact: false }).waitFor();
    await page.goto("/unterstuetzer/seite/1");
    expect(await page.content()).not.toContain("Mustermann");
  });

  test("Ewa says that it was not her, thinks again, and signs after all", async () => {
    const person = anew({ ...ewa, locale: "de" });
    await site.sign(person);
    const [link, suppression] = await site.linksFor(person.email);
    const page = await visit(site.address, { script, provokes: /404/ });
    await page.goto(suppression ?? "");
    await expectHeading(page, "Das warst du nicht?");
    if (script) await expect.poll(() => page.url()).toBe(`${site.address}/nicht-ich`);
    await page.getByRole("button", { name: "Angaben löschen" }).click();
    await expectHeading(page, "Gelöscht, nichts gezählt.");
    await expect.poll(() => page.url()).not.toContain("token");

    const other = await visit(site.address, { script, provokes: /404/ });
    await follow(other, t, link ?? "", { script });
    await expectHeading(other, "Ungültiger Link");

    await page.getByRole("button", { name: "Sperre aufheben" }).click();
    await expectHeading(page, "Sperre aufgehoben");
    site.clock.forward(61_000);
    await site.sign(person);
    const links = await site.linksFor(person.email, 2);
    await follow(page, t, links[0] ?? "", { script });
    await expectHeading(page, "E-Mail bestätigt. Deine Unterschrift zählt.");
  });
});

test("a broken connection is told, and the same page tries again", async () => {
  const person = anew(anna);
  await site.sign(person);
  const link = await linkFor(person.email);
  const page = await visit(site.address, { provokes: /ERR_FAILED|ERR_CONNECTION/ });
  await page.route("**/api/petition/confirm/**", (route) => route.abort());
  await page.goto(link);
  await expectHeading(page, "Bestätigung fehlgeschlagen");
  await page.unroute("**/api/petition/confirm/**");
  await page.getByRole("button", { name: "Noch einmal versuchen" }).click();
  await expectHeading(page, "E-Mail bestätigt. Deine Unterschrift zählt.");
});

test.each([
  {
    status: 500,
    body: '{"message":"Gerade nicht möglich."}',
    heading: "Bestätigung fehlgeschlagen",
    text: "Gerade nicht möglich.",
  },
  { status: 500, body: "", heading: "Bestätigung fehlgeschlagen", text: "Fehler bei der Bestätigung" },
  { status: 200, body: "{}", heading: "Unerwarteter Fehler", text: "nicht verloren" },
])("an answer $status $body is met with '$heading'", async ({ status, body, heading, text }) => {
  const page = await visit(site.address, { provokes: /500/ });
  await page.route("**/api/petition/confirm/**", (route) => route.fulfill({ status, body, contentType: "application/json" }));
  await page.goto("/confirm?token=whatever");
  await expectHeading(page, heading);
  expect(await page.getByText(text, { exact: false }).count()).toBeGreaterThan(0);
});

test("while it is confirmed the page says so", async () => {
  const person = anew(anna);
  await site.sign(person);
  const page = await visit(site.address);
  const goOn = await holdConfirming(page);
  await page.goto(await linkFor(person.email));
  await expectHeading(page, "Bestätigung läuft...");
  goOn();
  await expectHeading(page, "E-Mail bestätigt. Deine Unterschrift zählt.");
  expect(await page.title()).toBe("E-Mail bestätigt. Deine Unterschrift zählt. – Bargeld muss bleiben");
});

test("on a slow line the page says from the first moment that it is confirming, and offers its button only if no script comes", async () => {
  const person = anew(anna);
  await site.sign(person);
  const page = await visit(site.address, { provokes: /ERR_FAILED/ });
  await page.route("**/*.js", (route) => route.abort());
  // Not `goto`, which waits for the script.
  await page.evaluate((link) => location.assign(link), await linkFor(person.email));
  await expectHeading(page, "Bestätigung läuft...");
  const button = page.getByRole("button", { name: "Unterschrift bestätigen" });
  expect(await button.isVisible()).toBe(false);
  await button.click();
  await expectHeading(page, "E-Mail bestätigt. Deine Unterschrift zählt.");
});

test("a mail scanner opens the link, by GET and by HEAD: nothing is counted", async () => {
  const person = anew(bruno);
  await site.sign(person);
  const [link = "", suppression = ""] = await site.linksFor(person.email);
  const before = await count();
  for (const method of ["GET", "HEAD"])
    for (const one of [link, suppression]) expect((await fetch(one, { method })).status).toBe(200);
  await fetch(`${site.address}/api/petition/confirm/${new URL(link).searchParams.get("token")}`, { method: "HEAD" });
  expect(await count()).toBe(before);

  const page = await visit(site.address);
  await page.goto(link);
  await expectHeading(page, "E-Mail bestätigt. Deine Unterschrift zählt.");
  expect(await count()).toBe(before + 1);
});

test("behind a gateway that runs scripts the page asks for the press (CONFIRM_BY=button)", async () => {
  const careful = await openWalkedSite("server", { CONFIRM_BY: "button" });
  try {
    await careful.sign(anna);
    const [link = ""] = await careful.linksFor(anna.email);
    const page = await visit(careful.address);
    await page.goto(link);
    await page.waitForURL(`${careful.address}/confirm`);
    await expectHeading(page, "Ein Klick fehlt noch");
    await page.getByText(`Öffentlich: In der Liste steht „${anna.fullName}“, für alle sichtbar.`).waitFor();
    await page.reload();
    await page.getByText("Diese Seite braucht den ganzen Link, auch beim Neuladen.").waitFor();
    await page.goto(link);
    await page.getByText(`Du bestätigst den Namen ${anna.fullName}`).waitFor();
    await page.waitForURL(`${careful.address}/confirm`);
    expect((await careful.get<PetitionStats>("/api/petition/stats")).body.signatureCount).toBe(0);
    await page.getByRole("button", { name: "Unterschrift bestätigen" }).click();
    await expectHeading(page, "E-Mail bestätigt. Deine Unterschrift zählt.");
    // What it still asks for must not meet a site that is gone.
    await page.close();
  } finally {
    await careful.close();
  }
});

/** The page's own call waits until the answer is called; without the script there is none. */
async function holdConfirming(page: Page): Promise<() => void> {
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
  await page.route("**/api/petition/confirm/**", async (route) => {
    await held;
    await route.continue();
  });
  return goOn;
}

async function linkFor(email: string): Promise<string> {
  const [link] = await site.linksFor(email);
  if (!link) throw new Error("The e-mail holds no link");
  return link;
}

async function count(): Promise<number> {
  return (await site.get<PetitionStats>("/api/petition/stats")).body.signatureCount;
}
