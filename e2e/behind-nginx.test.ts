/** Two processes on one PostgreSQL behind the real nginx with the configuration that we hand out, started anew in turn as systemd does it (decision 0018). */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort, handedOut, installedNginx, type RunningProxy, startNginx } from "../bench/nginx.ts";
import type { CaptchaChallenge, SignOutcome } from "../contract/signing.ts";
import type { PetitionStats } from "../contract/supporters.ts";
import { createServerDatabase } from "../server/testing/databases.ts";
import { type AnyOf, solved } from "../server/testing/house.ts";
import { type Inbox, openInbox } from "../server/testing/inbox.ts";
import { type KeptServer, startKept } from "../server/testing/kept-server.ts";
import { readLog } from "../server/testing/log-reader.ts";
import { crowd, type Person } from "../server/testing/people.ts";

const PROGRAM = installedNginx();
if (PROGRAM === null)
  console.warn("NOT TRIED: no nginx is installed here, so nobody has seen processes started anew behind it.");

const HANDS = 5;
const TURNS = 2;
/** More than can sign meanwhile. */
const PEOPLE = 20_000;

let folder: string;
let inbox: Inbox;
let database: { url: string; drop(): Promise<void> };
let servers: KeptServer[];
let nginx: RunningProxy;
let url: string;

describe.skipIf(PROGRAM === null)("Two processes behind nginx", () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "petition-nginx-"));
    inbox = await openInbox();
    database = await createServerDatabase();
    // One folder, and with it the same keys, as on one machine (deploy/petition@.service).
    const settings = {
      ...{ DATABASE_URL: database.url, SMTP_URL: inbox.url, DATA_DIR: join(folder, "data") },
      ...{ PUBLIC_URL: "https://petition.example", TRUST_PROXY: "loopback", SHUTDOWN_GRACE: "4s" },
    };
    servers = [await startKept(settings), await startKept(settings)];
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    nginx = await startNginx(PROGRAM ?? "", { folder, port, http: handedOut({ sites: servers, port, folder }) });
  });
  afterAll(async () => {
    await nginx.end();
    for (const server of servers) await server.end();
    await inbox.close();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  test("each is started anew in turn while people sign and confirm: nobody hears an error, everybody is counted once, in one log", async () => {
    const people = crowd(PEOPLE);
    const over = new AbortController();
    const hands = Array.from({ length: HANDS }, (_, hand) => signInTurn(people, hand, over.signal));
    const looking = Array.from({ length: HANDS }, () => lookOnAndOn(over.signal));
    try {
      for (let turn = 0; turn < TURNS; turn++) for (const server of servers) await server.restart();
    } finally {
      over.abort();
    }
    const signed = (await Promise.all(hands)).flat();
    const looked = (await Promise.all(looking)).reduce((sum, times) => sum + times, 0);
    console.log(
      `${signed.length} people signed and ${looked} sums were drawn while ${TURNS * servers.length} processes ended.`,
    );
    expect(signed.length).toBeGreaterThan(HANDS);
    for (const server of servers) {
      const count = async () =>
        ((await (await fetch(`${server.url}/api/petition/stats`)).json()) as PetitionStats).signatureCount;
      await expect.poll(count).toBe(signed.length);
      await expect.poll(async () => (await readLog(server.url)).count).toBe(signed.length);
    }
    const [one, other] = await Promise.all(servers.map((server) => readLog(server.url)));
    expect(one?.head).toEqual(other?.head);
  }, 240_000);

  test("told to end, it says that it is not to be asked, and answers all the same", async () => {
    const [server] = servers;
    if (!server) throw new Error("No server");
    const restarted = server.restart();
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, { interval: 20 }).toBe(503);
    const answer = await fetch(`${server.url}/api/petition/stats`);
    expect([answer.status, answer.headers.get("connection")]).toEqual([200, "close"]);
    await restarted;
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });
});

/** Every so-manieth of the people, until it is over. Answers those who are counted; throws at the first answer that is not the expected one. */
async function signInTurn(people: Person[], hand: number, over: AbortSignal): Promise<Person[]> {
  const counted: Person[] = [];
  for (let number = hand; !over.aborted; number += HANDS) {
    const person = people[number];
    if (!person) throw new Error("Too few people");
    // Each from a network of their own.
    const from = { "x-forwarded-for": `10.${number >> 8}.${number & 255}.1` };
    const challenge = (await answered("/api/captcha", { headers: from })) as CaptchaChallenge;
    const outcome = (await answered("/api/petition/sign", {
      method: "POST",
      headers: { "content-type": "application/json", ...from },
      body: JSON.stringify({ ...person, gdprConsent: true, ...solved(challenge) }),
    })) as AnyOf<SignOutcome>;
    if (!outcome.success) throw new Error(JSON.stringify(outcome));
    const [letter] = await inbox.waitFor(person.email);
    const link = letter?.links.find((one) => one.includes("/confirm?")) ?? "";
    await answered(`/api/petition/confirm/${new URL(link).searchParams.get("token")}`, { headers: from });
    counted.push(person);
  }
  return counted;
}

async function lookOnAndOn(over: AbortSignal): Promise<number> {
  let times = 0;
  for (; !over.aborted; times++) await answered("/api/captcha");
  return times;
}

async function answered(path: string, request?: RequestInit): Promise<unknown> {
  const answer = await fetch(url + path, request);
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path.slice(0, 22)}: ${answer.status} ${text}`);
  return JSON.parse(text);
}
