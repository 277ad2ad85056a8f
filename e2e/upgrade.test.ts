/** What operators are told (docs/operating/every-day.md, "Stopping and upgrading"): one process after the other, beside visitors. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RELEASES } from "../checks/releases.ts";
import type { PetitionStats, SupporterPage } from "../contract/supporters.ts";
import { requireMigrated } from "../server/platform/database/migrate.ts";
import { openDatabase } from "../server/platform/database/open.ts";
import { createServerDatabase } from "../server/testing/databases.ts";
import { type Inbox, openInbox } from "../server/testing/inbox.ts";
import { crowd, type Person } from "../server/testing/people.ts";
import { type ServerProcess, startServer } from "../server/testing/process.ts";
import { ask, confirm, sign, withdraw } from "./by-call.ts";
import { checkOut, isInHistory, type OlderCode } from "./previous-release.ts";

const SIGNED_BEFORE = 100_000;
const PUBLIC_URL = "https://petition.example";
/** People who sign, confirm and withdraw at the same time. */
const ABREAST = 4;
/** How many must have come through before the new release starts, and after it serves. */
const ENOUGH = 12;

const previous = RELEASES.at(-1);
const isThere = previous !== undefined && isInHistory(previous);

if (!isThere)
  console.warn(
    `NOT TESTED FROM RELEASE ${previous?.version}: its code is not in this clone's history (a shallow clone, or no Git).`,
  );

describe.skipIf(!isThere)("From the release before", () => {
  let before: OlderCode;
  let database: Awaited<ReturnType<typeof createServerDatabase>>;
  let client: pg.Client;
  let inbox: Inbox;
  let dataFolder: string;
  const servers: ServerProcess[] = [];

  beforeAll(async () => {
    if (previous) before = await checkOut(previous);
    database = await createServerDatabase({ migrated: false });
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    inbox = await openInbox();
    dataFolder = await mkdtemp(join(tmpdir(), "petition-test-"));
  });
  afterAll(async () => {
    for (const server of servers) if (!server.hasEnded()) await server.end("SIGKILL");
    await inbox?.close();
    await client?.end();
    await database?.drop();
    await before?.remove();
    if (dataFolder) await rm(dataFolder, { recursive: true, force: true });
  });

  async function start(place?: { folder: string }): Promise<ServerProcess> {
    const settings = { DATA_DIR: dataFolder, DATABASE_URL: database.url, SMTP_URL: inbox.url, PUBLIC_URL };
    const server = await startServer(settings, place);
    servers.push(server);
    return server;
  }

  test("a database of 100,000 signatures is upgraded while that release serves: nobody is refused, nobody is lost, and both count alike", async () => {
    await (await start(before)).end("SIGTERM");
    expect(await appliedTo(client)).toEqual(Object.values(previous?.migrations ?? {}));
    await fill(client);
    const old = await start(before);
    expect(await countOf(old)).toBe(SIGNED_BEFORE);

    const crowded = comeAndGo(old.url, inbox, crowd(20_000, "old"));
    await crowded.until(ENOUGH);
    const during = crowded.through();
    const present = await start();
    expect(crowded.through()).toBeGreaterThan(during);

    const beside = comeAndGo(present.url, inbox, crowd(20_000, "new"));
    await Promise.all([crowded.until(crowded.through() + ENOUGH), beside.until(ENOUGH)]);
    const signed = (await crowded.end()) + (await beside.end());
    const wanted = SIGNED_BEFORE + signed;
    // What it tells may be a second old.
    await expect.poll(() => countOf(old)).toBe(wanted);
    expect((await old.end("SIGTERM")).code).toBe(0);

    await expect.poll(() => countOf(present)).toBe(wanted);
    const listed = async () => (await ask<SupporterPage>(present.url, "/api/petition/supporters-paginated")).total;
    await expect.poll(listed).toBe(wanted);
    const { code, stdout } = await present.end("SIGTERM");
    expect({ code, mended: /^Reconciled/m.test(stdout) }).toEqual({ code: 0, mended: false });
    await expectPresentTables(database.url, dataFolder);
  }, 180_000);
});

interface Crowd {
  /** Who has signed and confirmed so far. */
  through(): number;
  until(count: number): Promise<void>;
  /** How many of them are still counted. */
  end(): Promise<number>;
}

/** Each signs, confirms and looks at the list; every fourth withdraws. Whoever is refused ends it with a failure. */
function comeAndGo(url: string, inbox: Inbox, people: Person[]): Crowd {
  let [through, counted, isOver] = [0, 0, false];
  async function come(): Promise<void> {
    for (let person = people.pop(); person && !isOver; person = people.pop()) {
      await sign(url, person);
      await confirm(url, person, inbox);
      counted += 1;
      await ask(url, "/api/petition/supporters-paginated");
      through += 1;
      if (through % 4 > 0) continue;
      await withdraw(url, person);
      counted -= 1;
    }
  }
  const all = Promise.all(Array.from({ length: ABREAST }, come));
  // Looked at in the end; until then a failure is nobody's.
  all.catch(() => {});
  return {
    through: () => through,
    async until(count) {
      const reached = expect.poll(() => through, { timeout: 60_000 }).toBeGreaterThanOrEqual(count);
      await Promise.race([reached, all]);
    },
    async end() {
      isOver = true;
      await all;
      return counted;
    },
  };
}

/** As an import would: the next start counts them, and takes them into the public log. */
async function fill(client: pg.Client): Promise<void> {
  await client.query(`
    insert into signatures (full_name, email, normalised_email, visibility, locale, confirmed_at, signature_salt)
    select 'Anna Bergmüller', 'before' || number || '@example.org', 'before' || number || '@example.org',
      case number % 3 when 0 then 'private' else 'public' end, (array['de', 'en', 'pl'])[1 + number % 3],
      now() - number * interval '1 minute', md5(number::text)
    from generate_series(1, ${SIGNED_BEFORE}) number`);
  await client.query("vacuum analyze signatures");
}

async function appliedTo(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ hash: string }>(
    "select hash from drizzle.__drizzle_migrations order by created_at, id",
  );
  return rows.map(({ hash }) => hash);
}

async function expectPresentTables(url: string, dataFolder: string): Promise<void> {
  const database = await openDatabase({ url, dataFolder });
  await requireMigrated(database).finally(() => database.close());
}

async function countOf({ url }: ServerProcess): Promise<number> {
  return (await ask<PetitionStats>(url, "/api/petition/stats")).signatureCount;
}
