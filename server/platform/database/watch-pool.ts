/** How long statements take. Of a statement its kind alone is told: the rest may name a person. */
import type pg from "pg";
import { statementDurations } from "../metrics/durations.ts";
import { kindOf, type StatementKind } from "./statement.ts";

type Ended = () => void;
type Callback = (failure: Error | undefined, ...results: unknown[]) => void;
type Asking = (...given: unknown[]) => unknown;

export function watchPool(pool: pg.Pool): void {
  pool.on("connect", (client) => watchClient(client));
}

/** The pool's own queries go through its connections, too: each statement is seen once. */
function watchClient(client: pg.PoolClient): void {
  const query = client.query.bind(client) as Asking;
  client.query = ((...given: unknown[]) => {
    const text = textOf(given[0]);
    return text === null ? query(...given) : timed(query, given, () => beginStatement(text));
  }) as typeof client.query;
}

/** Ends with the callback, if one is given, else with the promise. */
function timed(act: Asking, given: unknown[], begin: () => Ended): unknown {
  const end = begin();
  const last = given.at(-1);
  if (typeof last === "function") {
    const called: Callback = (failure, ...results) => {
      end();
      (last as Callback)(failure, ...results);
    };
    return act(...given.slice(0, -1), called);
  }
  const answer = act(...given) as Promise<unknown>;
  answer.then(() => end(), end);
  return answer;
}

/** By text: those that come again and again are long. */
const kinds = new Map<string, StatementKind>();
const REMEMBERED_MAX = 500;

function kindOfKnown(text: string): StatementKind {
  const kind = kinds.get(text) ?? kindOf(text);
  if (kinds.size < REMEMBERED_MAX) kinds.set(text, kind);
  return kind;
}

function beginStatement(text: string): Ended {
  const statement = kindOfKnown(text);
  const startedAt = performance.now();
  return () => statementDurations.observe({ statement }, (performance.now() - startedAt) / 1000);
}

/** Null for what is no plain statement, such as a cursor. */
function textOf(asked: unknown): string | null {
  if (typeof asked === "string") return asked;
  const { text, submit } = asked as { text?: unknown; submit?: unknown };
  return typeof text === "string" && submit === undefined ? text : null;
}
