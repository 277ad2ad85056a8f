/** `node --import ./server/prepare.mjs bench/flood.ts [embedded] [quick] [profile]`: twenty people sign while garbage comes from very many sources. */
import { setTimeout as pause } from "node:timers/promises";
import { solve } from "../client/solve.ts";
import type { CaptchaChallenge } from "../contract/signing.ts";
import { crowd } from "../server/testing/people.ts";
import { startServer } from "../server/testing/process.ts";
import { solved } from "../server/testing/sum.ts";
import { type Beside, startBeside } from "./beside.ts";
import { type Chapter, type Figure, tableOf } from "./figure.ts";
import type { Flood, Flooded } from "./garbage.ts";
import { BEHIND_PROXY, type Engine, type Ground, onGround } from "./ground.ts";
import { type Latency, latencyOf } from "./latency.ts";
import { processorSeconds } from "./processor-time.ts";
import { writeProfile } from "./profile.ts";
import { type Recorded, THEIR_OWN } from "./recorded.ts";

const PEOPLE = 20;
/** Milliseconds between two signatures of one hand. */
const BREATH = 1_000;
/** Milliseconds. */
const LONG = { quiet: 4_000, flood: 30_000, perSecond: 10_000 };
const QUICK = { quiet: 1_000, flood: 3_000, perSecond: 1_000 };
/** Milliseconds in which a site sees that it is flooded. */
const ONSET = 2_000;
/** Milliseconds that 95 of 100 people wait at most, for sum and answer together. */
const PATIENCE = 1_000;
/** Of what is sent; the rest is still under way at the end. */
const ANSWERED = 0.99;
const BARE = "bare `node:http`, refusing the same garbage with the same bytes";
/** As many as come. */
const WITHOUT_END = 1_000_000;

/** People on their own beforehand are the baseline of those who sign, bare `node:http` that of the garbage. */
export async function measureFlood(ground: Ground, engine: Engine, profile?: string): Promise<Chapter> {
  const { quiet, flood, perSecond } = ground.isQuick ? QUICK : LONG;
  const url = engine === "embedded" ? undefined : await ground.newDatabase("bench_flood");
  const server = await startServer({
    ...BEHIND_PROXY,
    // As the site is set by itself.
    SIGN_RATE_LIMIT: "30/10m",
    DATA_DIR: ground.folder(`flood-${engine}`),
    DATABASE_URL: url,
    NODE_OPTIONS: profile === undefined ? undefined : `--cpu-prof --cpu-prof-dir=${profile}`,
  });
  const garbage = startBeside("garbage.ts");
  const replay = startBeside("replay.ts");
  try {
    const forms = await prepareForms(server.url, ((quiet + flood) / BREATH + 3) * PEOPLE);
    const before = await peopleSign(server.url, forms, quiet);
    const usedBefore = processorSeconds(server.pid);
    const [flooded, during] = await Promise.all([
      garbage.ask<Flooded>({ url: server.url, perSecond, duration: flood } satisfies Flood),
      peopleSign(server.url, forms, flood),
    ]);
    const used = processorSeconds(server.pid) - usedBefore;
    const bare = await floodBare({ garbage, replay }, await refusalsOf(server.url), quiet);
    return {
      title: `A flood of garbage, ${engine}`,
      figures: [
        { ...before.all, what: "people who sign, on their own" },
        { ...during.all, what: "people who sign during the flood", goal: { of: "p95", most: PATIENCE } },
        { latency: during.onset, what: "of them in its first two seconds" },
        { what: BARE, ...bare },
        { what: "garbage that was sent", perSecond: (flooded.sent * 1000) / flooded.duration },
        {
          what: "garbage that was answered",
          ...answered(flooded, used),
          against: BARE,
          goal: { of: "perSecond", least: ANSWERED * perSecond },
        },
      ],
    };
  } finally {
    garbage.end();
    replay.end();
    await server.end("SIGTERM");
  }
}

function answered({ answered: count, duration }: Flooded, used: number) {
  return { perSecond: (count * 1000) / duration, perCoreSecond: count / used, each: (used * 1000) / count };
}

async function floodBare({ garbage, replay }: { garbage: Beside; replay: Beside }, refusals: Recorded[], duration: number) {
  const url = await replay.ask<string>(refusals);
  const before = processorSeconds(replay.pid);
  const flooded = await garbage.ask<Flooded>({ url, perSecond: WITHOUT_END, duration } satisfies Flood);
  return answered(flooded, processorSeconds(replay.pid) - before);
}

/** While the attack lasts. */
async function refusalsOf(url: string): Promise<Recorded[]> {
  const asked: [path: string, init?: RequestInit][] = [
    ["/api/captcha"],
    ["/api/petition/sign", { method: "POST", headers: { "content-type": "application/json" }, body: "{}" }],
    ["/?index", { method: "POST", body: new URLSearchParams({ fullName: "Anna" }) }],
  ];
  const records: Recorded[] = [];
  for (const [path, init] of asked) {
    let answer: Response;
    let body: ArrayBuffer;
    // A page that is still rendered has no length.
    do {
      answer = await fetch(url + path, { ...init, headers: { ...init?.headers, "x-forwarded-for": "192.0.2.1" } });
      body = await answer.arrayBuffer();
    } while (!answer.headers.has("content-length"));
    const headers = [...answer.headers].filter(([name]) => !THEIR_OWN.test(name)).flat();
    records.push({ path, status: answer.status, headers, body: Buffer.from(body).toString("base64") });
  }
  return records;
}

/** Sums and puzzles are solved beforehand: here the site is measured, not twenty phones. */
async function prepareForms(url: string, count: number): Promise<string[]> {
  const forms: string[] = [];
  for (const person of crowd(count)) {
    const challenge = (await (await fetch(`${url}/api/captcha`)).json()) as CaptchaChallenge;
    forms.push(JSON.stringify({ ...person, gdprConsent: true, ...solved(challenge), solution: await solve(challenge) }));
  }
  return forms;
}

async function peopleSign(
  url: string,
  forms: string[],
  duration: number,
): Promise<{ all: Pick<Figure, "perSecond" | "latency" | "besides">; onset: Latency }> {
  const waits: number[] = [];
  const onset: number[] = [];
  let signed = 0;
  const startedAt = performance.now();
  const hand = async (_: unknown, place: number) => {
    await pause((place * BREATH) / PEOPLE);
    for (let turn = 0; performance.now() - startedAt < duration; turn += 1) {
      // Nobody signs thirty times.
      const headers = { "content-type": "application/json", "x-forwarded-for": `203.0.${turn}.${place}` };
      const askedAt = performance.now();
      await (await fetch(`${url}/api/captcha`, { headers })).arrayBuffer();
      const answer = await fetch(`${url}/api/petition/sign`, { method: "POST", headers, body: forms.pop() });
      await answer.arrayBuffer();
      const wait = performance.now() - askedAt;
      waits.push(wait);
      if (askedAt - startedAt < ONSET) onset.push(wait);
      if (answer.status === 200) signed += 1;
      await pause(BREATH);
    }
  };
  await Promise.all(Array.from({ length: PEOPLE }, hand));
  const perSecond = (signed * 1000) / (performance.now() - startedAt);
  const besides = { "served of 100": (100 * signed) / waits.length };
  return { all: { perSecond, latency: latencyOf(waits), besides }, onset: latencyOf(onset) };
}

if (import.meta.main) {
  const engine = process.argv.includes("embedded") ? "embedded" : "PostgreSQL";
  await onGround(process.argv.includes("quick"), async (ground) => {
    const profile = process.argv.includes("profile") ? ground.folder("profile") : undefined;
    const chapter = await measureFlood(ground, engine, profile);
    console.log(`## ${chapter.title}\n\n${tableOf(chapter)}`);
    if (profile !== undefined) console.log(await writeProfile(profile, `flood-${engine}`));
  });
}
