/**
 * The public log (decision 0025): what counts or erases puts a line into its queue, in the same transaction; from there one process at a
 * time appends and signs. Nothing is answered that is not in this process's copy.
 */
import type { LogFault } from "../../../contract/transparency.ts";
import { LANGUAGES, type Language } from "../../../petition/language.ts";
import { writeEntry } from "../../../petition/transparency/entry.ts";
import type { Clock } from "../../platform/clock.ts";
import { UnusableSetting } from "../../platform/config/kinds.ts";
import { sha256 } from "../../platform/crypto/crypto.ts";
import { verifierKeyOf } from "../../platform/crypto/log-keys.ts";
import { isAway } from "../../platform/database/failures.ts";
import { UnusableDatabase } from "../../platform/database/migrate.ts";
import { oneAtATime } from "../../platform/database/one-at-a-time.ts";
import type { Transaction } from "../../platform/database/open.ts";
import { logFailure } from "../../platform/log.ts";
import { writeAudit } from "../audit/audit.ts";
import { PetitionEnded, readEnd } from "../count/count.ts";
import { enqueueStanding } from "../count/log-agreement.ts";
import { append, appendQueued, BATCH, hourAfter } from "./append.ts";
import { originsIn } from "./copy.ts";
import { type Keeping, keep, type LogTools } from "./keeping.ts";
import { latest } from "./latest.ts";
import { signAgain } from "./sign-again.ts";
import {
  forgetLog,
  insertState,
  isAnythingQueued,
  type LogState,
  latestTexts,
  queueTexts,
  readState,
  waitForState,
} from "./store.ts";
import { askWitnesses } from "./witnesses.ts";

/** Milliseconds. What changes within this time is appended together. */
const TOGETHER = 1000;
const LOOK_EVERY = 4000;

export interface PublicLog {
  /** At the start, before the rows are looked through. Answers how many published entries a restored database had to be told again. */
  recover(): Promise<number>;
  /** Once the site listens: the first entries, or texts that are new. `host`: of the address in links. */
  begin(host: string, texts: Record<Language, string>): Promise<void>;
  start(): void;
  stop(): Promise<void>;
  /** Appends what waits, writes it into the copy, asks the witnesses. */
  run(): Promise<void>;
  /** Until the witnesses that are being asked have answered. */
  asked(): Promise<void>;
  /** Appends at once unless that has just been done: then what waits is appended together, soon. Answers whether it appended. */
  appendSoon(): Promise<boolean>;
  /** The published head, as of this call; null before the first. Throws {@link LogAway} while it cannot be told. */
  head(): Promise<LogState | null>;
  fault(): LogFault | null;
  /** A new log, which names the last head of the old one. */
  restart(host: string, texts: Record<Language, string>): Promise<void>;
}

export class LogAway extends Error {
  readonly statusCode = 503;
}

export function openPublicLog(tools: LogTools): PublicLog {
  const { db, log, database, keys } = tools;
  const keeping = keep(tools);
  const head = latest(() => readHead(tools, keeping));
  let timer: NodeJS.Timeout | undefined;
  let soon: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let asking: Promise<void> | null = null;
  let appendedAt = Number.NEGATIVE_INFINITY;
  let isStarted = false;
  let areAsked = tools.witnesses.length === 0;
  /** Where the beginning failed: it keeps nobody from signing. */
  let beginAgain: (() => Promise<void>) | null = null;

  async function run(): Promise<void> {
    await beginAgain?.();
    await keeping.adopt();
    await askBeforeSigning();
    appendedAt = performance.now();
    if (await appendAll(tools, keeping)) tools.changed();
    await head();
    await keeping.vouch();
    asking ??= askWitnesses(tools, keeping, head)
      .catch((failure) => logFailure(log, failure, "asking the witnesses"))
      .finally(() => {
        asking = null;
      });
  }

  /** Once, before anything is signed: a database and a copy that were rewound together contradict nobody but the witnesses. */
  async function askBeforeSigning(): Promise<void> {
    if (areAsked || !isStarted) return;
    await askWitnesses(tools, keeping, head, { again: true }).catch((failure) =>
      logFailure(log, failure, "asking the witnesses"),
    );
    areAsked = true;
  }

  function runSafely(): Promise<void> {
    running ??= run()
      .catch((failure) => {
        // Why, is in the log once: each fault has its sentence.
        if (!(failure instanceof LogAway)) logFailure(log, failure, "the public log");
      })
      .finally(() => {
        running = null;
      });
    return running;
  }

  function appendLater(): void {
    if (!isStarted || soon) return;
    soon = setTimeout(() => {
      soon = undefined;
      void runSafely();
    }, TOGETHER);
    soon.unref();
  }
  tools.changed.on(appendLater);

  return {
    recover: () =>
      keeping.recover().catch((failure) => {
        if (isAway(failure) || failure instanceof UnusableDatabase) throw failure;
        // People can still sign; the log is looked at by a person.
        logFailure(log, failure, "comparing the public log with its copy");
        keeping.say("contradiction");
        return 0;
      }),
    async begin(host, texts) {
      beginAgain = async () => {
        await oneAtATime(database, () => begin(tools, keeping, { host, texts }));
        beginAgain = null;
      };
      await beginAgain().catch((failure) => {
        if (isAway(failure)) throw failure;
        logFailure(log, failure, "beginning the public log");
      });
    },
    start() {
      isStarted = true;
      timer = setInterval(() => void runSafely(), LOOK_EVERY);
      timer.unref();
      void runSafely();
    },
    async stop() {
      isStarted = false;
      clearInterval(timer);
      clearTimeout(soon);
      await Promise.all([running, asking]);
      await keeping.close();
    },
    run,
    asked: async () => void (await asking),
    async appendSoon() {
      const mayAppend = isStarted && areAsked && !keeping.fault() && performance.now() - appendedAt >= TOGETHER;
      if (mayAppend) appendedAt = performance.now();
      // Of many that wait, a visitor does no more than one part.
      const appended = mayAppend ? await appendPart(tools, keeping) : null;
      if (!appended || appended === BATCH) appendLater();
      return appended !== null && appended > 0;
    },
    head,
    fault: keeping.fault,
    restart: (host, texts) =>
      oneAtATime(database, async () => {
        if (keys.length === 0) throw new UnusableSetting("LOG_KEY: there is no key to sign with. Start the site once.");
        if (await readEnd(db)) throw new PetitionEnded("The petition has ended: no row stands behind a new log");
        const old = await readState(db);
        const used = [...(await originsIn(tools.dataFolder)), ...(old ? [old.origin] : [])];
        await beginAnew(tools, keeping, { origin: newOrigin(originOf(host), used), texts, instead: old, isRestart: true });
        await keeping.vouch();
      }),
  };

  async function begin(tools: LogTools, keeping: Keeping, { host, texts }: { host: string; texts: Record<Language, string> }) {
    const state = await readState(db);
    const ours = state ? keys.map((key) => verifierKeyOf(state.origin, key)) : [];
    const known = await keeping.known();
    const isOurs = state !== null && ours.some((key) => state.keys.split("\n").includes(key));
    const isEmpty =
      state === null ||
      (state.added === 0 && state.before === null && known.size <= state.size && !(await isAnythingQueued(db)));
    const origin = originOf(host);
    if (state === null ? known.size === 0 : isEmpty && (state.origin !== origin || !isOurs))
      return beginAnew(tools, keeping, { origin, texts, instead: state, isRestart: false });
    if (state) await keeping.join(state);
    // Ended by force between its first entries and its copy.
    if (state && isOurs && state.added === 0 && keeping.fault() === "copy-missing") await keeping.begun(state);
    if (!state || keeping.fault()) return;
    if (!isOurs) return keeping.say("another-key");
    await signAgain(db, keys);
    const shown = await latestTexts(db);
    await queueTexts(
      db,
      LANGUAGES.flatMap((language) => {
        const hash = sha256(texts[language]);
        return shown.get(language) === hash ? [] : [{ language, hash }];
      }),
    );
    await appendAll(tools, keeping);
    await keeping.catchUp((await readState(db)) ?? state);
  }
}

/** Answers whether anything was appended. */
async function appendAll(tools: LogTools, keeping: Keeping): Promise<boolean> {
  let sum = 0;
  while (!keeping.fault() && (await isAnythingQueued(tools.db))) {
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

interface Beginning {
  origin: string;
  texts: Record<Language, string>;
  /** The log that it takes the place of, as it was read. */
  instead: LogState | null;
  /** On purpose: it names the head of the old one. Otherwise there is no signature in that, and it is forgotten. */
  isRestart: boolean;
}

/** With the texts, and with what is counted already. */
async function beginAnew(
  { db, clock, keys }: LogTools,
  keeping: Keeping,
  { origin, texts, instead, isRestart }: Beginning,
): Promise<void> {
  const state = await db.transaction(async (tx) => {
    // Whoever is appending has done so first: what was read before may not be the last head, or not be empty any more.
    const present = await waitForState(tx);
    if (!isRestart && present?.checkpoint !== instead?.checkpoint) return null;
    const before = isRestart ? present : null;
    await forgetLog(tx);
    const signers = keys.map((key) => verifierKeyOf(origin, key));
    const empty = await insertState(tx, { origin, signers, before: before?.checkpoint ?? null, clock });
    const hour = hourAfter("", clock);
    const entries = LANGUAGES.map((language) => writeEntry({ kind: "text", language, hash: sha256(texts[language]), hour }));
    const begun = await append(tx, empty, entries, { clock, keys });
    await enqueueStanding(tx);
    if (before) await noteRestart(tx, clock, before);
    return begun;
  });
  if (state) await keeping.begun(state);
}

async function readHead({ db, log }: LogTools, keeping: Keeping): Promise<LogState | null> {
  const state = await readState(db);
  const present =
    state &&
    (await keeping.catchUp(state).catch((failure) => {
      if (isAway(failure)) throw failure;
      // A full disk, or a folder that cannot be written: the log cannot be told, everything else can.
      logFailure(log, failure, "copying the public log");
      return null;
    }));
  if (state && !present) throw new LogAway("The public log cannot be told at this moment");
  return present;
}

function originOf(host: string): string {
  return `${host}/log`;
}

/** `petition.example/log/2`: a name is never used for two logs, and a restored database may not know the latest. */
function newOrigin(own: string, used: readonly string[]): string {
  const numbers = used.flatMap((origin) => {
    if (origin === own) return 1;
    const number = origin.startsWith(`${own}/`) ? Number(origin.slice(own.length + 1)) : Number.NaN;
    return Number.isSafeInteger(number) ? number : [];
  });
  return numbers.length === 0 ? own : `${own}/${Math.max(...numbers) + 1}`;
}

function noteRestart(tx: Transaction, clock: Clock, { origin }: LogState): Promise<void> {
  const changes = { before: origin };
  return writeAudit(tx, clock, { entityType: "administration", entityId: "log", action: "log-restarted", changes });
}
