import { parsedJson } from "../petition/json.ts";

/** An answer that is no success. Its message is `status: body`; what people read is the `message` of its answer. */
export class CallFailed extends Error {
  readonly status: number;
  readonly answer: unknown;

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`);
    this.name = "CallFailed";
    this.status = status;
    this.answer = parsedJson(body);
  }
}

export type Fetch = (address: string, request: RequestInit) => Promise<Response>;

/** Headers by their names in lower case. */
type Request = Omit<RequestInit, "headers"> & { headers?: Record<string, string> };

/** Throws {@link CallFailed} for an answer that is no success, and whatever `fetch` throws where none arrives. `json`: the body. */
export async function send(address: string, request: Request, json?: unknown, ask: Fetch = fetch): Promise<Response> {
  const headers = json === undefined ? request.headers : { "content-type": "application/json", ...request.headers };
  const body = json === undefined ? request.body : JSON.stringify(json);
  const response = await ask(address, { ...request, headers, body });
  if (!response.ok) throw new CallFailed(response.status, response.statusText, await response.text());
  return response;
}
