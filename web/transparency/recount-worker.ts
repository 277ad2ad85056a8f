/** Recounts on a thread of its own: the page stays free. A file of its own, which only the button loads. */
import type { Milliseconds } from "../../petition/duration.ts";
import { nobleTools, readPublished } from "./check-receipt.ts";
import { type Recounted, recountEverything, type ShownHead } from "./recount-everything.ts";

export type Told = ShownHead | "pause" | "resume";

/** `isInterrupted`: nothing comes any more; it waits as if it were told to pause. */
export type Said = { entries: number; all: number; retried: number; isInterrupted: boolean } | Recounted;

const TRIES = 3;
const AGAIN_AFTER: Milliseconds = 1_000;
const SAYS_EVERY: Milliseconds = 100;
/** Two files for each part: half of what deploy/nginx.conf lets one address ask for in a second, which others may share. */
const PART_EVERY: Milliseconds = 40;

const state = { entries: 0, all: 0, retried: 0, isInterrupted: false };
let saidAt = Number.NEGATIVE_INFINITY;
let isPaused = false;
let waiting: (() => void)[] = [];
// Nothing is kept: a million entries would push everything else out of the browser's cache.
const published = readPublished("no-store");

addEventListener("message", ({ data }: MessageEvent<Told>) => {
  if (data === "pause") isPaused = true;
  else if (data === "resume") resume();
  else start(data);
});

function start(shown: ShownHead): void {
  state.all = shown.size;
  recountEverything({ ...nobleTools, read, progress }, shown).then(say, reportError);
}

function resume(): void {
  isPaused = false;
  state.isInterrupted = false;
  for (const goOn of waiting) goOn();
  waiting = [];
}

function say(said: Said): void {
  postMessage(said);
}

async function progress(entries: number, all: number): Promise<void> {
  Object.assign(state, { entries, all });
  if (performance.now() - saidAt >= SAYS_EVERY) {
    saidAt = performance.now();
    say(state);
  }
  await elapsed(PART_EVERY);
  await untilResumed();
}

async function read(path: string): Promise<Uint8Array | null> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await published(path);
    } catch {
      state.retried += 1;
      if (tried % TRIES === 0) state.isInterrupted = isPaused = true;
      say(state);
    }
    await elapsed(AGAIN_AFTER);
    await untilResumed();
  }
}

function elapsed(time: Milliseconds): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time));
}

async function untilResumed(): Promise<void> {
  if (isPaused) await new Promise<void>((goOn) => waiting.push(goOn));
}
