/** `node bench/timing.ts [requests per state]`: the time of an answer must not tell who has signed. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CaptchaChallenge } from "../contract/signing.ts";
import { systemClock } from "../server/platform/clock.ts";
import { readConfiguration } from "../server/platform/config/configuration.ts";
import { portOf } from "../server/platform/http/app.ts";
import { openSite } from "../server/site.ts";

const REQUESTS = Number(process.argv[2] ?? 200);
const WARM_UP = 10;
const STATES = ["unknown", "pending", "known"] as const;
type State = (typeof STATES)[number];

const dataFolder = await mkdtemp(join(tmpdir(), "petition-bench-"));
const site = await openSite({
  ...readConfiguration({ DATA_DIR: dataFolder, PORT: "0", DATABASE_URL: process.env.DATABASE_URL }),
  clock: systemClock,
  logger: false,
});
await site.app.listen({ host: "127.0.0.1", port: 0 });
const url = `http://127.0.0.1:${portOf(site.app)}`;
const { pool } = site.database;

await measure("sign", (email) => sign(email));
await measure("delete", (email) => post("/api/petition/delete", { email, confirmDeletion: true }));
await site.close();
await rm(dataFolder, { recursive: true });

/** Each request meets an address of its own in that state, which nobody has asked for before. */
async function measure(name: string, ask: (email: string) => Promise<number>): Promise<void> {
  const times: Record<State, number[]> = { unknown: [], pending: [], known: [] };
  for (let turn = -WARM_UP; turn < REQUESTS; turn++)
    for (const state of STATES) {
      const email = `${name}.${state}.${turn + WARM_UP}@example.org`;
      if (state !== "unknown") await prepare(email, state);
      await site.outbox.runDue();
      const taken = await ask(email);
      if (turn >= 0) times[state].push(taken);
      await site.outbox.runDue();
    }
  for (const state of STATES) {
    const sorted = times[state].sort((one, other) => one - other);
    const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2).padStart(7);
    console.log(`${name.padEnd(7)} ${state.padEnd(8)} median ${at(0.5)} ms   p95 ${at(0.95)} ms`);
  }
}

async function prepare(email: string, state: "pending" | "known"): Promise<void> {
  await sign(email);
  await site.outbox.runDue();
  if (state === "known") {
    await pool.query(
      `with moved as (delete from pending_confirmations where email = $1 returning full_name, email, normalised_email, consent_version),
         kept as (insert into signatures (full_name, email, normalised_email, consent_version) select * from moved returning id)
       update signature_count set count = count + (select count(*) from kept)`,
      [email],
    );
  }
  // So that nobody is cooling down.
  await pool.query("delete from mail_cooldowns");
}

async function sign(email: string): Promise<number> {
  const captcha = (await (await fetch(`${url}/api/captcha`)).json()) as CaptchaChallenge;
  const [, left = "", operator, right = ""] = /^(\d+) ([+-]) (\d+) = \?$/.exec(captcha.question) ?? [];
  const sum = operator === "+" ? Number(left) + Number(right) : Number(left) - Number(right);
  const fullName = "Anna Bergmüller";
  return post("/api/petition/sign", {
    fullName,
    email,
    gdprConsent: true,
    sessionId: captcha.sessionId,
    captcha: String(sum),
  });
}

async function post(path: string, body: object): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(url + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  await answer.text();
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
  return performance.now() - startedAt;
}
