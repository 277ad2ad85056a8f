/** `npm run pictures -- <folder> [part of a name]`; without a part of a name `docs/screenshot.png` is taken, too. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { articlePathIn, pathIn } from "../petition/addresses.ts";
import type { Language } from "../petition/language.ts";
import { readConfiguration } from "../server/configuration.ts";
import { portOf } from "../server/http/app.ts";
import { openSite, type Site } from "../server/site.ts";
import { runningClock } from "../server/testing/clock.ts";
import { type Inbox, openInbox } from "../server/testing/inbox.ts";
import { inFewColours } from "../web/share-image/few-colours.ts";
import { setup } from "./before.ts";
import { openBrowser } from "./browser.ts";
import { pressSubmit, sign } from "./person.ts";
import { seedSignatures } from "./seed.ts";
import { wordsIn } from "./words.ts";

const WIDTHS = { phone: 360, tablet: 768, desktop: 1440 };
const SCHEMES = ["light", "dark"] as const;
const PICTURED: Language[] = ["de", "pl", "en"];
const SIGNED = 12_431;
const README_PICTURE = join(import.meta.dirname, "..", "docs", "screenshot.png");

interface Room {
  site: Site;
  address: string;
  inbox: Inbox;
  clock: ReturnType<typeof runningClock>;
  browser: Browser;
}

/** Ends with the screen in sight. */
type Way = (page: Page, language: Language, room: Room) => Promise<unknown>;

const SCREENS: Record<string, Way> = {
  home: (page, language) => page.goto(pathIn(language, "/")),
  "home-why-open": (page, language) => page.goto(`${pathIn(language, "/")}#why-panel`),
  "form-errors": async (page, language) => {
    await page.goto(pathIn(language, "/"));
    await page.getByLabel(/\d [+−] \d+ = \?/).waitFor();
    await pressSubmit(page, wordsIn(language));
    await page.locator(".summary").waitFor();
  },
  success: async (page, language) => {
    await page.goto(pathIn(language, "/"));
    await signSomebody(page, language);
  },
  "confirm-success": async (page, language, room) => {
    await page.goto(pathIn(language, "/"));
    await page.goto(await linkFor(room, await signSomebody(page, language)));
    await page.locator(".seal-drawing").waitFor();
  },
  personal: async (page, language, room) => {
    await page.goto(pathIn(language, "/"));
    await page.goto(await linkFor(room, await signSomebody(page, language)));
    await page.getByRole("link", { name: wordsIn(language)("personal.link") }).click();
    await page.locator(".seal-drawing").waitFor();
  },
  "confirm-again": async (page, language, room) => {
    await page.goto(pathIn(language, "/"));
    const link = await linkFor(room, await signSomebody(page, language));
    await page.request.get(`/api/petition/confirm/${new URL(link).searchParams.get("token")}`);
    await page.goto(link);
    await page.locator(".stamp.ok").waitFor();
  },
  "confirm-expired": async (page, language, room) => {
    await page.goto(pathIn(language, "/"));
    const link = await linkFor(room, await signSomebody(page, language));
    room.clock.forward(25 * 60 * 60_000);
    await page.goto(link);
    await page.locator(".stamp.wait").waitFor();
    room.clock.forward(-25 * 60 * 60_000);
  },
  "confirm-no-token": (page, language) => page.goto(pathIn(language, "/confirm")),
  supporters: (page, language) => page.goto(pathIn(language, "/unterstuetzer/seite/3")),
  article: (page, language) => page.goto(articlePathIn(language)),
  "legal-notice": (page, language) => page.goto(pathIn(language, "/impressum")),
  privacy: (page, language) => page.goto(pathIn(language, "/datenschutz")),
  withdrawal: (page, language) => page.goto(pathIn(language, "/widerruf")),
  "not-found": (page, language) => page.goto(pathIn(language, "/nowhere-at-all")),
};

let mailboxes = 0;

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error("Usage: npm run pictures -- <folder> [part of a picture's name]");
  process.exit(1);
}
await takePictures(folder, process.argv[3] ?? "");

async function takePictures(into: string, wanted: string): Promise<void> {
  mkdirSync(into, { recursive: true });
  const dataFolder = mkdtempSync(join(tmpdir(), "petition-pictures-"));
  const room = await openRoom(dataFolder);
  try {
    if (wanted === "") await pictureForReadme(room);
    for (const name of Object.keys(SCREENS))
      for (const language of PICTURED)
        for (const scheme of SCHEMES)
          for (const width of Object.keys(WIDTHS) as (keyof typeof WIDTHS)[]) {
            const file = `${name}-${language}-${width}-${scheme}.png`;
            if (!file.includes(wanted)) continue;
            writeFileSync(join(into, file), await picture(room, { name, language, scheme, width: WIDTHS[width] }));
            console.log(file);
          }
  } finally {
    await room.browser.close();
    await room.site.close();
    await room.inbox.close();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

async function openRoom(dataFolder: string): Promise<Room> {
  await setup();
  const inbox = await openInbox();
  const clock = runningClock();
  const settings = readConfiguration({ DATA_DIR: dataFolder, SMTP_URL: inbox.url, PORT: "0" });
  const site = await openSite({ ...settings, clock, logger: false });
  await site.app.listen({ host: "127.0.0.1", port: 0 });
  await seedSignatures(site.database, SIGNED, new Date());
  await site.begin();
  site.publicLog.start();
  return { site, address: `http://localhost:${portOf(site.app)}`, inbox, clock, browser: await openBrowser() };
}

async function picture(
  room: Room,
  { name, language, scheme, width }: { name: string; language: Language; scheme: (typeof SCHEMES)[number]; width: number },
): Promise<Buffer> {
  const page = await newPage(room, language, scheme, width);
  await SCREENS[name]?.(page, language, room);
  await page.waitForLoadState("networkidle");
  const image = await page.screenshot({ fullPage: true });
  await page.context().close();
  return image;
}

async function newPage(room: Room, language: Language, colorScheme: "light" | "dark", width: number): Promise<Page> {
  const context = await room.browser.newContext({
    baseURL: room.address,
    locale: language,
    reducedMotion: "reduce",
    colorScheme,
    viewport: { width, height: width < 700 ? 740 : 900 },
  });
  return context.newPage();
}

/** Small enough for a README. */
async function pictureForReadme(room: Room): Promise<void> {
  const page = await newPage(room, "de", "light", WIDTHS.desktop);
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  const image = await page.screenshot({ clip: { x: 0, y: 0, width: WIDTHS.desktop, height: 900 } });
  writeFileSync(README_PICTURE, await inFewColours(sharp(image)));
  await page.context().close();
}

async function signSomebody(page: Page, language: Language): Promise<string> {
  mailboxes += 1;
  const email = `renate.vogelsang.${mailboxes}@gmx.de`;
  const person = { fullName: "Renate Vogelsang", email, visibility: "public" as const, locale: language };
  await sign(page, wordsIn(language), person, { script: true });
  return email;
}

async function linkFor({ inbox }: Room, email: string): Promise<string> {
  const [letter] = await inbox.waitFor(email);
  return letter?.links[0] ?? "";
}
