/** Two lanes to one pool: those who ask by themselves never take all its connections, so that a batch does not wait behind them, nor they behind it. */
import type pg from "pg";
import { connectionWaits } from "../metrics/durations.ts";

export interface PoolPartition {
  /** Throws where none is free in time, as the pool does. What is released leaves the lane. */
  connect(): Promise<pg.PoolClient>;
  /** One statement by itself. */
  query<Row extends object>(asked: pg.QueryConfig | string, values?: unknown[]): Promise<pg.QueryResult<Row>>;
  /** Requests for a connection that the pool has not heard of yet. */
  waiting(): number;
}

/** `most`: connections that may be in use here at once. */
export function partitionOf(pool: pg.Pool, most: number): PoolPartition {
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

  /** Whose turn it is comes in instead. */
  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else inside -= 1;
  }

  async function connect(): Promise<pg.PoolClient> {
    const startedAt = performance.now();
    try {
      await enter();
      return leaving(await pool.connect().catch(leaveAndThrow));
    } finally {
      connectionWaits.observe((performance.now() - startedAt) / 1000);
    }
  }

  function leaveAndThrow(failure: unknown): never {
    leave();
    throw failure;
  }

  function leaving(client: pg.PoolClient): pg.PoolClient {
    // The pool makes a new one each time it hands the connection out; a second call of it throws.
    const { release } = client;
    client.release = (destroy) => {
      release(destroy);
      leave();
    };
    return client;
  }

  return {
    connect,
    async query(asked, values) {
      const client = await connect();
      let hasFailed = true;
      try {
        const answer = await client.query(asked as pg.QueryConfig, values);
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
