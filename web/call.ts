/** Calls of the server from the browser (specification, sections 7 and 8). */

/** An answer that is no success. Its message is `status: body`; what people read is {@link sentenceOf} it. */
export class CallFailed extends Error {
  readonly status: number;
  /** The parsed body, or null where it is no JSON. */
  readonly answer: unknown;

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`);
    this.status = status;
    this.answer = parsed(body);
  }
}

/**
 * The parsed answer. With a `body` it is sent as JSON. Throws {@link CallFailed} for an answer that is no success,
 * whatever `fetch` throws where none arrives.
 */
export async function call(method: "GET" | "POST", path: string, body?: unknown, signal?: AbortSignal): Promise<unknown> {
  const json = body === undefined ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(path, { method, credentials: "include", cache: "no-store", signal, ...json });
  if (!response.ok) throw new CallFailed(response.status, response.statusText, await response.text());
  return response.json();
}

/** The server's sentence in an answer or a failure, or null: raw JSON or a bare status is never shown. */
export function sentenceOf(said: unknown): string | null {
  const answer = said instanceof CallFailed ? said.answer : said;
  if (typeof answer !== "object" || answer === null || answer instanceof Error || !("message" in answer)) return null;
  return typeof answer.message === "string" && answer.message !== "" ? answer.message : null;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
