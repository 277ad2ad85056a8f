/** A site as it runs, under load, that something happens to; and what must hold afterwards (docs/operating/something-is-wrong.md). */
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { freePort } from "../../bench/nginx.ts";
import type { PetitionStats, SupporterPage } from "../../contract/supporters.ts";
import type { Checkpoint } from "../../petition/transparency/note.ts";
import { openDatabase } from "../../server/platform/database/open.ts";
import { copyOfTemplate, createServerDatabase, type Engine, removeFolder } from "../../server/testing/databases.ts";
import { type Inbox, openInbox } from "../../server/testing/inbox.ts";
import { notBeginnings, readHead, readLog } from "../../server/testing/log-reader.ts";
import { type Ended, type Place, type ServerProcess, startServer } from "../../server/testing/process.ts";
import { ask } from "../by-call.ts";
import { beginLoad } from "./load.ts";

const SECOND = 1000;
const TO_HEAL = 30 * SECOND;
/** Until the e-mails have arrived that wait for nothing. */
const FOR_LETTERS = 5 * SECOND;
const BETWEEN_HEADS = 100;

interface Loaded {
  engine: Engine;
  settings?: Record<string, string>;
  /** So many sign and as many follow links at the same time. */
  visitors?: number;
  /** A server of the test's own; without it one is made, of `engine`. */
  databaseUrl?: string;
  /** Where the embedded database is to lie. */
  within?: string;
  /** Where e-mails go instead of straight into the inbox. */
  smtpUrl?(inbox: Inbox): string;
  /** Another way to start the site. */
  place?: Place;
}

interface Healing {
  /** Milliseconds after the fault's end until both a form and a link are acknowledged that were sent after it. */
  within?: number;
  /** Where e-mails wait for a next attempt, nobody has a link to follow for a while. */
  byForms?: boolean;
}

/** With its end whatever is still there goes. */
export interface LoadedSite extends AsyncDisposable {
  url: string;
  pid: number;
  inbox: Inbox;
  dataFolder: string;
  /** Until so many more forms are acknowledged, and half as many links. Throws where that takes longer than half a minute. */
  work(forms: number): Promise<void>;
  /** Brings the fault and ends it; resolves once the site works again by itself. */
  during(what: string, fault: () => Promise<unknown>, healing?: Healing): Promise<void>;
  /** For a fault that ends the process, as its supervisor would; answers how it ended. */
  startAgain(signal?: NodeJS.Signals): Promise<Ended>;
  hasEnded(): boolean;
  /** Until the e-mail of each acknowledged form has arrived, by itself. Throws where that takes longer. */
  untilAllSent(milliseconds: number): Promise<void>;
  /** Ends load and site, looks at everything, and prints what happened. */
  expectNothingLost(): Promise<void>;
}

/** Resolves once it is open; people have begun then. */
export async function underLoad({
  engine,
  settings = {},
  visitors = 4,
  databaseUrl: given,
  within,
  smtpUrl = ({ url }) => url,
  place,
}: Loaded): Promise<LoadedSite> {
  const inbox = await openInbox();
  const database = engine === "server" && given === undefined ? await createServerDatabase() : null;
  const databaseUrl = given ?? database?.url;
  const dataFolder = databaseUrl ? await mkdtemp(join(tmpdir(), "petition-test-")) : await copyOfTemplate(within);
  const environment = {
    ...{ DATA_DIR: dataFolder, DATABASE_URL: databaseUrl, SMTP_URL: smtpUrl(inbox), PUBLIC_URL: "https://petition.example" },
    // As it runs: what happens here may well be a peak. Started anew, it is where it was.
    ...{ PEAK_MODE: "auto", PORT: String(await freePort()), ...settings },
  };
  let server: ServerProcess = await startServer(environment, place);
  const { url } = server;
  const logs: string[] = [];
  const load = beginLoad({ url, inbox, visitors });
  const heads = watchHeads(url);
  const happened: string[] = [];

  const done = (asked: "form" | "link", since = 0) =>
    load.answers.filter((answer) => answer.asked === asked && answer.became === "done" && answer.askedAt >= since).length;
  const unsent = () => {
    const arrived = new Set(inbox.letters.map(({ recipient }) => recipient));
    return [...load.forms].filter((email) => !arrived.has(email));
  };

  async function until(isSo: () => boolean, milliseconds: number, otherwise: string): Promise<void> {
    if (await settled(isSo, milliseconds)) return;
    const last = load.answers.slice(-5).map(({ asked, became }) => `${asked} ${became}`);
    const wrong = [...new Set(load.wrong)].join("; ");
    throw new Error(`After ${seconds(milliseconds)}: ${otherwise}. The last answers: ${last.join(", ")}. Wrong: ${wrong}`);
  }

  async function work(forms: number): Promise<void> {
    const [formsThen, linksThen] = [done("form") + forms, done("link") + forms / 2];
    const isEnough = () => done("form") >= formsThen && done("link") >= linksThen;
    await until(isEnough, TO_HEAL, `fewer than ${forms} forms and half as many links are acknowledged`);
  }

  async function endSite(signal: NodeJS.Signals): Promise<Ended> {
    const ended = await server.end(signal);
    logs.push(`${ended.stdout}\n${ended.stderr}`);
    return ended;
  }

  /** What nobody could note down, and what waits for its next attempt, is tried again after a minute or more: that passes. */
  async function passTime(): Promise<void> {
    expect((await endSite("SIGTERM")).code).toBe(0);
    await inDatabase({ dataFolder, url: databaseUrl }, (query) =>
      query("update outbox set leased_until = now(), next_attempt_at = least(next_attempt_at, now())"),
    );
    server = await startServer(environment, place);
    await until(() => unsent().length === 0, TO_HEAL, "e-mails of acknowledged forms are missing");
  }

  return {
    ...{ url, inbox, dataFolder, work },
    get pid() {
      return server.pid;
    },
    async during(what, fault, { within = TO_HEAL, byForms = false } = {}) {
      const beganAt = performance.now();
      await fault();
      const endedAt = performance.now();
      const isHealed = () => done("form", endedAt) > 0 && (byForms || done("link", endedAt) > 0);
      await until(isHealed, within, `${what}, and the site does not work again`);
      const healedAt = performance.now();
      const meanwhile = load.answers.filter(({ answeredAt }) => answeredAt > beganAt);
      const became = (how: string) => meanwhile.filter((answer) => answer.became === how).length;
      const longest = Math.max(...meanwhile.map(({ askedAt, answeredAt }) => answeredAt - askedAt));
      happened.push(
        `${what} (${engine} database) for ${seconds(endedAt - beganAt)}: ${became("done")} answered, ${became("refused")} refused, ` +
          `${became("broken")} broken off, the longest answer after ${seconds(longest)}; works again after ${seconds(healedAt - endedAt)}`,
      );
    },
    hasEnded: () => server.hasEnded(),
    async startAgain(signal = "SIGKILL") {
      const ended = await endSite(signal);
      server = await startServer(environment, place);
      return ended;
    },
    untilAllSent: (milliseconds) =>
      until(() => unsent().length === 0, milliseconds, "e-mails of acknowledged forms are missing"),
    async expectNothingLost() {
      await load.stop();
      if (!(await settled(() => unsent().length === 0, FOR_LETTERS))) await passTime();
      await load.followTheRest();
      const people = new Set(inbox.letters.map(({ recipient }) => recipient));
      expect(load.counted).toEqual(people);

      const shown = async () => (await ask<PetitionStats>(url, "/api/petition/stats")).signatureCount;
      const listed = async () => (await ask<SupporterPage>(url, "/api/petition/supporters-paginated")).total;
      await expect.poll(shown).toBe(people.size);
      await expect.poll(listed).toBe(people.size);
      await expect.poll(async () => (await readLog(url)).count).toBe(people.size);
      expect(notBeginnings(await readLog(url), await heads.end())).toEqual([]);
      expect((await endSite("SIGTERM")).code).toBe(0);

      const [sums] = await inDatabase({ dataFolder, url: databaseUrl }, (query) => query(SUMS));
      const size = people.size;
      expect(sums).toEqual({ number: size, blocks: size, rows: size, people: size });
      const rows = await inDatabase({ dataFolder, url: databaseUrl }, (query) => query("select email from signatures"));
      expect(new Set(rows.map(({ email }) => email))).toEqual(people);

      expect([...new Set(load.wrong)]).toEqual([]);
      const log = logs.join("\n");
      expect(log).not.toMatch(/unhandled|^\s+at .+:\d+/im);
      expect(log).not.toMatch(/\w@[\w-]+\.[a-z]|(Anna|Bruno|Clara|Dieter|Ewa) [A-Z]/);
      for (const one of happened) console.log(one);
      console.log(`${load.forms.size} forms and ${load.counted.size} links acknowledged, nothing lost`);
    },
    async [Symbol.asyncDispose]() {
      await load.stop();
      await heads.end();
      if (!server.hasEnded()) await server.end("SIGKILL");
      await inbox.close();
      await database?.drop();
      await removeFolder(dataFolder);
    },
  };
}

/** The number in four places: two of addresses, of which none may be twice. */
const SUMS = `select (select count from signature_count)::int as number, (select sum(count) from supporter_blocks)::int as blocks,
  (select count(*) from signatures)::int as rows, (select count(distinct normalised_email) from signatures)::int as people`;

/** Whatever heads of the public log anybody could have seen: it may take none of them back. */
function watchHeads(url: string): { end(): Promise<Checkpoint[]> } {
  const seen: Checkpoint[] = [];
  const over = new AbortController();
  const watching = (async () => {
    for (; !over.signal.aborted; await pause(BETWEEN_HEADS)) {
      const head = await readHead(url).catch(() => null);
      if (head) seen.push(head);
    }
  })();
  return {
    async end() {
      over.abort();
      await watching;
      return seen;
    },
  };
}

/** Answers whether it was so in time. */
async function settled(isSo: () => boolean, milliseconds: number): Promise<boolean> {
  for (const end = performance.now() + milliseconds; performance.now() < end; await pause(20)) if (isSo()) return true;
  return isSo();
}

type Query = (text: string) => Promise<Record<string, unknown>[]>;

async function inDatabase<Result>(
  where: { dataFolder: string; url: string | undefined },
  act: (query: Query) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(where);
  try {
    return await act(async (text) => (await database.pool.query(text)).rows);
  } finally {
    await database.close();
  }
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / SECOND).toFixed(1)} s`;
}
