/** What is pictured: the way to each screen, in any language. It ends with the screen in sight. */
import type { Page } from "playwright-core";
import { articlePathIn, HAS_ARTICLE, type Page as Named, pageIn, pathIn, supportersPageIn } from "../../petition/addresses.ts";
import { LINK_LIFETIME } from "../../petition/confirmation.ts";
import type { Language } from "../../petition/language.ts";
import { SAMPLES, sampleTranslators } from "../../server/testing/email-samples.ts";
import { VIEWS } from "../../web/administration/place.ts";
import { pressSubmit, sumField, unfold } from "../person.ts";
import { wordsIn } from "../words.ts";
import { changeCollection, linksFor, type Room, signSomebody } from "./room.ts";

type Way = (page: Page, language: Language, room: Room) => Promise<unknown>;

const SIGNING: Record<string, Way> = {
  home: open("home"),
  "home-why-open": (page, language) => page.goto(`${pageIn(language, "home")}#why-panel`),
  "sign-errors": async (page, language) => {
    await page.goto(pageIn(language, "home"));
    await sumField(page).waitFor();
    await pressSubmit(page, wordsIn(language));
    await page.locator(".summary").waitFor();
  },
  "sign-thanks": signed,
  "confirm-done": async (page, language, room) => {
    await confirmed(page, language, room);
    await page.locator(".seal-drawing").waitFor();
  },
  "confirm-receipt": async (page, language, room) => {
    await confirmed(page, language, room);
    await page.locator(".seal-drawing").waitFor();
    await unfold(page, wordsIn(language));
  },
  "confirm-again": async (page, language, room) => {
    const [link = ""] = await linksFor(room, await signed(page, language));
    await page.request.get(`/api/petition/confirm/${new URL(link).searchParams.get("token")}`);
    await page.goto(link);
    await page.locator(".stamp.ok").waitFor();
  },
  "confirm-expired": async (page, language, room) => {
    const [link = ""] = await linksFor(room, await signed(page, language));
    room.clock.forward(LINK_LIFETIME + 60_000);
    await page.goto(link);
    await page.locator(".stamp.wait").waitFor();
    room.clock.forward(-LINK_LIFETIME - 60_000);
  },
  "confirm-no-token": open("confirmation"),
  "not-me": async (page, language, room) => {
    const [, notMe = ""] = await linksFor(room, await signed(page, language));
    await page.goto(notMe);
  },
  "not-me-done": async (page, language, room) => {
    const [, notMe = ""] = await linksFor(room, await signed(page, language));
    await page.goto(notMe);
    await press(page, wordsIn(language)("confirmation.suppression.open.button"));
    await page.getByRole("heading", { name: wordsIn(language)("confirmation.suppression.suppressed.title") }).waitFor();
  },
  "own-page": async (page, language, room) => {
    await confirmed(page, language, room);
    await unfold(page, wordsIn(language));
    await page.getByRole("link", { name: wordsIn(language)("personal.link") }).click();
    await page.locator(".seal-drawing").waitFor();
  },
  "own-page-link": open("personal"),
  address: async (page, language, room) => {
    const email = await confirmed(page, language, room);
    const t = wordsIn(language);
    await unfold(page, t);
    await page.getByRole("link", { name: t("personal.link") }).click();
    await page.getByRole("textbox", { name: t("personal.address.label") }).fill(`new.${email}`);
    await press(page, t("personal.address.submit"));
    const [link = ""] = await linksFor(room, `new.${email}`);
    await page.goto(link);
  },
};

const DELETING: Record<string, Way> = {
  withdrawal: open("withdrawal"),
  "withdrawal-errors": async (page, language) => {
    await page.goto(pageIn(language, "withdrawal"));
    await press(page, wordsIn(language)("withdrawal.form.submit.request"));
    await page.locator(".summary").waitFor();
  },
  "withdrawal-done": async (page, language, room) => {
    await deleted(page, language, await confirmed(page, language, room));
  },
  restoration: async (page, language, room) => {
    const email = await confirmed(page, language, room);
    await deleted(page, language, email);
    const [restore = ""] = await linksFor(room, email, 2);
    await page.goto(restore);
    await page.getByRole("blockquote").waitFor();
  },
};

const READING: Record<string, Way> = {
  supporters: (page, language) => page.goto(supportersPageIn(language, 3)),
  "too-many-pages": open("tooManyPages"),
  ...(HAS_ARTICLE && { article: (page: Page, language: Language) => page.goto(articlePathIn(language)) }),
  transparency: open("transparency"),
  material: open("material"),
  press: open("press"),
  "legal-notice": open("legalNotice"),
  privacy: open("privacy"),
  accessibility: open("accessibility"),
  developers: open("developers"),
  "consent-demo": open("consentDemo"),
  "not-found": (page, language) => page.goto(pathIn(language, "/nowhere-at-all")),
};

const COLLECTION = Object.fromEntries(
  (["paused", "closed"] as const).map((status): [string, Way] => [
    `collection-${status}`,
    async (page, language, room) => {
      await changeCollection(room, status);
      await page.goto(pageIn(language, "home"));
      await page.waitForLoadState("networkidle");
      await changeCollection(room, "open");
    },
  ]),
);

const ADMINISTRATION = Object.fromEntries(
  VIEWS.map((view): [string, Way] => [
    `admin-${view}`,
    async (page, language, { adminKey }) => {
      await page.goto(`${pageIn(language, "administration")}?view=${view}`);
      await page.waitForLoadState("networkidle");
      await page.locator("#admin-key").fill(adminKey);
      await page.keyboard.press("Enter");
      await page.locator("#admin-key").waitFor({ state: "detached" });
    },
  ]),
);

const LETTERS = Object.fromEntries(
  SAMPLES.map(({ name, letter }): [string, Way] => [
    `mail-${name.replace(/\W+/g, "-")}`,
    (page, language) => {
      const { subject, html } = letter(language, sampleTranslators()[language]);
      return page.setContent(html.replace(/<body[^>]*>/, (body) => `${body}<h1>${subject}</h1>`));
    },
  ]),
);

export const SCREENS: Readonly<Record<string, Way>> = {
  ...SIGNING,
  ...DELETING,
  ...READING,
  "admin-login": open("administration"),
  ...ADMINISTRATION,
  ...LETTERS,
  // Last, since all other pages would show it.
  ...COLLECTION,
};

function open(name: Named): Way {
  return (page, language) => page.goto(pageIn(language, name));
}

async function signed(page: Page, language: Language): Promise<string> {
  await page.goto(pageIn(language, "home"));
  return signSomebody(page, language);
}

async function confirmed(page: Page, language: Language, room: Room): Promise<string> {
  const email = await signed(page, language);
  const [link = ""] = await linksFor(room, email);
  await page.goto(link);
  await page.locator(".stamp.ok").waitFor();
  return email;
}

async function deleted(page: Page, language: Language, email: string): Promise<void> {
  const t = wordsIn(language);
  await page.goto(pageIn(language, "withdrawal"));
  await page.getByRole("textbox", { name: t("withdrawal.form.email") }).fill(email);
  await page.getByRole("checkbox").check();
  await press(page, t("withdrawal.form.submit.request"));
  await page.getByRole("main").getByText(t("withdrawal.done.request"), { exact: true }).waitFor();
}

function press(page: Page, name: string): Promise<void> {
  return page.getByRole("button", { name }).click();
}
