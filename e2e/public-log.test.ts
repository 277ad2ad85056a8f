/** Several processes on one PostgreSQL are one log, whatever ends one of them (decision 0025). */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import type { CaptchaChallenge } from "../contract/signing.ts";
import type { Checkpoint } from "../petition/transparency/note.ts";
import { makeSigningKey } from "../server/platform/crypto/log-keys.ts";
import { openDatabase } from "../server/platform/database/open.ts";
import { createServerDatabase } from "../server/testing/databases.ts";
import { solved } from "../server/testing/house.ts";
import { openInbox } from "../server/testing/inbox.ts";
import { notBeginnings, readHead, readLog } from "../server/testing/log-reader.ts";
import { crowd, type Person } from "../server/testing/people.ts";
import { type ServerProcess, startServer } from "../server/testing/process.ts";

const PROCESSES = 3;
const PEOPLE = 80;

test("three processes, one of them killed and begun again: one log, no head taken back, everybody in it once", async () => {
  const inbox = await openInbox();
  const database = await createServerDatabase();
  const folders = await Promise.all(Array.from({ length: PROCESSES }, () => mkdtemp(join(tmpdir(), "petition-test-"))));
  const settings = {
    DATABASE_URL: database.url,
    SMTP_URL: inbox.url,
    PUBLIC_URL: "https://petition.example",
    SECRET_KEY: "a-secret-key-that-all-of-them-share",
    ADMIN_KEY: "key-of-the-administrator-for-tests",
    LOG_KEY: makeSigningKey("petition.example/log"),
  };
  const start = (number: number) => startServer({ ...settings, DATA_DIR: folders[number] });
  const servers = await Promise.all(folders.map((_, number) => start(number)));
  const ends = new AbortController();
  const heads: Checkpoint[] = [];
  try {
    const watching = Promise.all(Array.from({ length: 4 }, () => watch(servers, heads, ends.signal)));
    const people = crowd(PEOPLE);
    const hands = Array.from({ length: 4 }, (_, hand) => signAndConfirm(servers, inbox.waitFor, people, hand));
    await pause(500);
    await servers[1]?.end("SIGKILL");
    // A minute passes, after which others take over what the dead process had in hand.
    await letGoOfMail(database.url);
    servers[1] = await start(1);
    await Promise.all(hands);

    for (const { url } of servers) await expect.poll(async () => (await readLog(url)).count, { timeout: 20_000 }).toBe(PEOPLE);
    ends.abort();
    expect((await watching).flat()).toEqual([]);
    const logs = await Promise.all(servers.map(({ url }) => readLog(url)));
    for (const log of logs) {
      expect(notBeginnings(log, heads)).toEqual([]);
      expect(log.head).toEqual(logs[0]?.head);
    }
    const commitments = logs[0]?.entries.flatMap((entry) => (entry.kind === "added" ? [entry.commitment] : [])) ?? [];
    expect(new Set(commitments).size).toBe(PEOPLE);
  } finally {
    ends.abort();
    await Promise.all(servers.filter((one) => !one.hasEnded()).map((one) => one.end("SIGTERM")));
    await inbox.close();
    await database.drop();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  }
}, 180_000);

async function letGoOfMail(url: string): Promise<void> {
  const { pool, close } = await openDatabase({ url, dataFolder: tmpdir() });
  await pool.query("update outbox set leased_until = now(), next_attempt_at = least(next_attempt_at, now())").finally(close);
}

/** Answers the heads that were older than one that somebody had been answered before asking. */
async function watch(servers: ServerProcess[], heads: Checkpoint[], ends: AbortSignal): Promise<string[]> {
  const older: string[] = [];
  for (let turn = 0; !ends.aborted; turn++) {
    const { url = "" } = servers[turn % servers.length] ?? {};
    const known = Math.max(0, ...heads.map(({ size }) => size));
    const head = await readHead(url).catch(() => null);
    if (head) heads.push(head);
    if (head && head.size < known) older.push(`${head.size} after ${known}`);
    await pause(10);
  }
  return older;
}

/** Every fourth of the people, each at another process in turn; where one has just been killed, at the next. */
async function signAndConfirm(
  servers: ServerProcess[],
  waitFor: (email: string) => Promise<{ links: string[] }[]>,
  people: Person[],
  hand: number,
): Promise<void> {
  for (const [number, person] of people.entries()) {
    if (number % 4 !== hand) continue;
    await retried(servers, number, async (url) => {
      const challenge = (await (await fetch(`${url}/api/captcha`)).json()) as CaptchaChallenge;
      await fetch(`${url}/api/petition/sign`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...person, gdprConsent: true, ...solved(challenge) }),
      });
    });
    const [{ links } = { links: [] }] = await waitFor(person.email);
    const token = new URL(links.find((one) => one.includes("/confirm?")) ?? "").searchParams.get("token");
    await retried(servers, number + 1, (url) => fetch(`${url}/api/petition/confirm/${token}`));
  }
}

async function retried(servers: ServerProcess[], first: number, act: (url: string) => Promise<unknown>): Promise<void> {
  for (let turn = first; ; turn++) {
    try {
      await act(servers[turn % servers.length]?.url ?? "");
      return;
    } catch (failure) {
      if (turn > first + 20) throw failure;
      await pause(50);
    }
  }
}
