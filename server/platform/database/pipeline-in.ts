import type { Transaction } from "./open.ts";
import type { PipelinedTransaction } from "./pipelined-transaction.ts";
import { clientOf } from "./time-limits.ts";

/** For constant statements in a transaction that asks others, too. Its caller commits. */
export function pipelineIn(tx: Transaction): PipelinedTransaction {
  const client = clientOf(tx);
  const ask: PipelinedTransaction["ask"] = async ({ text }, values) => (await client.query(text, values)).rows;
  return { ask, queryLast: ask };
}
