/** `node bench/oracle.ts [trials] [milliseconds between them]`: whether work after an answer tells of an address. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, get, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { CaptchaChallenge } from "../contract/signing.ts";
import { migrateDatabase } from "../server/platform/database/migrate.ts";
import { openDatabase } from "../server/platform/database/open.ts";
import { openInbox } from "../server/testing/inbox.ts";
import { startServer } from "../server/testing/process.ts";
import { solved } from "../server/testing/sum.ts";

const INBOX = "inbox";
const [, , given] = process.argv;
const TRIALS = Number(given ?? 100);
const BETWEEN = Number(process.argv[3] ?? 1500);
const agent = new Agent({ keepAlive: true });

const FORMS = [
  { name: "sign: counted or new", deleteBy: "link", known: "counted", ask: sign },
  { name: "sign: cooling down or new", deleteBy: "link", known: "cooling", ask: sign },
  {
    name: "send again: pending or unknown",
    deleteBy: "link",
    known: "pending",
    ask: (url, email) => post(url, "resend", { email }),
  },
  { name: "delete by link: counted or unknown", deleteBy: "link", known: "counted", ask: withdraw },
  { name: "delete at once: counted or unknown", deleteBy: "request", known: "counted", ask: withdraw },
] satisfies Form[];

interface Form {
  name: string;
  deleteBy: "link" | "request";
  known: "counted" | "pending" | "cooling";
  ask(url: string, email: string): Promise<void>;
}

if (given === INBOX) console.log((await openInbox()).url);
else {
  console.log(
    `trials: ${TRIALS}, between them: ${BETWEEN} ms\n| what is asked | two probes | probes for ${BETWEEN} ms |\n| --- | ---: | ---: |`,
  );
  for (const form of FORMS) await measure(form);
  process.exit();
}

async function measure({ name, deleteBy, known, ask }: Form): Promise<void> {
  const dataFolder = await mkdtemp(join(tmpdir(), "petition-bench-"));
  await prepare(dataFolder, known);
  const inbox = spawn(process.execPath, [import.meta.filename, INBOX], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(inbox.stdout, "data")) as [Buffer];
  const server = await startServer({ DATA_DIR: dataFolder, SMTP_URL: String(line).trim(), DELETE_BY: deleteBy });
  const soon: Trials = { known: [], unknown: [] };
  const long: Trials = { known: [], unknown: [] };
  for (let trial = -5; trial < TRIALS; trial += 1)
    for (const state of Math.random() < 0.5 ? (["known", "unknown"] as const) : (["unknown", "known"] as const)) {
      // Whoever is cooling down has asked a moment ago.
      await ask(server.url, addressOf(state, state === "known" && known === "cooling" ? 0 : trial + 5));
      const startedAt = performance.now();
      await probe(server.url);
      await probe(server.url);
      const first = performance.now() - startedAt;
      let busy = first;
      while (performance.now() - startedAt < BETWEEN) {
        const asked = performance.now();
        await probe(server.url);
        busy += Math.max(0, performance.now() - asked);
        await pause(2);
      }
      if (trial < 0) continue;
      soon[state].push(first);
      long[state].push(busy);
    }
  console.log(`| ${name} | ${toldApart(soon)} % | ${toldApart(long)} % |`);
  await server.end("SIGTERM");
  inbox.kill();
  await rm(dataFolder, { recursive: true });
}

type Trials = Record<"known" | "unknown", number[]>;

/** Per cent that the best threshold gets right, in either direction: 50 is nothing. */
function toldApart({ known, unknown }: Trials): string {
  const all = [...known, ...unknown];
  const right = all.map((threshold) => {
    const hits = known.filter((time) => time > threshold).length + unknown.filter((time) => time <= threshold).length;
    return Math.max(hits, all.length - hits) / all.length;
  });
  return `${Math.round(100 * Math.max(...right))}`;
}

function addressOf(state: keyof Trials, trial: number): string {
  return `${state}.${trial}@example.org`;
}

async function prepare(dataFolder: string, known: Form["known"]): Promise<void> {
  const database = await openDatabase({ dataFolder });
  await migrateDatabase(database);
  const people = Array.from({ length: TRIALS + 5 }, (_, trial) => addressOf("known", trial));
  const insert = (text: string) => database.pool.query(text, [people]);
  if (known === "counted")
    await insert(
      "insert into signatures (full_name, email, normalised_email) select 'Anna', email, email from unnest($1::text[]) email",
    );
  else
    await insert(`insert into pending_confirmations (id, token, full_name, email, normalised_email, expires_at,
        consent_version, petition_version, policy_version)
      select gen_random_uuid(), email, 'Anna', email, email, now() + interval '1 day', '1', '1', '1' from unnest($1::text[]) email`);
  await database.close();
}

async function sign(url: string, email: string): Promise<void> {
  const challenge = JSON.parse(await fetched(get(`${url}/api/captcha`, { agent }))) as CaptchaChallenge;
  await post(url, "sign", { fullName: "Anna", email, visibility: "public", gdprConsent: true, ...solved(challenge) });
}

function withdraw(url: string, email: string): Promise<void> {
  return post(url, "delete", { email, confirmDeletion: true });
}

async function post(url: string, call: string, body: object): Promise<void> {
  const asked = request(`${url}/api/petition/${call}`, {
    agent,
    method: "POST",
    headers: { "content-type": "application/json" },
  });
  asked.end(JSON.stringify(body));
  await fetched(asked);
}

async function probe(url: string): Promise<void> {
  await fetched(get(`${url}/healthz`, { agent }));
}

async function fetched(asked: ReturnType<typeof request>): Promise<string> {
  const [answer] = (await once(asked, "response")) as [import("node:http").IncomingMessage];
  const text = (await answer.setEncoding("utf8").toArray()).join("");
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${text}`);
  return text;
}
