import type { CaptchaChallenge } from "../../contract/signing.ts";
import type { Engine } from "../../server/testing/databases.ts";
import { type House, type HouseOptions, openHouse, solved } from "../../server/testing/house.ts";
import type { Person } from "../../server/testing/people.ts";
import * as people from "../../server/testing/people.ts";
import { seedSignatures } from "../seed.ts";
import type { Material, Token } from "./material.ts";
import { type Place, placesOf } from "./places.ts";

const DAY = 24 * 60 * 60_000;
const HOUR = DAY / 24;
/** More than a page of the list. */
const SEEDED = 120;

const KEYS = {
  ADMIN_KEY: "the key of the administrator, whom nobody knows",
  SECRET_KEY: "what seals the links, and stands nowhere else",
  MAIL_WEBHOOK_KEY: "what the mail server signs its reports with",
};

/** Their names are nowhere to be read. */
const PRIVATE_PEOPLE: Person[] = [
  { fullName: "Xaverl Heimlichmann", email: "heimlich@verborgen.example", visibility: "private", locale: "de" },
  { fullName: "Yvette Discrète", email: "yvette@cache.example", visibility: "private", locale: "fr" },
];
/** At addresses that the examples of the calls' description do not show. */
const [anna, clara, dieter] = [people.anna, people.clara, people.dieter].map((person) => ({
  ...person,
  email: `besieged.${person.email}`,
})) as [Person, Person, Person];
/** Was counted, and is erased. */
const sybille: Person = { fullName: "Sybille Fortgang", email: "sybille@weg.example", visibility: "public", locale: "de" };

export interface BesiegedSite {
  house: House;
  port: number;
  places: Place[];
  material: Material;
  adminKey: string;
  /** What nobody may read who did not send it. */
  secrets: string[];
  /** Since the last call. */
  takeLog(): string[];
  close(): Promise<void>;
}

export interface BesiegedOptions {
  engine: Engine;
  deleteBy: "request" | "link";
  on?: HouseOptions["on"];
}

export async function openBesiegedSite({ engine, deleteBy, on }: BesiegedOptions): Promise<BesiegedSite> {
  let log: string[] = [];
  const restoreConsole = listenToConsole((line) => log.push(line));
  const settings = {
    ...KEYS,
    DELETE_BY: deleteBy,
    TRUST_PROXY: "loopback",
    ANALYTICS: "own",
    PUBLIC_URL: "https://petition.example",
  };
  const house = await openHouse(engine, settings, { on, log: (line) => log.push(line) });
  await seedSignatures(house.site.database, SEEDED, house.clock.now());
  const material = await settle(house, deleteBy);
  const signers = [anna, clara, dieter, sybille, ...PRIVATE_PEOPLE];
  const liveTokens = Object.entries(material.tokens).flatMap(([kind, token]) => (kind === "captcha" ? [] : [token.live]));
  return {
    house,
    port: Number(new URL(house.url).port),
    places: placesOf(house.site.app),
    material,
    adminKey: KEYS.ADMIN_KEY,
    secrets: [
      ...signers.map(({ email }) => email),
      ...[dieter, sybille, ...PRIVATE_PEOPLE].map(({ fullName }) => fullName),
      "person7@example.org",
      ...Object.values(KEYS),
      ...liveTokens,
    ],
    takeLog() {
      const taken = log;
      log = [];
      return taken;
    },
    async close() {
      await house.close();
      restoreConsole();
    },
  };
}

/** More than a week goes by, so that "a week ago" stays true for as long as strangers come. */
async function settle(house: House, deleteBy: "request" | "link"): Promise<Material> {
  for (const person of [...PRIVATE_PEOPLE, clara]) await house.signAndConfirm(person);
  const ofAnna = await signAndFollow(house, anna);
  const ofSybille = await signAndFollow(house, sybille);
  const ways = deleteBy === "link" ? await eraseByLink(house) : await eraseByRequest(house);
  const oldReceipt = receiptOf(house);
  house.clock.forward(8 * DAY + HOUR);

  await house.sign(dieter);
  const ofDieter = linksOf(await emailsTo(house, dieter));
  return {
    tokens: {
      confirmation: tokenFrom(ofDieter.confirmation, ofAnna.confirmation),
      suppression: tokenFrom(ofDieter.suppression, ofAnna.suppression),
      personal: tokenFrom(ofAnna.personal, ofSybille.personal),
      ...ways,
      receipt: tokenFrom(receiptOf(house), oldReceipt),
      captcha: tokenFrom(house.site.petition.drawCaptcha().sessionId, ofAnna.sessionId),
      key: { live: KEYS.ADMIN_KEY, spent: KEYS.ADMIN_KEY, foreign: KEYS.SECRET_KEY },
    },
    webhookKey: KEYS.MAIL_WEBHOOK_KEY,
    drawCaptcha: house.site.petition.drawCaptcha,
  };
}

async function signAndFollow(house: House, person: Person) {
  const { body: challenge } = await house.get<CaptchaChallenge>("/api/captcha");
  await house.sign(person, solved(challenge));
  const { confirmation = "", suppression = "" } = linksOf(await emailsTo(house, person));
  const { body } = await house.confirm(confirmation);
  house.clock.forward(60_000);
  return { confirmation, suppression, sessionId: challenge.sessionId, personal: tokenIn(body.personalLink ?? "") };
}

async function eraseByLink(house: House) {
  for (const { email } of [sybille, anna]) await house.post("/api/petition/delete", { email, confirmDeletion: true });
  const { deletion: spent = "" } = linksOf(await emailsTo(house, sybille));
  await submit(house, "/widerruf", spent);
  return { deletion: tokenFrom(linksOf(await emailsTo(house, anna)).deletion, spent) };
}

/** Her first link is used, the second one works. */
async function eraseByRequest(house: House) {
  const erase = () => house.post("/api/petition/delete", { email: sybille.email, confirmDeletion: true });
  await erase();
  const { restoration: spent = "" } = linksOf(await emailsTo(house, sybille));
  await submit(house, "/wiederherstellen", spent);
  await erase();
  return { restoration: tokenFrom(linksOf(await emailsTo(house, sybille)).restoration, spent) };
}

async function submit(house: House, path: string, token: string): Promise<void> {
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const { status } = await house.post(path, `token=${token}`, type);
  if (status !== 200) throw new Error(`The button of ${path} answers ${status}`);
}

function receiptOf(house: House): string {
  const now = house.clock.now().toISOString();
  const { fullName, email, visibility } = anna;
  return house.site.petition.encryptReceipt({ fullName, email, visibility, message: "", signedAt: now, expiresAt: now });
}

function tokenFrom(live: string | undefined, spent: string | undefined): Token {
  if (!live || !spent) throw new Error("A link is missing in the e-mails");
  const bytes = Buffer.from(live, "base64url");
  return { live, spent, foreign: Buffer.concat([bytes.subarray(0, -16), Buffer.alloc(16, 7)]).toString("base64url") };
}

async function emailsTo(house: House, person: Person): Promise<string[]> {
  await house.site.outbox.runDue();
  return house.inbox.of(person.email).flatMap(({ links }) => links);
}

export function linksOf(
  links: string[],
): Partial<Record<"confirmation" | "suppression" | "personal" | "restoration" | "deletion", string>> {
  const latest = (path: string) => {
    const link = links.findLast((one) => one.includes(`${path}?token=`));
    return link && tokenIn(link);
  };
  return {
    confirmation: latest("/confirm"),
    suppression: latest("/nicht-ich"),
    personal: latest("/meine-daten"),
    restoration: latest("/wiederherstellen"),
    deletion: latest("/widerruf"),
  };
}

function tokenIn(link: string): string {
  return new URL(link, "http://localhost").searchParams.get("token") ?? "";
}

/** Pages tell of their accidents there. */
function listenToConsole(hear: (line: string) => void): () => void {
  const { error, warn } = console;
  console.error = (...parts: unknown[]) => hear(parts.map(String).join(" "));
  console.warn = console.error;
  return () => Object.assign(console, { error, warn });
}
