/** What counts or erases adds a line to a queue in its transaction; from there one process at a time appends and signs (decision 0025). */
import { desc, sql } from "drizzle-orm";
import { SECOND } from "../../../petition/duration.ts";
import { LANGUAGES, type Language } from "../../../petition/language.ts";
import { writeEntry } from "../../../petition/transparency/entry.ts";
import { UnusableSetting } from "../../platform/config/kinds.ts";
import { sha256 } from "../../platform/crypto/crypto.ts";
import { verifierKeyOf } from "../../platform/crypto/log-keys.ts";
import { isAway } from "../../platform/database/failures.ts";
import { UnusableDatabase } from "../../platform/database/migrate.ts";
import {
  logEntries,
  logHours,
  logPaper,
  logQueue,
  logState,
  logTexts,
  logTiles,
  logWitnesses,
} from "../../platform/database/schema.ts";
import { oneAtATime } from "../../platform/database/waiting.ts";
import { logFailure } from "../../platform/log.ts";
import { noteAct } from "../audit/audit.ts";
import { PetitionEnded, readEnd } from "../count/count.ts";
import { enqueueStanding } from "../count/log-agreement.ts";
import { enqueuePaper } from "../count/paper-agreement.ts";
import { append, appendQueued, BATCH, hourAfter, maySign, signAgain } from "./append.ts";
import { originsIn } from "./copy.ts";
import { type Keeping, keep, type LogTools } from "./keeping.ts";
import { insertState, type LogState, readState, waitForState } from "./store.ts";
import { askWitnesses } from "./witnesses.ts";

const TOGETHER = SECOND;
const LOOK_EVERY = 4000;

type Texts = Record<Language, string>;

export type PublicLog = ReturnType<typeof openPublicLog>;

export class LogAway extends Error {
  readonly statusCode = 503;
}

interface Running {
  tools: LogTools;
  keeping: Keeping;
  head(): Promise<LogState | null>;
  timer?: NodeJS.Timeout;
  soon?: NodeJS.Timeout;
  running: Promise<void> | null;
  asking: Promise<void> | null;
  appendedAt: number;
  isStarted: boolean;
  areAsked: boolean;
  /** Set until the log has begun: a failure keeps nobody from signing. */
  beginAgain: (() => Promise<void>) | null;
}

export function openPublicLog(tools: LogTools) {
  const keeping = keep(tools);
  const log: Running = {
    ...{ tools, keeping, head: latest(() => (tools.callsOnly ? readState(tools.db) : readHead(tools, keeping))) },
    ...{ running: null, asking: null, beginAgain: null },
    ...{ appendedAt: Number.NEGATIVE_INFINITY, isStarted: false, areAsked: tools.witnesses.length === 0 },
  };
  tools.events.on("changed", () => appendLater(log));
  return {
    recover: () => recover(log),
    begin: (host: string, texts: Texts) => begin(log, host, texts),
    start: () => start(log),
    stop: () => stop(log),
    run: () => run(log),
    asked: async () => void (await log.asking),
    appendSoon: () => appendSoon(log),
    head: log.head,
    fault: keeping.fault,
    restart: (host: string, texts: Texts) => oneAtATime(tools.database, () => restart(log, host, texts)),
  };
}

/** At the start, before rows are reconciled. Answers how many published entries a restored database lacked. */
function recover({ tools, keeping }: Running): Promise<number> {
  return keeping.recover().catch((failure) => {
    if (isAway(failure) || failure instanceof UnusableDatabase) throw failure;
    logFailure(tools.log, failure, "comparing the public log with its copy");
    keeping.say("contradiction");
    return 0;
  });
}

/** Once the site listens. `host`: of the address in links. */
async function begin(log: Running, host: string, texts: Texts): Promise<void> {
  const beginAgain = async () => {
    await oneAtATime(log.tools.database, () => beginOrContinue(log, originOf(host), texts));
    log.beginAgain = null;
  };
  log.beginAgain = beginAgain;
  await beginAgain().catch((failure) => {
    if (isAway(failure)) throw failure;
    logFailure(log.tools.log, failure, "beginning the public log");
  });
}

function start(log: Running): void {
  log.isStarted = true;
  log.timer = setInterval(() => void runSafely(log), LOOK_EVERY);
  log.timer.unref();
  void runSafely(log);
}

async function stop(log: Running): Promise<void> {
  log.isStarted = false;
  clearInterval(log.timer);
  clearTimeout(log.soon);
  await Promise.all([log.running, log.asking]);
  await log.keeping.close();
}

function runSafely(log: Running): Promise<void> {
  log.running ??= run(log)
    .catch((failure) => {
      if (!(failure instanceof LogAway)) logFailure(log.tools.log, failure, "the public log");
    })
    .finally(() => {
      log.running = null;
    });
  return log.running;
}

async function run(log: Running): Promise<void> {
  const { tools, keeping, head } = log;
  await log.beginAgain?.();
  await keeping.adopt();
  await askBeforeSigning(log);
  log.appendedAt = performance.now();
  if (await appendAll(tools, keeping)) tools.changed();
  await head();
  await keeping.vouch();
  log.asking ??= ask(log).finally(() => {
    log.asking = null;
  });
}

/** Only witnesses can tell that database and copy were rewound together. */
async function askBeforeSigning(log: Running): Promise<void> {
  if (log.areAsked || !log.isStarted) return;
  await ask(log, { again: true });
  log.areAsked = true;
}

function ask({ tools, keeping, head }: Running, how?: { again: boolean }): Promise<void> {
  return askWitnesses(tools, keeping, head, how).catch((failure) => logFailure(tools.log, failure, "asking the witnesses"));
}

/** Appends at once unless that was just done. Answers whether it appended. */
async function appendSoon(log: Running): Promise<boolean> {
  const { tools, keeping, isStarted, areAsked, appendedAt } = log;
  const mayAppend = isStarted && areAsked && !keeping.fault() && performance.now() - appendedAt >= TOGETHER;
  if (mayAppend) log.appendedAt = performance.now();
  const appended = mayAppend ? await appendPart(tools, keeping) : null;
  if (!appended || appended === BATCH) appendLater(log);
  return appended !== null && appended > 0;
}

function appendLater(log: Running): void {
  if (!log.isStarted || log.soon) return;
  log.soon = setTimeout(() => {
    log.soon = undefined;
    void runSafely(log);
  }, TOGETHER);
  log.soon.unref();
}

async function restart({ tools, keeping }: Running, host: string, texts: Texts): Promise<void> {
  const { db, keys, dataFolder } = tools;
  if (keys.length === 0) throw new UnusableSetting("LOG_KEY: there is no key to sign with. Start the site once.");
  if (await readEnd(db)) throw new PetitionEnded("The petition has ended: no row stands behind a new log");
  const old = await readState(db);
  const used = [...(await originsIn(dataFolder)), ...(old ? [old.origin] : [])];
  await beginNewLog(tools, keeping, { origin: newOrigin(originOf(host), used), texts, instead: old, isRestart: true });
  await keeping.vouch();
}

async function beginOrContinue({ tools, keeping }: Running, origin: string, texts: Texts): Promise<void> {
  const { db, keys } = tools;
  const state = await readState(db);
  const { size: knownSize } = await keeping.known();
  const isOurs = state !== null && maySign(keys, state);
  const mayBegin =
    state === null
      ? knownSize === 0
      : (state.origin !== origin || !isOurs) && (await isWithoutSignature(tools, state, knownSize));
  if (mayBegin) return beginNewLog(tools, keeping, { origin, texts, instead: state, isRestart: false });
  if (state) await keeping.join(state);
  // The process was killed between its first entries and its copy.
  if (state && isOurs && keeping.fault() === "copy-missing" && (await countsNothing(tools, state))) await keeping.begun(state);
  if (!state || keeping.fault()) return;
  if (!isOurs) return keeping.say("another-key");
  await signAgain(db, keys);
  await queueNewTexts(tools, texts);
  await appendAll(tools, keeping);
  await keeping.catchUp((await readState(db)) ?? state);
}

async function isWithoutSignature(tools: LogTools, state: LogState, knownSize: number): Promise<boolean> {
  if (state.before !== null || knownSize > state.size) return false;
  return (await countsNothing(tools, state)) && !(await isAnythingQueued(tools));
}

async function countsNothing({ db }: LogTools, { added }: LogState): Promise<boolean> {
  return added === 0 && (await db.$count(logPaper)) === 0;
}

async function isAnythingQueued({ db }: LogTools): Promise<boolean> {
  return (await db.select({ place: logQueue.place }).from(logQueue).limit(1)).length > 0;
}

async function queueNewTexts({ db }: LogTools, texts: Texts): Promise<void> {
  const { language, hash } = logTexts;
  const known = await db
    .selectDistinctOn([language], { language, hash })
    .from(logTexts)
    .orderBy(language, desc(logTexts.index));
  const inLog = new Map(known.map((text) => [text.language, text.hash]));
  const shown = LANGUAGES.map((one) => ({ kind: "text" as const, reason: one, hash: sha256(texts[one]) }));
  const rows = shown.filter((text) => inLog.get(text.reason) !== text.hash);
  if (rows.length > 0) await db.insert(logQueue).values(rows);
}

async function appendAll(tools: LogTools, keeping: Keeping): Promise<boolean> {
  let sum = 0;
  while (!keeping.fault() && (await isAnythingQueued(tools))) {
    const appended = await appendPart(tools, keeping);
    sum += appended ?? 0;
    if (appended !== BATCH) break;
  }
  return sum > 0;
}

async function appendPart(tools: LogTools, keeping: Keeping): Promise<number | null> {
  const appended = await appendQueued(tools, await keeping.known());
  if (typeof appended !== "string") return appended;
  keeping.say(appended === "rewound" ? "contradiction" : appended);
  return null;
}

/** `isRestart`: by an operator; it names the old head. Otherwise the old log has no signature and is deleted. */
async function beginNewLog(
  { db, clock, keys }: LogTools,
  keeping: Keeping,
  { origin, texts, instead, isRestart }: { origin: string; texts: Texts; instead: LogState | null; isRestart: boolean },
): Promise<void> {
  const state = await db.transaction(async (tx) => {
    const present = await waitForState(tx);
    if (!isRestart && present?.checkpoint !== instead?.checkpoint) return null;
    const before = isRestart ? present : null;
    await tx.execute(
      sql`truncate ${logEntries}, ${logTiles}, ${logHours}, ${logTexts}, ${logPaper}, ${logQueue}, ${logWitnesses}`,
    );
    await tx.delete(logState);
    const ours = keys.map((key) => verifierKeyOf(origin, key)).join("\n");
    const empty = await insertState(tx, { origin, keys: ours, before: before?.checkpoint ?? null, publishedAt: clock.now() });
    const hour = hourAfter("", clock);
    const entries = LANGUAGES.map((language) => writeEntry({ kind: "text", language, hash: sha256(texts[language]), hour }));
    const begun = await append(tx, empty, entries, { clock, keys });
    await enqueueStanding(tx);
    await enqueuePaper(tx);
    if (before) await noteAct(tx, clock, ["log", "log-restarted"], { before: before.origin });
    return begun;
  });
  if (state) await keeping.begun(state);
}

async function readHead({ db, log }: LogTools, keeping: Keeping): Promise<LogState | null> {
  const state = await readState(db);
  if (!state) return null;
  const present = await keeping.catchUp(state).catch((failure) => {
    if (isAway(failure)) throw failure;
    logFailure(log, failure, "copying the public log");
    return null;
  });
  if (!present) throw new LogAway("The public log cannot be told at this moment");
  return present;
}

function originOf(host: string): string {
  return `${host}/log`;
}

/** `petition.example/log/2`: no name is used twice, and a restored database may not know the last one. */
function newOrigin(own: string, used: readonly string[]): string {
  const numbers = used.flatMap((origin) => {
    if (origin === own) return 1;
    const number = origin.startsWith(`${own}/`) ? Number(origin.slice(own.length + 1)) : Number.NaN;
    return Number.isSafeInteger(number) ? number : [];
  });
  return numbers.length === 0 ? own : `${own}/${Math.max(...numbers) + 1}`;
}

/** Whoever asks gets what was read after the question; those who ask while it is being read wait for one more reading, together. */
function latest<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | null = null;
  let next: Promise<Value> | null = null;
  const begin = () => {
    next = null;
    const reading = read().finally(() => {
      if (running === reading) running = null;
    });
    running = reading;
    return reading;
  };
  return () => {
    if (!running) return begin();
    next ??= running.then(begin, begin);
    return next;
  };
}
