/** `node --import ./server/prepare.mjs bench/signing.ts [embedded] [people under way] [quick] [profile]` */
import { mkdir } from "node:fs/promises";
import { type Beside, startBeside } from "./beside.ts";
import type { Chapter, Figure } from "./figure.ts";
import { tableOf } from "./figure.ts";
import { type Counts, type Engine, type Ground, onGround, startCounted } from "./ground.ts";
import type { Inserts } from "./inserts.ts";
import { familySeconds, firstThreadSeconds, processorSeconds } from "./processor-time.ts";
import { writeProfile } from "./profile.ts";
import type { Walk, Walked, WalkNote } from "./visitors.ts";

const SIZES = {
  PostgreSQL: { warmUp: 3000, ways: 8000, inserts: 20_000 },
  embedded: { warmUp: 1500, ways: 4000, inserts: 5000 },
} satisfies Record<Engine, object>;
const QUICK = { warmUp: 100, ways: 300, inserts: 1000 };
/** An e-mail goes out a second after the form, at a moment left to chance: 800 a second are more than as many at once. */
const UNDER_WAY = 1600;
/** PostgreSQL lets a hundred in and some for the site. */
const INSERTERS_MAX = 100;
const GOALS = { PostgreSQL: 800, embedded: 400 } satisfies Record<Engine, number>;
/** Milliseconds, and statements, of each signature. */
const OURS_MAX = 1.2;
const STATEMENTS_MAX = 8;

interface Options {
  abreast?: number;
  /** Where the profile goes. */
  profile?: string;
}

/** The whole way of many people at once, from the captcha to the link, beside rows put into the same database. */
export async function measureSigning(ground: Ground, engine: Engine, options: Options = {}): Promise<Chapter> {
  const abreast = options.abreast ?? (ground.isQuick ? 50 : UNDER_WAY);
  const dataFolder = ground.folder(`signing-${engine}`);
  await mkdir(dataFolder, { recursive: true });
  const url = engine === "embedded" ? undefined : await ground.newDatabase("bench_signing");
  const { inserts: rows, ...size } = ground.isQuick ? QUICK : SIZES[engine];
  const together = Math.min(abreast, INSERTERS_MAX);
  const baseline = `durable inserts of one row, ${together} at once`;
  const inserts = startBeside("inserts.ts");
  const perSecond = await inserts.ask<number>({ dataFolder, url, rows, abreast: together } satisfies Inserts);
  inserts.end();

  const visitors = startBeside("visitors.ts");
  const server = await startCounted(
    { DATA_DIR: dataFolder, DATABASE_URL: url, SMTP_URL: await visitors.ask<string>("mailboxes") },
    {
      counts: ground.folder("counts"),
      options: options.profile === undefined ? "" : `--cpu-prof --cpu-prof-dir=${options.profile}`,
    },
  );
  try {
    const measured = await measureWays(visitors, { ...size, url: server.url, abreast, tag: "signer" }, () => ({
      ...server.counted(),
      ours: processorSeconds(server.pid),
      first: firstThreadSeconds(server.pid),
      database: engine === "embedded" || ground.postmaster === null ? Number.NaN : familySeconds(ground.postmaster),
      visitors: processorSeconds(visitors.pid),
    }));
    return {
      title: `Signing, ${engine}`,
      figures: [{ what: baseline, perSecond }, ...figuresOf(engine, measured, { ways: size.ways, abreast, baseline })],
    };
  } finally {
    await server.end("SIGTERM");
    visitors.end();
  }
}

/** `look` is called at the two ends of what is measured; what it saw between them. */
export async function measureWays<Seen extends Record<keyof Seen, number>>(
  visitors: Beside,
  order: Walk,
  look: () => Seen,
): Promise<Walked & { used: Seen }> {
  const seen: Seen[] = [];
  const walked = await visitors.ask<Walked, WalkNote>(order, () => void seen.push(look()));
  const [begin, end] = seen;
  if (!begin || !end) throw new Error("The visitors did not say when they began, and ended.");
  const between = Object.keys(end).map((name) => [name, end[name as keyof Seen] - begin[name as keyof Seen]]);
  return { ...walked, used: Object.fromEntries(between) as Seen };
}

type Used = Counts & Record<"ours" | "first" | "database" | "visitors", number>;

function figuresOf(
  engine: Engine,
  { duration, times, used }: Walked & { used: Used },
  { ways, abreast, baseline }: { ways: number; abreast: number; baseline: string },
): Figure[] {
  const each = (seconds: number) => (seconds * 1000) / ways;
  const ofOurs: Figure["goal"] = engine === "PostgreSQL" ? { of: "amount", most: OURS_MAX } : undefined;
  const figures: Figure[] = [
    {
      what: `whole ways (captcha, form, e-mail, link), ${abreast} people under way`,
      perSecond: (ways * 1000) / duration,
      perCoreSecond: ways / used.ours,
      each: each(used.ours),
      latency: times.whole,
      against: baseline,
      goal: { of: "perSecond", least: GOALS[engine] },
    },
    { what: "of it the captcha", latency: times.captcha },
    { what: "of it the form", latency: times.form },
    { what: "of it the e-mail, after the answer to the form", latency: times.letter },
    { what: "of it the link", latency: times.link },
    {
      what: `our processor time for each${engine === "embedded" ? ", the database's included" : ""}, ms`,
      amount: each(used.ours),
      goal: ofOurs,
    },
    { what: "of it the first thread, ms", amount: each(used.first) },
    { what: "PostgreSQL's processor time for each, ms", amount: each(used.database) },
    { what: "visitors' and mailboxes' processor time for each, ms", amount: each(used.visitors) },
    { what: "statements for each", amount: used.statements / ways, goal: { of: "amount", most: STATEMENTS_MAX } },
    { what: "transactions for each", amount: used.transactions / ways },
  ];
  return figures.filter(({ amount }) => amount === undefined || !Number.isNaN(amount));
}

if (import.meta.main) {
  const said = process.argv.slice(2);
  const engine = said.includes("embedded") ? "embedded" : "PostgreSQL";
  const abreast = Number(said.find((one) => /^\d+$/.test(one)) ?? UNDER_WAY);
  await onGround(said.includes("quick"), async (ground) => {
    const profile = said.includes("profile") ? ground.folder("profile") : undefined;
    console.log(tableOf(await measureSigning(ground, engine, { abreast, profile })));
    if (profile !== undefined) console.log(await writeProfile(profile, `signing-${engine}`));
  });
}
