/** Every call of the site, made once, in an order that makes sense. */
import { createHmac } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Client, createClient } from "../../client/client.ts";
import type { CallName } from "../../contract/calls.ts";
import { LANGUAGES, type Language } from "../../petition/language.ts";
import { PAUSE_BETWEEN_COUNTS } from "../../petition/paper.ts";
import { petitionConfig } from "../../petition.config.ts";
import { type House, openHouse, solved } from "./house.ts";
import { anna, bruno, clara, dieter } from "./people.ts";

export interface Visited {
  name: CallName;
  takes: Record<string, unknown>;
  status: number;
  /** What came as JSON is parsed, what came as bytes is a text of one character each. */
  answer: unknown;
}

const WEBHOOK_KEY = "a key that the mail server knows";
const BREACH = { subject: "About your data", paragraphs: ["A copy of the list was stolen last night.", "Take care."] };

/** A petition with every call that there is. */
export function openTour(): Promise<House> {
  return openHouse("embedded", {
    PUBLIC_URL: "https://petition.example",
    MAIL_WEBHOOK_KEY: WEBHOOK_KEY,
    ANALYTICS: "own",
    MAIL_FROM: "Petition <petition@petition.example>",
  });
}

export async function tour(house: House): Promise<Visited[]> {
  const visited: Visited[] = [];
  const client = await writtenDown(house, visited);
  await house.signAndConfirm(bruno);
  await house.signAndConfirm(clara);
  await house.sign(dieter);
  await asVisitor(house, client);
  await asReader(client);
  await asMachine(client, visited);
  await asAdministrator(house, client);
  await client.withdraw({ email: anna.email, confirmDeletion: true, locale: "en" });
  await atTheEnd(client);
  return visited;
}

/** A client that notes what it sends and gets. */
async function writtenDown(house: House, visited: Visited[]): Promise<Client> {
  let last = { status: 0, answer: undefined as unknown };
  const client = createClient({
    baseUrl: house.url,
    language: "en",
    key: (await readFile(join(house.dataFolder, "admin-key"), "utf8")).trim(),
    async fetch(address, request) {
      const response = await fetch(address, request);
      const bytes = Buffer.from(await response.clone().arrayBuffer());
      const type = response.headers.get("content-type") ?? "";
      const text = bytes.toString(type === "application/octet-stream" ? "latin1" : "utf8");
      const answer = type.includes("json") ? JSON.parse(text) : text;
      last = { status: response.status, answer: bytes.length === 0 ? undefined : answer };
      return response;
    },
  });
  const noting = Object.entries(client).map(([name, call]) => [
    name,
    async (takes: Record<string, unknown> = {}) => {
      // No two lines of the audit log are of one moment.
      house.clock.forward(1_000);
      const said = await (call as (takes: object) => Promise<unknown>)(takes);
      visited.push({ name: name as CallName, takes, ...last });
      return said;
    },
  ]);
  return Object.fromEntries(noting) as Client;
}

async function asVisitor(house: House, client: Client): Promise<void> {
  const { fullName, email } = anna;
  await client.languagePreference();
  const sum = await client.captcha();
  await client.sign({ fullName, email, visibility: "public", gdprConsent: true, ...solved(sum), locale: "en" });
  house.clock.forward(60_000);
  await client.resend({ email, locale: "en" });
  const confirmed = await client.confirm({ token: await house.tokenOf(anna), lang: "en" });
  if (confirmed.outcome !== "confirmed") throw new Error(confirmed.outcome);
  const token = new URL(confirmed.personalLink ?? "", house.url).searchParams.get("token") ?? "";
  await house.site.publicLog.run();
  await client.receipt({ token });
  house.clock.forward(60_000);
  await client.sendPersonalLink({ email, locale: "en" });
  await client.switchLanguage({ lang: "fr", redirectTo: "/en/widerruf" });
}

async function asReader(client: Client): Promise<void> {
  await client.stats();
  await client.latestSupporters({ lang: "en" });
  await client.supporters({ page: 1, pageSize: 10, lang: "en" });
  await client.openCounts({ by: "day" });
  await client.badge({ lang: "en" });
  await client.card({ lang: "en" });
  await client.feed({ lang: "en" });
  await client.qrCode({ language: "en" });
  await client.engraving({ step: 2 });
  const [, size] = (await client.checkpoint()).split("\n");
  await client.logKeys();
  const entries = Buffer.from(await client.logTile({ level: "entries", tile: `000.p/${size}` })).toString("latin1");
  await client.logText({ hash: /"hash":"(\w+)"/.exec(entries)?.[1] ?? "" });
}

async function asMachine(client: Client, visited: Visited[]): Promise<void> {
  await client.health();
  await client.readiness();
  await client.metrics();
  await client.description();
  await client.tellEvent({
    event: "sign_success",
    petition: petitionConfig.petitionId,
    path: "/en",
    language: "en",
  });
  const report = { kind: "soft", recipient: dieter.email };
  const body = JSON.stringify(report);
  const signature = createHmac("sha256", WEBHOOK_KEY).update(body).digest("hex");
  await client.handInReport({ report: body, signature, type: "application/json" });
  const noted = visited.at(-1);
  if (noted) noted.takes = { "X-Signature": signature, ...report };
}

async function asAdministrator(house: House, client: Client): Promise<void> {
  await client.adminStats();
  await client.adminCharts();
  await client.adminOperations();
  const { signatures } = await client.adminSignatures({ search: "kessler", limit: 20 });
  const id = signatures[0]?.id ?? "";
  await client.adminSignature({ id });
  await client.decideName({ id, hidden: true });
  await client.grantObjection({ id });
  await client.exportSignatures({ format: "csv", separator: "semicolon" });
  await client.previewQuarantine({ signature: id });
  const { quarantine } = await client.quarantine({ signature: id, expected: 1 });
  await client.adminSuspicion();
  await client.release({ quarantine: quarantine ?? undefined, expected: 1 });
  await client.removeSignature({ id });
  await house.site.outbox.runDue();
  await giveUpMail(house);
  const { failed } = await client.adminMail();
  await client.retryMail({ id: failed[0]?.id ?? "" });
  await giveUpMail(house);
  await client.retryMails();
  await client.checkSender({ selector: "mail" });
  const texts = Object.fromEntries(LANGUAGES.map((language) => [language, BREACH])) as Record<Language, typeof BREACH>;
  await client.tellBreach({ texts, signed: { from: "2026-11-20", to: "2026-11-21" } });
  await client.adminBreaches();
  const { folder } = await client.copyDatabase();
  await rm(folder, { recursive: true });
  await client.adminAudit({ who: "administrator", limit: 10 });
  await client.adminCollection();
  const { news } = await client.publishNews({ texts: { en: "The signatures are counted twice\nYou can check it." } });
  await client.correctNews({ id: news[0]?.id ?? "", texts: { en: "Anybody can count the signatures\nWe count them, too." } });
  await client.adminNews();
  await client.changeCollection({ status: "paused", day: "2026-11-30", texts: { en: "Back after the weekend." } });
  await withPaper(house, client);
}

async function withPaper({ clock }: House, client: Client): Promise<void> {
  const figures = { valid: 312, invalid: { double: 4, unreadable: 0, unsigned: 3, other: 0 } };
  const receivedOn = clock.now().toISOString().slice(0, 10);
  const { batch } = await client.addPaper({ receivedOn, deliveredBy: "Group Kassel", ...figures });
  clock.forward(PAUSE_BETWEEN_COUNTS);
  await client.countPaper({ batch, ...figures });
  await client.correctPaper({ batch, ...figures, valid: 310, reason: "Two lines were there twice" });
  await client.adminPaper();
}

/** What has an end comes last. */
async function atTheEnd(client: Client): Promise<void> {
  await client.adminEnd();
  await client.endPetition({ waive: false });
  const { origin } = await client.adminLog();
  await client.restartLog({ origin });
  await client.rotateKey({ key: "secret", forgetOld: false });
}

async function giveUpMail(house: House): Promise<void> {
  await house.rows(
    `insert into outbox (kind, subject_id, next_attempt_at, failed_at, attempts, last_error)
     values ('confirmation-email', gen_random_uuid(), now(), now(), 8, 'EENVELOPE 550 5.1.1')`,
  );
}
