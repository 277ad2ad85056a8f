/** An answer that is no success. Its message is `status: body`; what people read is {@link sentenceOf} it. */
export class CallFailed extends Error {
  readonly status: number;
  readonly answer: unknown;

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`);
    this.name = "CallFailed";
    this.status = status;
    this.answer = parsed(body);
  }
}

/** Throws {@link CallFailed} for an answer that is no success, and whatever `fetch` throws where none arrives. */
export async function call<Answer = unknown>(
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Answer> {
  const json = body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(path, { method, credentials: "include", signal, ...json });
  if (!response.ok) throw new CallFailed(response.status, response.statusText, await response.text());
  return response.json();
}

/** `fetch` throws a `TypeError` where there is no network, and each engine says so in other words; so may a fault in our code. */
export function gotNoAnswer(failure: unknown): boolean {
  return failure instanceof TypeError && /fetch|network|load failed/i.test(failure.message);
}

/** The server's sentence in an answer or a failure, or null: raw JSON or a bare status is never shown. */
export function sentenceOf(said: unknown): string | null {
  const { message } = answerIn(said);
  return typeof message === "string" && message !== "" ? message : null;
}

/** The fields of an answer or of a failure's answer, none of them checked; empty where there are none. */
export function answerIn(said: unknown): Record<string, unknown> {
  const answer = said instanceof CallFailed ? said.answer : said;
  return typeof answer !== "object" || answer === null || answer instanceof Error ? {} : { ...answer };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
