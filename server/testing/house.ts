/** The whole site for a test: real HTTP server, real database, real SMTP inbox; only the clock is ours. */
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ConfirmAnswer } from "../../contract/confirmation.ts";
import type { CaptchaChallenge, SignOutcome } from "../../contract/signing.ts";
import type { PetitionConfig } from "../../petition.config.ts";
import { readConfiguration } from "../platform/config/configuration.ts";
import { portOf } from "../platform/http/app.ts";
import { openSite, type Site, type SiteTools } from "../site.ts";
import { clockAt, type TestClock } from "./clock.ts";
import { copyOfTemplate, createServerDatabase, type Engine, removeFolder } from "./databases.ts";
import { type Inbox, openInbox } from "./inbox.ts";
import type { Person } from "./people.ts";
import { solved } from "./sum.ts";

export { solved } from "./sum.ts";

export interface Answer<Body> {
  status: number;
  body: Body;
  headers: Headers;
}

/** One of several answers, as somebody reads it who has yet to find out which. */
export type AnyOf<Answers> = {
  [Field in Answers extends unknown ? keyof Answers : never]: Answers extends unknown
    ? Field extends keyof Answers
      ? Answers[Field]
      : undefined
    : never;
};

export interface House {
  url: string;
  site: Site;
  clock: TestClock;
  inbox: Inbox;
  dataFolder: string;
  /** For SQL from outside and for a site beside this one; undefined for the embedded database. */
  databaseUrl: string | undefined;
  get<Body>(path: string, headers?: Record<string, string>): Promise<Answer<Body>>;
  post<Body>(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer<Body>>;
  /** `fields` replace or add to what is sent. */
  sign(person: Person, fields?: Record<string, unknown>, headers?: Record<string, string>): Promise<Answer<AnyOf<SignOutcome>>>;
  tokenOf(person: Person): Promise<string>;
  confirm(token: string, headers?: Record<string, string>): Promise<Answer<ConfirmAnswer>>;
  /** Signs, follows the link, is counted; then a minute has passed, so that nobody is cooling down. */
  signAndConfirm(person: Person): Promise<void>;
  /** The rows of a query, asked past the site. */
  rows<Row extends object>(query: string): Promise<Row[]>;
  /** Ends the site cleanly and opens it again with the same settings and data; its address changes. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface HouseOptions {
  /** Another site of the same deployment: it shares that one's PostgreSQL, inbox and clock. Close it first. */
  beside?: House;
  /** Else one that stands still at {@link NOON}. */
  clock?: TestClock;
  /** A database that the caller has made and takes away; where the URL is missing, the embedded one in that folder. */
  on?: { databaseUrl?: string; dataFolder: string };
  /** Of a database made for this house; see `TestDatabaseOptions`. */
  parallel?: boolean;
  log?: (line: string) => void;
  /** Instead of the one in petition.config.ts. */
  handover?: PetitionConfig["handover"];
  endOfCertificate?: SiteTools["endOfCertificate"];
  /** Done once the site is open, before it listens. */
  meanwhile?: (house: House) => Promise<void>;
}

/** A November noon, in winter time. */
export const NOON = new Date("2026-11-21T11:00:00.000Z");

export async function openHouse(
  engine: Engine,
  settings: Record<string, string> = {},
  { beside, clock: given, on, parallel, log, handover, endOfCertificate = unreachable, meanwhile }: HouseOptions = {},
): Promise<House> {
  const inbox = beside?.inbox ?? (await openInbox());
  const database = engine === "server" && !beside && !on ? await createServerDatabase({ parallel }) : null;
  const databaseUrl = beside?.databaseUrl ?? on?.databaseUrl ?? database?.url;
  const dataFolder = on
    ? on.dataFolder
    : databaseUrl
      ? await mkdtemp(join(tmpdir(), "petition-test-"))
      : await copyOfTemplate();
  const clock = given ?? beside?.clock ?? clockAt(NOON);
  const tools = {
    ...readConfiguration({
      DATA_DIR: dataFolder,
      DATABASE_URL: databaseUrl,
      SMTP_URL: inbox.url,
      PORT: "0",
      PEAK_MODE: "off",
      ...settings,
    }),
    clock,
    handover,
    logger: log ? { level: "trace", stream: { write: log } } : (false as const),
    endOfCertificate,
    // Tests ask no name server.
    resolver: { resolveTxt: () => Promise.reject(Object.assign(new Error("no such name"), { code: "ENOTFOUND" })) },
  };

  const house: House = {
    url: "",
    site: await openSite(tools),
    clock,
    inbox,
    dataFolder,
    databaseUrl,
    get: (path, headers) => answerOf(fetch(house.url + path, { headers, redirect: "manual" })),
    post: (path, body, headers) => answerOf(postJson(house.url + path, body, headers)),
    async sign(person, fields, headers) {
      const { body } = await house.get<CaptchaChallenge>("/api/captcha");
      return house.post("/api/petition/sign", { ...person, gdprConsent: true, ...solved(body), ...fields }, headers);
    },
    async tokenOf(person) {
      await house.site.outbox.runDue();
      const letters = inbox.of(person.email);
      const link = letters.flatMap((letter) => letter.links).findLast((one) => one.includes("/confirm?token="));
      const token = link && new URL(link).searchParams.get("token");
      if (!token) throw new Error(`${person.fullName} has got no link`);
      return token;
    },
    confirm: (token, headers) => house.get(`/api/petition/confirm/${token}`, headers),
    async signAndConfirm(person) {
      await house.sign(person);
      await house.confirm(await house.tokenOf(person));
      clock.forward(60_000);
    },
    rows: async (query) => (await house.site.database.pool.query(query)).rows,
    async restart() {
      await house.site.close();
      house.site = await openSite(tools);
      await listen(house);
    },
    async close() {
      await house.site.close();
      if (!beside) await inbox.close();
      await database?.drop();
      if (!on) await removeFolder(dataFolder);
    },
  };
  await meanwhile?.(house);
  await listen(house);
  return house;
}

function unreachable(): Promise<never> {
  return Promise.reject(new Error("no such address"));
}

/** E-mails leave here alone: else the outbox would begin by itself, within a second of being woken, or the clock jump ahead of one under way. */
export async function sendDue({ site: { outbox } }: House): Promise<number> {
  outbox.start();
  const sent = await outbox.runDue();
  await outbox.stop();
  return sent;
}

async function listen(house: House): Promise<void> {
  await house.site.app.listen({ host: "127.0.0.1", port: 0 });
  house.url = `http://127.0.0.1:${portOf(house.site.app)}`;
  await house.site.begin();
}

function postJson(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: text,
    redirect: "manual",
  });
}

async function answerOf<Body>(response: Promise<Response>): Promise<Answer<Body>> {
  const answer = await response;
  const text = await answer.text();
  const isJson = answer.headers.get("content-type")?.includes("json");
  return { status: answer.status, headers: answer.headers, body: (isJson ? JSON.parse(text) : text) as Body };
}
