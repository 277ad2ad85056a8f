import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { CaptchaChallenge } from "../contract/captcha.ts";
import type { PetitionStats, SupporterPage } from "../contract/supporters.ts";
import type { Checkpoint } from "../petition/transparency/checkpoint.ts";
import { openDatabase } from "../server/database/open.ts";
import { copyOfTemplate, createServerDatabase, ENGINES } from "../server/testing/databases.ts";
import { solved } from "../server/testing/house.ts";
import { type Inbox, openInbox } from "../server/testing/inbox.ts";
import { notBeginnings, readHead, readLog } from "../server/testing/log-reader.ts";
import { crowd, type Person } from "../server/testing/people.ts";
import { type ServerProcess, startServer } from "../server/testing/process.ts";

const PUBLIC_URL = "https://petition.example";
const ROUNDS = 2;
/** People who sign at the same time, and as many who confirm. */
const ABREAST = 6;

describe.each(ENGINES)("Killed in the middle of the work (%s database)", (engine) => {
  test(`${ROUNDS} times: nothing that was acknowledged is lost, every e-mail arrives in the end, nobody counts twice, and the public log never takes back a head`, async () => {
    const inbox = await openInbox();
    const database = engine === "server" ? await createServerDatabase() : null;
    const dataFolder = database ? await mkdtemp(join(tmpdir(), "petition-test-")) : await copyOfTemplate();
    const start = () => startServer({ DATA_DIR: dataFolder, DATABASE_URL: database?.url, SMTP_URL: inbox.url, PUBLIC_URL });
    const heads: Checkpoint[] = [];
    const acknowledged = { signs: new Set<string>(), confirmations: new Set<string>() };
    let server: ServerProcess | null = null;
    try {
      for (let round = 0; round < ROUNDS; round++) {
        server = await start();
        const ends = new AbortController();
        const watching = watchHeads(server, heads, ends.signal);
        await loadUntilKilled(server, inbox, crowd(2000, `round-${round}`), acknowledged);
        ends.abort();
        await watching;
      }
      // A minute passes, after which others may take over what the dead process had in hand.
      await query(
        dataFolder,
        database?.url,
        "update outbox set leased_until = now(), next_attempt_at = least(next_attempt_at, now())",
      );
      server = await start();
      for (const email of acknowledged.signs) await inbox.waitFor(email);

      // Whoever has a link follows it now; who was counted before the crash hears that.
      const everybody = [...new Set(inbox.letters.map(({ recipient }) => recipient))];
      for (const email of everybody) {
        const status = await confirm(server, tokenIn(inbox, email));
        expect({ email, status }).toEqual({
          email,
          status: acknowledged.confirmations.has(email) ? 409 : expect.toBeOneOf([200, 409]),
        });
      }
      const { signatureCount } = await get<PetitionStats>(server, "/api/petition/stats");
      const { total } = await get<SupporterPage>(server, "/api/petition/supporters-paginated");
      const { url } = server;
      await expect.poll(async () => (await readLog(url)).count, { timeout: 20_000 }).toBe(everybody.length);
      expect(notBeginnings(await readLog(url), heads)).toEqual([]);
      expect(new Set(heads.map(({ size }) => size)).size).toBeGreaterThan(2);
      expect((await server.end("SIGTERM")).code).toBe(0);

      const [sums] = await query(
        dataFolder,
        database?.url,
        `select (select count from signature_count)::int as number, (select sum(count) from supporter_blocks)::int as blocks,
          (select count(*) from signatures)::int as rows, (select count(distinct normalised_email) from signatures)::int as people,
          (select count(*) from outbox)::int as waiting`,
      );
      const wanted = everybody.length;
      expect({ ...sums, signatureCount, total }).toEqual({
        ...{ number: wanted, blocks: wanted, rows: wanted, people: wanted, signatureCount: wanted, total: wanted },
        waiting: 0,
      });
      // Otherwise nothing was tested.
      expect(acknowledged.signs.size).toBeGreaterThan(ROUNDS * 10);
      expect(acknowledged.confirmations.size).toBeGreaterThan(ROUNDS * 3);
    } finally {
      if (server && !server.hasEnded()) await server.end("SIGKILL");
      await inbox.close();
      await database?.drop();
      await rm(dataFolder, { recursive: true, force: true });
    }
  });
});

/** Whatever head anybody could have seen. */
async function watchHeads(server: ServerProcess, heads: Checkpoint[], ends: AbortSignal): Promise<void> {
  while (!ends.aborted) {
    const head = await readHead(server.url).catch(() => null);
    if (head) heads.push(head);
    await pause(20);
  }
}

interface Acknowledged {
  signs: Set<string>;
  confirmations: Set<string>;
}

async function loadUntilKilled(
  server: ServerProcess,
  inbox: Inbox,
  people: Person[],
  acknowledged: Acknowledged,
): Promise<void> {
  const enough = acknowledged.signs.size + acknowledged.confirmations.size + 30 + Math.floor(Math.random() * 60);
  let killed: Promise<unknown> | null = null;
  const followed = new Set<string>();

  async function killIfEnough(): Promise<void> {
    if (killed || acknowledged.signs.size + acknowledged.confirmations.size < enough) return;
    // Not always just after an answer: somewhere in the life of the requests on their way.
    killed = pause(Math.random() * 20).then(() => server.end("SIGKILL"));
    await killed;
  }

  async function signOn(): Promise<void> {
    for (let person = people.pop(); person && !killed; person = people.pop()) {
      const challenge = await get<CaptchaChallenge>(server, "/api/captcha");
      const { status } = await fetch(`${server.url}/api/petition/sign`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...person, gdprConsent: true, ...solved(challenge) }),
      });
      expect(status).toBe(200);
      acknowledged.signs.add(person.email);
      await killIfEnough();
    }
  }

  async function followLinks(): Promise<void> {
    while (!killed) {
      const letter = inbox.letters.find(
        ({ recipient }) => !followed.has(recipient) && !acknowledged.confirmations.has(recipient),
      );
      if (!letter) {
        await pause(5);
        continue;
      }
      followed.add(letter.recipient);
      // 409: the process that counted it was killed before it could say so.
      if ((await confirm(server, tokenIn(inbox, letter.recipient))) === 200) acknowledged.confirmations.add(letter.recipient);
      await killIfEnough();
    }
  }

  const hands = Array.from({ length: ABREAST }, () => [signOn(), followLinks()]).flat();
  const ends = await Promise.allSettled(hands);
  await killed;
  // Connections that broke are the point; a wrong answer is not.
  for (const end of ends) if (end.status === "rejected" && !(end.reason instanceof TypeError)) throw end.reason;
}

async function confirm(server: ServerProcess, token: string): Promise<number> {
  return (await fetch(`${server.url}/api/petition/confirm/${token}`)).status;
}

async function get<Body>(server: ServerProcess, path: string): Promise<Body> {
  return (await (await fetch(server.url + path)).json()) as Body;
}

function tokenIn(inbox: Inbox, email: string): string {
  const link = inbox.of(email)[0]?.links.find((one) => one.includes("/confirm?")) ?? "";
  return new URL(link).searchParams.get("token") ?? "";
}

async function query(dataFolder: string, url: string | undefined, text: string): Promise<Record<string, unknown>[]> {
  const database = await openDatabase({ dataFolder, url });
  try {
    return (await database.pool.query(text)).rows;
  } finally {
    await database.close();
  }
}
