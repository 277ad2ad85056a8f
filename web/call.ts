import { CallFailed, send } from "../client/send.ts";

export { CallFailed } from "../client/send.ts";

/** Throws {@link CallFailed} for an answer that is no success, and whatever `fetch` throws where none arrives. */
export async function call<Answer = unknown>(
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Answer> {
  return (await send(path, { method, credentials: "include", signal }, body)).json();
}

/** `fetch` throws a `TypeError` without a network, worded differently by each engine; a fault in our code may throw one, too. */
export function gotNoAnswer(failure: unknown): boolean {
  return failure instanceof TypeError && /fetch|network|load failed/i.test(failure.message);
}

/** The server's sentence in an answer or a failure, or null: raw JSON or a bare status is never shown. */
export function sentenceOf(result: unknown): string | null {
  const { message } = answerIn(result);
  return typeof message === "string" && message !== "" ? message : null;
}

/** The fields of an answer or of a failure's answer, none of them checked; empty where there are none. */
export function answerIn(result: unknown): Record<string, unknown> {
  const answer = result instanceof CallFailed ? result.answer : result;
  return typeof answer !== "object" || answer === null || answer instanceof Error ? {} : { ...answer };
}
