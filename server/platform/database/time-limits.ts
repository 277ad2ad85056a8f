/** Milliseconds. */
import { sql } from "drizzle-orm";
import type pg from "pg";
import type { Transaction } from "./queries.ts";
import { insideOf } from "./session.ts";

export const LIMITS = { statement_timeout: 15_000, lock_timeout: 10_000, idle_in_transaction_session_timeout: 15_000 };
export const SILENCE = 25_000;

/** Without this a query on a connection whose other end has vanished waits for TCP to give up: a quarter of an hour. */
export function giveUpOnSilence(pool: pg.Pool, silence: number): void {
  pool.on("connect", (client) => {
    const { stream } = insideOf(client);
    stream.setTimeout(silence).on("timeout", () => stream.destroy());
  });
  pool.on("release", (_, client) => void insideOf(client).stream.setTimeout(silence));
}

/** For one transaction. TCP alone then watches whether the server lives (decision 0018). */
export async function takeYourTime(tx: Transaction): Promise<void> {
  await tx.execute(sql`set local statement_timeout = 0`);
  insideOf(clientOf(tx)).stream.setTimeout(0);
}

export function clientOf(tx: Transaction): pg.PoolClient {
  return (tx as unknown as { session: { client: pg.PoolClient } }).session.client;
}
