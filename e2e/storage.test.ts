import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pageIn, translatePath } from "../petition/addresses.ts";
import { RECEIPT_LIFETIME } from "../petition/receipt-cookie.ts";
import { anna, bruno, clara, type Person } from "../server/testing/people.ts";
import { expectHeading, follow, sign, sumField, unfold } from "./person.ts";
import { seedSignatures } from "./seed.ts";
import { anew, openWalkedSite, type WalkedSite } from "./site.ts";
import { untilAlive, visits } from "./visit.ts";
import { wordsIn } from "./words.ts";

const visit = visits();
const t = wordsIn("de");
const YEAR = 365 * 24 * 60 * 60;

/** What each place of a browser is called in the policy. */
const NAMES = { cookie: "Cookie", local: "Lokaler Speicher", session: "Sitzungsspeicher", history: "Verlauf" };

let site: WalkedSite;
beforeAll(async () => {
  site = await openWalkedSite("server");
  await seedSignatures(site.site.database, 120, new Date());
  for (const person of [anna, bruno]) await site.signAndConfirm(person);
});
afterAll(() => site.close());

test("after a whole walk the browser has stored what the privacy policy lists, and nothing else", async () => {
  const seen = new Set<string>();
  const looking = async (page: Page) => {
    for (const one of await storedIn(page)) seen.add(one);
  };
  await readAround(looking);
  await chooseLanguages(looking);
  await signAndChange(looking);
  await signWithoutScript(looking);
  await tryConsent(looking);
  expect([...seen].sort()).toEqual((await listed()).sort());
});

test("whoever only reads, with or without the page's script, gets no cookie, and keeps nothing once the tab is closed", async () => {
  for (const script of [true, false]) {
    const page = await visit(site.address, { script });
    for (const path of ["/", "/digitaler-euro", "/unterstuetzer/seite/2", "/datenschutz", "/widerruf"]) await page.goto(path);
    const lasting = (await storedIn(page, { script })).filter((one) => !one.startsWith(NAMES.session));
    expect(lasting).toEqual([]);
  }
});

test("no link of an e-mail stays in the browser: not in the address, the history, nor in any storage", async () => {
  const person = anew(clara);
  await site.signAndConfirm(person);
  await site.post("/api/petition/delete", { email: person.email, confirmDeletion: true, locale: "de" });
  const letters = await site.inbox.waitFor(person.email, 2);
  const links = letters.flatMap((letter) => letter.links).filter((link) => link.includes("token="));
  expect(links.map((link) => new URL(link).pathname)).toContain(pageIn(person.locale, "restoration"));
  for (const link of links) {
    const page = await visit(site.address, { provokes: /\b4\d\d\b/ });
    await page.goto(link);
    await expect.poll(() => new URL(page.url()).search).toBe("");
    const kept = await page.evaluate(() => JSON.stringify([history.state, { ...sessionStorage }, { ...localStorage }]));
    expect(kept).not.toContain(new URL(link).searchParams.get("token"));
  }
});

type Looking = (page: Page) => Promise<void>;

async function readAround(looking: Looking): Promise<void> {
  const page = await visit(site.address, { locale: "pl" });
  await page.goto("/");
  await page
    .getByRole("complementary", { name: "Sprachvorschlag" })
    .getByRole("button", { name: "Bei Deutsch bleiben" })
    .click();
  await page.mouse.wheel(0, 900);
  await page.getByRole("link", { name: t("supporters.latest.all") }).click();
  await expectHeading(page, t("supporters.title"));
  await page.goBack();
  await sumField(page).waitFor();
  for (const name of ["legalNotice", "privacy", "accessibility", "withdrawal"] as const) await page.goto(pageIn("de", name));
  await page.goto("/digitaler-euro");
  await looking(page);
}

async function chooseLanguages(looking: Looking): Promise<void> {
  const page = await visit(site.address);
  await page.goto("/");
  await page.locator(".languages > summary").click();
  await page.locator(".languages").getByRole("button", { name: "Français" }).click();
  await page.waitForURL(`${site.address}${translatePath("/", "fr")}`);
  const [cookie] = await page.context().cookies();
  expect(cookie?.expires).toBeGreaterThan(Date.now() / 1000 + YEAR - 60);
  expect(cookie?.expires).toBeLessThan(Date.now() / 1000 + YEAR + 60);
  await looking(page);
}

async function signAndChange(looking: Looking): Promise<void> {
  const person = anew({ ...clara, locale: "de" });
  const page = await visit(site.address);
  await page.goto("/");
  await sign(page, t, person, { script: true });
  await looking(page);
  const [link = ""] = await site.linksFor(person.email);
  await follow(page, t, link, { script: true });
  await site.site.publicLog.run();
  await page.locator(".seal-drawing").waitFor();
  await unfold(page, t);
  await page.getByRole("button", { name: t("own-sheet.remember.button") }).click();
  await looking(page);
  await page.getByRole("link", { name: t("personal.link") }).click();
  await expectHeading(page, t("personal.title"));
  await untilAlive(page);
  await unfold(page, t);
  const check = page.getByRole("link", { name: t("receipt.check") });
  // On the page that checks it, the receipt is taken out again at once.
  await check.evaluate((link) => link.addEventListener("click", (event) => event.preventDefault()));
  await check.click();
  await looking(page);
  await page.getByRole("button", { name: t("personal.withdraw.button") }).click();
  await expectHeading(page, t("personal.erased.title"));
  await looking(page);
}

async function signWithoutScript(looking: Looking): Promise<void> {
  const person: Person = anew(anna);
  const page = await visit(site.address, { script: false });
  await page.goto("/");
  await sign(page, t, person, { script: false });
  const [cookie] = await page.context().cookies();
  expect(cookie?.httpOnly).toBe(true);
  expect((cookie?.expires ?? 0) * 1000).toBeLessThan(Date.now() + RECEIPT_LIFETIME + 60_000);
  await looking(page);
}

async function tryConsent(looking: Looking): Promise<void> {
  const page = await visit(site.address);
  await page.goto("/consent-demo");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: t("consent.submit") }).click();
  await page
    .getByRole("status")
    .filter({ hasText: t("consent.stored") })
    .waitFor();
  await looking(page);
}

/** Everything that a page can leave in a browser, each as the policy names it. */
async function storedIn(page: Page, { script = true } = {}): Promise<string[]> {
  const cookies = (await page.context().cookies()).map(({ name }) => `${NAMES.cookie} ${name}`);
  if (!script) return cookies;
  const kept = await page.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    history: Object.keys(history.state ?? {}),
    others: [
      ...(await indexedDB.databases()).map(({ name }) => `database ${name}`),
      ...("caches" in globalThis ? await caches.keys() : []).map((name) => `cache ${name}`),
      ...("serviceWorker" in navigator ? await navigator.serviceWorker.getRegistrations() : []).map(({ scope }) => scope),
    ],
  }));
  return [
    ...cookies,
    ...kept.local.map((name) => `${NAMES.local} ${name}`),
    ...kept.session.map((name) => `${NAMES.session} ${name}`),
    ...kept.history.map((name) => `${NAMES.history} ${name}`),
    ...kept.others,
  ];
}

/** Cookies and keys as the page of the privacy policy lists them. */
async function listed(): Promise<string[]> {
  const page = await visit(site.address);
  await page.goto("/datenschutz");
  const lines = await page.locator("section#device li").all();
  const named = lines.map(async (line) => {
    const text = ((await line.textContent()) ?? "").replace(/\s/g, " ");
    const place = Object.values(NAMES).find((name) => text.startsWith(name));
    return (await line.locator("code").allTextContents()).map((key) => `${place} ${key}`);
  });
  return (await Promise.all(named)).flat();
}
