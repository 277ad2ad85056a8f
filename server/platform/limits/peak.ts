import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Milliseconds } from "../../../petition/duration.ts";
import { type Burden, CALM, type PeakCause, peakAfter } from "../../../petition/peak.ts";
import type { Clock } from "../clock.ts";
import type { Configuration } from "../config/configuration.ts";
import type { Batcher } from "../database/batcher.ts";
import type { Database } from "../database/open.ts";
import type { Log } from "../log.ts";

type Queue = Pick<Batcher<never, never>, "waiting" | "oldest">;
type QueueName = "forms" | "links";

export type Peak = ReturnType<typeof openPeak>;

const EVERY: Milliseconds = 1000;
const RESOLUTION: Milliseconds = 20;

const AWAY: Milliseconds = 60_000;

type Tools = { clock: Clock; log: Log } & {
  configuration: Pick<Configuration, "peakMode">;
  database: Pick<Database, "waiting" | "isReachable">;
};

export function openPeak({ configuration, clock, log, database }: Tools) {
  const queues: (Queue & { name: QueueName })[] = [];
  let state = CALM;
  let standing: { since: Date; cause: PeakCause } | null =
    configuration.peakMode === "on" ? { since: clock.now(), cause: "set" } : null;
  let timer: NodeJS.Timeout | undefined;
  let delays: ReturnType<typeof monitorEventLoopDelay> | undefined;

  function weigh(burden: Burden): void {
    state = peakAfter(state, burden);
    if (state.cause === (standing?.cause ?? null)) return;
    if (state.cause) log.warn({ cause: state.cause, ...burden }, "Peak mode begins: pages and list are renewed less often");
    else log.warn({ since: standing?.since }, "Peak mode is over");
    standing = state.cause && { since: clock.now(), cause: state.cause };
  }

  const asking = askAlways(database);

  function look(): void {
    const late = delays === undefined || delays.count === 0 ? 0 : delays.mean / 1e6 - RESOLUTION;
    delays?.reset();
    weigh({
      eventLoop: Math.max(0, Math.round(late)),
      waiting: queues.reduce((sum, queue) => sum + queue.waiting(), database.waiting()),
      database: Math.round(Math.max(asking(), ...queues.map((queue) => queue.oldest()))),
    });
  }

  return {
    isOn: () => standing !== null,
    standing: () => standing,
    watch: (name: QueueName, queue: Queue) => void queues.push({ ...queue, name }),
    waiting: () => queues.map(({ name, waiting }) => ({ name, waiting: waiting() })),
    weigh,
    begin() {
      if (configuration.peakMode !== "auto" || timer !== undefined) return;
      delays = monitorEventLoopDelay({ resolution: RESOLUTION });
      delays.enable();
      timer = setInterval(look, EVERY).unref();
    },
    stop() {
      clearInterval(timer);
      delays?.disable();
    },
  };
}

/** Asks whether the database answers, never twice at a time. Answers for how long the question of now has been open. */
function askAlways(database: Pick<Database, "isReachable">): () => Milliseconds {
  let openSince: number | null = null;
  let isAway = false;
  return () => {
    if (openSince !== null) return performance.now() - openSince;
    openSince = performance.now();
    void database.isReachable().then((isReachable) => {
      isAway = !isReachable;
      openSince = null;
    });
    return isAway ? AWAY : 0;
  };
}
