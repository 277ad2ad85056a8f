import type { Transaction } from "./open.ts";
import { clientOf } from "./time-limits.ts";
import type { Conversation } from "./transact.ts";

/** For constant statements in a transaction that asks others, too. Its caller commits. */
export function conversationIn(tx: Transaction): Conversation {
  const client = clientOf(tx);
  const ask: Conversation["ask"] = async ({ text }, values) => (await client.query(text, values)).rows;
  return { ask, askLast: ask };
}
