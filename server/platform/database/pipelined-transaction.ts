/** Transactions of constant statements, in as few writes to the database as there are answers to wait for (decision 0041). */
import { createHash } from "node:crypto";
import type pg from "pg";
import { isRetryable, isStalePlan } from "./failures.ts";
import { type PoolPartition, retry } from "./pool.ts";
import type { Transaction } from "./session.ts";
import { clientOf, insideOf, isBehindPooler } from "./session.ts";

/** Text that is the same every time. What differs is a value, mostly one JSON text with a line for each item. */
interface PreparedStatement<Row extends object> {
  /** PostgreSQL parses it once for each connection, and plans it each time, for tables as large as they are then (`PLAN_EACH_TIME`). */
  name: string;
  text: string;
  row?: Row;
}

export function prepare<Row extends object>(text: string): PreparedStatement<Row> {
  return { name: createHash("sha256").update(text).digest("hex").slice(0, 16), text };
}

export interface PipelinedTransaction {
  /** What is asked without waiting for the answers before goes out with them, and is answered in the same order. */
  ask<Row extends object>(statement: PreparedStatement<Row>, values?: unknown[]): Promise<Row[]>;
  /** The commit goes out with it, so nothing may be asked afterwards. Its answer counts only once the whole transaction has ended. */
  queryLast<Row extends object>(statement: PreparedStatement<Row>, values?: unknown[]): Promise<Row[]>;
}

export type Transact = <Result>(act: (pipeline: PipelinedTransaction) => Promise<Result>) => Promise<Result>;

export function transacting(partition: PoolPartition): Transact {
  return (act) => retry(() => transactOnce(partition, act), isRetryable);
}

async function transactOnce<Result>(partition: PoolPartition, act: (pipeline: PipelinedTransaction) => Promise<Result>) {
  const client = await partition.connect();
  const sent: Promise<unknown>[] = [];
  let hasBegun = true;
  let isStale = false;
  let isCorked = false;

  function ask<Row extends object>(asked: PreparedStatement<Row> | string, values?: unknown[]): Promise<Row[]> {
    if (!isCorked) sendInOneWrite();
    const answer = client.query<Row>(typeof asked === "string" ? asked : queryOf(client, asked, values));
    sent.push(answer);
    const rows = answer.then((answered) => answered.rows);
    rows.catch(() => {});
    return rows;
  }

  function sendInOneWrite(): void {
    const { stream } = insideOf(client);
    stream.cork();
    isCorked = true;
    process.nextTick(() => {
      isCorked = false;
      stream.uncork();
    });
  }

  try {
    ask("begin").catch(() => {
      hasBegun = false;
    });
    let isLast = false;
    const result = await act({
      ask,
      queryLast(statement, values) {
        const answer = ask(statement, values);
        isLast = true;
        void ask("commit");
        return answer;
      },
    });
    if (!isLast) void ask("commit");
    // A commit of what has failed rolls back and is no failure by itself.
    await Promise.all(sent);
    return result;
  } catch (failure) {
    const failures = (await Promise.allSettled(sent)).flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
    // What follows the first failure fails for that reason alone; what `act` makes of one is its own.
    const first = failures.includes(failure) ? failures[0] : failure;
    isStale = isStalePlan(first);
    await ask("rollback").catch(() => {});
    // Statements after a failed `begin` ran outside of any transaction: as with a lost connection, nobody knows what they did.
    throw hasBegun ? first : new Error("Connection terminated: no transaction could be begun", { cause: first });
  } finally {
    client.release(!hasBegun || isStale);
  }
}

function queryOf<Row extends object>(client: pg.PoolClient, { name, text }: PreparedStatement<Row>, values: unknown[] = []) {
  return isBehindPooler(client) ? { text, values } : { name, text, values };
}

export function pipelineIn(tx: Transaction): PipelinedTransaction {
  const client = clientOf(tx);
  const ask: PipelinedTransaction["ask"] = async ({ text }, values) => (await client.query(text, values)).rows;
  return { ask, queryLast: ask };
}
