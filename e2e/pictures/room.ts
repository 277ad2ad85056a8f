/** A site with made-up signatures, an inbox and a browser, for pictures. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import type { CollectionStatus } from "../../petition/collection.ts";
import type { Language } from "../../petition/language.ts";
import { readConfiguration } from "../../server/platform/config/configuration.ts";
import { portOf } from "../../server/platform/http/app.ts";
import { openSite } from "../../server/site.ts";
import { runningClock, type TestClock } from "../../server/testing/clock.ts";
import { type Inbox, openInbox } from "../../server/testing/inbox.ts";
import { openBrowser } from "../browser.ts";
import { sign } from "../person.ts";
import { seedSignatures } from "../seed.ts";
import { wordsIn } from "../words.ts";

const ADMIN_KEY = "the-key-of-our-pictures";

export interface Room {
  address: string;
  inbox: Inbox;
  clock: TestClock;
  browser: Browser;
  adminKey: string;
  /** Each stranger has an address of origin of their own, so that no limit is in sight unless it is meant to be. */
  page(language: Language, options: { width: number; colorScheme: "light" | "dark" }): Promise<Page>;
  close(): Promise<void>;
}

let mailboxes = 0;

/** The build must be there. */
export async function openRoom({ signed }: { signed: number }): Promise<Room> {
  const dataFolder = mkdtempSync(join(tmpdir(), "petition-pictures-"));
  const inbox = await openInbox();
  const clock = runningClock();
  const settings = readConfiguration({
    DATA_DIR: dataFolder,
    SMTP_URL: inbox.url,
    PORT: "0",
    ADMIN_KEY,
    TRUST_PROXY: "loopback",
  });
  const site = await openSite({ ...settings, clock, logger: false });
  await site.app.listen({ host: "127.0.0.1", port: 0 });
  await seedSignatures(site.database, signed, new Date());
  await site.begin();
  site.publicLog.start();
  const browser = await openBrowser();
  const address = `http://localhost:${portOf(site.app)}`;
  let strangers = 0;
  return {
    ...{ address, inbox, clock, browser, adminKey: ADMIN_KEY },
    async page(language, { width, colorScheme }) {
      strangers += 1;
      const context = await browser.newContext({
        baseURL: address,
        locale: language,
        reducedMotion: "reduce",
        colorScheme,
        viewport: { width, height: heightFor(width) },
        extraHTTPHeaders: { "x-forwarded-for": `203.0.${strangers >> 8}.${strangers & 255}` },
      });
      return context.newPage();
    },
    async close() {
      await browser.close();
      await site.close();
      await inbox.close();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

export function heightFor(width: number): number {
  return width < 700 ? 740 : 900;
}

/** The address of whoever signed. */
export async function signSomebody(page: Page, language: Language): Promise<string> {
  mailboxes += 1;
  const email = `renate.vogelsang.${mailboxes}@gmx.de`;
  const person = { fullName: "Renate Vogelsang", email, visibility: "public" as const, locale: language };
  await sign(page, wordsIn(language), person, { script: true });
  return email;
}

/** Of the latest e-mail to an address, once `count` have arrived. */
export async function linksFor({ inbox }: Room, email: string, count = 1): Promise<string[]> {
  const letters = await inbox.waitFor(email, count);
  return letters.at(-1)?.links ?? [];
}

/** As the administrator changes it. */
export async function changeCollection({ address, adminKey }: Room, status: CollectionStatus): Promise<void> {
  const answer = await fetch(`${address}/api/admin/collection`, {
    method: "PUT",
    headers: { authorization: `Bearer ${adminKey}`, "content-type": "application/json" },
    body: JSON.stringify({ status, day: null, texts: {} }),
  });
  if (!answer.ok) throw new Error(`The collection is not ${status}: ${await answer.text()}`);
}
