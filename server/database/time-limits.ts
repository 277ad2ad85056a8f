/** How long a server may take, and how work that takes longer says so. Milliseconds. */
import type { Socket } from "node:net";
import { sql } from "drizzle-orm";
import type pg from "pg";
import type { Transaction } from "./open.ts";

/** The server keeps to these for each of the pool's connections: they are named when the connection is made. */
export const LIMITS = { statement_timeout: 15_000, lock_timeout: 10_000, idle_in_transaction_session_timeout: 15_000 };
/** An answer that takes longer comes from a dead network. */
export const SILENCE = 25_000;

/** Without this a query on a connection whose other end has vanished waits for TCP to give up: a quarter of an hour. */
export function giveUpOnSilence(pool: pg.Pool, silence: number): void {
  pool.on("connect", (client) => {
    const { stream } = insideOf(client);
    stream.setTimeout(silence).on("timeout", () => stream.destroy());
  });
  pool.on("release", (_, client) => void insideOf(client).stream.setTimeout(silence));
}

/**
 * Lets the statements of this transaction take as long as they need, as millions of rows may. That the server is still there is then
 * looked after by TCP alone (`keepAlive`).
 */
export async function takeYourTime(tx: Transaction): Promise<void> {
  await tx.execute(sql`set local statement_timeout = 0`);
  insideOf(clientOf(tx)).stream.setTimeout(0);
}

interface Inside {
  stream: Socket;
  on(event: "errorMessage", listener: (error: { severity: string; message: string }) => void): void;
}

/** The client's connection, which node-postgres' types leave out. */
export function insideOf(client: pg.PoolClient): Inside {
  return (client as unknown as { connection: Inside }).connection;
}

/** The transaction's client, which Drizzle's types leave out. */
function clientOf(tx: Transaction): pg.PoolClient {
  return (tx as unknown as { session: { client: pg.PoolClient } }).session.client;
}
