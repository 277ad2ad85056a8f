/** The pool's connections: two partitions, so that batches and single queries never wait for each other; and how long statements take. */
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { connectionWaits, statementDurations } from "../metrics/durations.ts";

export type PoolPartition = ReturnType<typeof partitionOf>;

export function partitionOf(pool: pg.Pool, most: number) {
  const waiting: Array<() => void> = [];
  let inside = 0;

  async function enter(): Promise<void> {
    if (inside === most) return inTurn();
    inside += 1;
  }

  function inTurn(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const next = () => {
      clearTimeout(patience);
      resolve();
    };
    const patience = setTimeout(() => {
      waiting.splice(waiting.indexOf(next), 1);
      reject(new Error("timeout exceeded when trying to connect"));
    }, pool.options.connectionTimeoutMillis).unref();
    waiting.push(next);
    return promise;
  }

  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else inside -= 1;
  }

  async function connect(): Promise<pg.PoolClient> {
    const startedAt = performance.now();
    try {
      await enter();
      const client = await pool.connect().catch((failure: unknown) => {
        leave();
        throw failure;
      });
      // The pool makes a new one each time it hands the connection out; a second call of it throws.
      const { release } = client;
      client.release = (destroy) => {
        release(destroy);
        leave();
      };
      return client;
    } finally {
      connectionWaits.observe((performance.now() - startedAt) / 1000);
    }
  }

  return {
    connect,
    async query<Row extends object>(asked: pg.QueryConfig | string, values?: unknown[]): Promise<pg.QueryResult<Row>> {
      const client = await connect();
      let hasFailed = true;
      try {
        const answer = await client.query<Row>(asked as pg.QueryConfig, values);
        hasFailed = false;
        return answer;
      } finally {
        // As the pool does it: nobody knows in what state a statement that failed has left its connection.
        client.release(hasFailed);
      }
    },
    waiting: () => waiting.length,
  };
}

type Callback = (failure: Error | undefined, ...results: unknown[]) => void;
type Asking = (...given: unknown[]) => unknown;

/** Only the kind of a statement is recorded: the rest may name a person. */
export function watchPool(pool: pg.Pool): void {
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as Asking;
    client.query = ((...given: unknown[]) => {
      const text = textOf(given[0]);
      return text === null ? query(...given) : timed(query, given, text);
    }) as typeof client.query;
  });
}

function timed(query: Asking, given: unknown[], text: string): unknown {
  const statement = kinds.get(text) ?? kindOf(text);
  if (kinds.size < REMEMBERED_MAX) kinds.set(text, statement);
  const startedAt = performance.now();
  const end = () => statementDurations.observe({ statement }, (performance.now() - startedAt) / 1000);
  const last = given.at(-1);
  if (typeof last === "function") {
    const called: Callback = (failure, ...results) => {
      end();
      (last as Callback)(failure, ...results);
    };
    return query(...given.slice(0, -1), called);
  }
  const answer = query(...given) as Promise<unknown>;
  answer.then(end, end);
  return answer;
}

const kinds = new Map<string, StatementKind>();
const REMEMBERED_MAX = 500;

function textOf(asked: unknown): string | null {
  if (typeof asked === "string") return asked;
  const { text, submit } = asked as { text?: unknown; submit?: unknown };
  return typeof text === "string" && submit === undefined ? text : null;
}

const VERBS = ["select", "insert", "update", "delete"] as const;

type StatementKind = (typeof VERBS)[number] | "transaction" | "other";

const OF_TRANSACTIONS = /^\s*(?:begin|commit|rollback|savepoint|release)\b/i;

export function kindOf(text: string): StatementKind {
  if (OF_TRANSACTIONS.test(text)) return "transaction";
  const first = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase();
  const verb = first === "with" ? /\b(select|insert|update|delete)\b/i.exec(outsideOfParentheses(text))?.[1] : first;
  return VERBS.find((one) => one === verb?.toLowerCase()) ?? "other";
}

function outsideOfParentheses(text: string): string {
  let depth = 0;
  let outside = "";
  for (const character of text) {
    if (character === "(") depth += 1;
    if (depth === 0) outside += character;
    if (character === ")") depth -= 1;
  }
  return outside;
}

const TRIES = 5;
const FIRST_PAUSE = 20;

export async function retry<Result>(act: () => Promise<Result>, mayPass: (failure: unknown) => boolean): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await act();
    } catch (failure) {
      if (tried === TRIES || !mayPass(failure)) throw failure;
    }
    await pause(Math.random() * FIRST_PAUSE * 2 ** (tried - 1));
  }
}
