/** Tells whoever runs the site what is wrong, without Prometheus. What was said is in the database: of several processes one says it, once. */
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { eq, sql } from "drizzle-orm";
import { latestNight } from "../../../petition/calendar.ts";
import { DAY, HOUR, MINUTE, SECOND } from "../../../petition/duration.ts";
import { DEFAULT_LANGUAGE } from "../../../petition/language.ts";
import type { Context } from "../../context.ts";
import type { Secrets } from "../../platform/config/secrets.ts";
import { isAway } from "../../platform/database/failures.ts";
import type { Transaction } from "../../platform/database/open.ts";
import { alarms } from "../../platform/database/schema.ts";
import { backOff, isAhead, later } from "../../platform/jobs/lease.ts";
import { type Handler, openOutbox, put, sideBySide } from "../../platform/jobs/outbox.ts";
import { countAttempt } from "../../platform/limits/rate-counter.ts";
import { logFailure } from "../../platform/log.ts";
import { codeOf } from "../doctor/examine.ts";
import { type LookUpTools, readMetrics } from "../metrics/metrics.ts";
import { CONDITION_NAMES, CONDITIONS, type ConditionName } from "./conditions.ts";
import { readDigest } from "./digest.ts";
import { hasPassed, judge } from "./judge.ts";
import { openReadings, type Reading } from "./reading.ts";
import { openWays, type Way, type Ways } from "./ways.ts";
import type { Said } from "./words.ts";

const LOOK_EVERY = 30 * SECOND;
const PING_EVERY = 5 * MINUTE;
const BACK_OFF = { first: MINUTE, longest: HOUR };
const AWAY = "database-away";

type Tools = Context & LookUpTools & { secrets: Pick<Secrets, "smtpUrl" | "alarms">; port(): number | null };

type State = ReturnType<typeof begin>;

/** Null where no way is set. */
export function openAlarms(tools: Tools) {
  const ways = openWays({ ...tools, t: tools.translators[DEFAULT_LANGUAGE] });
  if (ways.all.length === 0 && ways.ping === null) return null;
  const state = begin(tools, ways);
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | null = null;
  const lookOnce = () => {
    looking ??= look(state).finally(() => {
      looking = null;
    });
    return looking;
  };
  return {
    async start() {
      await countStart(state).catch(() => {});
      state.outbox.start();
      void lookOnce();
      timer = setInterval(() => void lookOnce(), LOOK_EVERY).unref();
    },
    /** One look, and whatever is due to go out. */
    async runDue() {
      await lookOnce();
      await state.saying;
      await state.outbox.runDue();
    },
    async stop() {
      clearInterval(timer);
      ways.hurry();
      await looking;
      await state.saying;
      await state.outbox.stop();
      ways.close();
    },
  };
}

function begin(tools: Tools, ways: Ways) {
  const logged = new Map<string, Date>();
  /** Once a day for each way and reason. */
  const complain = (way: string, code: string) => {
    const at = logged.get(`${way} ${code}`);
    if (at && !hasPassed(at, DAY, tools.clock.now())) return;
    logged.set(`${way} ${code}`, tools.clock.now());
    tools.log.warn({ way, code }, "An alarm cannot go out by this way; it is tried again");
  };
  // A way that hangs holds no other up.
  const outboxes = ways.all.map((way) =>
    openOutbox({ ...tools, kinds: { [way.kind]: handlerOf(way, tools, complain) }, concurrency: 2, pollEvery: LOOK_EVERY }),
  );
  return {
    ...{ tools, ways, complain, starts: 0, read: openReadings(), outbox: sideBySide(outboxes) },
    /** Known to this process alone: since when the database is away, and who has yet to be told. */
    away: null as { since: Date; missing: Way[]; isSaid: boolean; notBefore: Date } | null,
    saying: null as Promise<void> | null,
  };
}

function handlerOf(way: Way, { clock }: Tools, complain: (way: string, code: string) => void): Handler {
  return async ({ subjectId, payload, failures, createdAt }) => {
    try {
      await way.send(JSON.parse(payload ?? "{}") as Said, subjectId, clock.now());
    } catch (failure) {
      const error = way.codeOf(failure);
      complain(way.kind, error);
      // What still holds is said again every day.
      if (!hasPassed(createdAt, DAY, clock.now())) return { later: later(clock.now(), backOff(failures, BACK_OFF)), error };
    }
    return { done: true };
  };
}

async function countStart(state: State): Promise<void> {
  const { db, clock, port } = state.tools;
  const counters = [{ key: `start ${hostname()}:${port()}`, kind: "start" }];
  const [counted] = await db.transaction((tx) => countAttempt(tx, { counters, now: clock.now(), window: HOUR }));
  state.starts = counted?.count ?? 0;
}

async function look(state: State): Promise<void> {
  const now = state.tools.clock.now();
  try {
    if (await lookIntoDatabase(state, now)) return;
  } catch (failure) {
    if (!isAway(failure)) return logFailure(state.tools.log, failure, "looking at what is wrong");
  }
  // A mail server that hangs, too, must not keep it from looking on.
  state.saying ??= sayAway(state, now).finally(() => {
    state.saying = null;
  });
}

/** False where the database does not answer. */
async function lookIntoDatabase(state: State, now: Date): Promise<boolean> {
  const { tools, ways, away } = state;
  const reading = await state.read(await readMetrics(tools), now, state.starts);
  if (CONDITIONS[AWAY].isSo(reading)) return false;
  const isPinged = await judgeAll(state, reading);
  state.away = null;
  if (away && (away.isSaid || away.missing.length < ways.all.length))
    await tools.db.transaction((tx) => say(tx, ways, about("over", AWAY, away.since, now), now));
  state.outbox.wake();
  if (isPinged) await ways.ping?.().catch((failure) => state.complain("ping", codeOf(failure)));
  return true;
}

/** One process after the other. Answers whether it is this one's turn to ping. */
async function judgeAll({ tools, ways }: State, reading: Reading): Promise<boolean> {
  const { db, configuration } = tools;
  const { now } = reading;
  const hour = configuration.digestHour;
  const isDue = (last: Date) => hour !== null && (last < latestNight(now, hour) || isAhead(last, now));
  // The embedded database has one connection: nothing else is asked within the transaction.
  const [told] = await db.select().from(alarms).where(eq(alarms.code, "digest"));
  const digest = told && isDue(told.seenAt) ? await readDigest(tools, now) : null;

  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${alarms} in share row exclusive mode`);
    const rows = new Map((await tx.select().from(alarms)).map((row) => [row.code, row]));
    const judged = CONDITION_NAMES.map((name) => {
      const known = rows.get(name) ?? null;
      return { name, known, ...judge(name, known, CONDITIONS[name].isSo(reading), CONDITIONS[name], now) };
    });
    for (const { name, known, says } of judged) if (says) await say(tx, ways, about(says, name, known?.since ?? now, now), now);
    const next = new Map(rows);
    for (const { name, row } of judged) {
      if (row) next.set(name, row);
      else next.delete(name);
    }
    const said = judged.filter(({ row }) => row?.saidAt);
    const [last, pinged] = [rows.get("digest"), rows.get("ping")];
    const note = (code: "digest" | "ping") => next.set(code, { code, since: now, seenAt: now, saidAt: null });
    if (digest && last && isDue(last.seenAt)) {
      await say(tx, ways, { event: "digest", ...digest, conditions: said.length }, now);
      note("digest");
    } else if (!last) note("digest");
    const isWell = !said.some(({ name }) => CONDITIONS[name].urgent);
    const isPinged = isWell && (!pinged || hasPassed(pinged.seenAt, PING_EVERY, now));
    if (isPinged) note("ping");
    await tx.delete(alarms);
    await tx.insert(alarms).values([...next.values()]);
    return isPinged;
  });
}

function about(event: "begun" | "still" | "over", condition: ConditionName, since: Date, at: Date): Said {
  return { event, condition, urgent: CONDITIONS[condition].urgent, since: since.toISOString(), at: at.toISOString() };
}

async function say(tx: Transaction, ways: Ways, said: Said, at: Date): Promise<void> {
  const subjectId = randomUUID();
  for (const { kind } of ways.all) await put(tx, { kind, subjectId, payload: JSON.stringify(said), at });
}

/** Without the database: each process for itself, by each way until it is taken, and every day again. */
async function sayAway(state: State, now: Date): Promise<void> {
  const { ways, complain } = state;
  state.away ??= { since: now, missing: ways.all, isSaid: false, notBefore: later(now, CONDITIONS[AWAY].holds) };
  const { away } = state;
  if (away.notBefore > now) return;
  const id = randomUUID();
  const said = about(away.isSaid ? "still" : "begun", AWAY, away.since, now);
  const failed = away.missing.map(async (way) => {
    const failure = await way.send(said, id, now).then(() => null, way.codeOf);
    if (failure !== null) complain(way.kind, failure);
    return failure === null ? [] : [way];
  });
  away.missing = (await Promise.all(failed)).flat();
  away.notBefore = later(now, MINUTE);
  if (away.missing.length === 0) Object.assign(away, { missing: ways.all, isSaid: true, notBefore: later(now, DAY) });
}
