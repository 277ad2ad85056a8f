import { describedBy, notDone } from "./answer.ts";
import type { Calls, Download, Headers, Method } from "./calls.ts";
import { NotDone } from "./command.ts";

export function apiAt(address: string, headers: Headers): Calls {
  async function send(method: Method, path: string, body?: object, signal?: AbortSignal): Promise<Response> {
    const answer = await fetch(`${address}/api/admin/${path}`, {
      method,
      headers: { ...headers, ...(body && { "content-type": "application/json" }) },
      body: body && JSON.stringify(body),
      signal,
    }).catch((failure: Error) => {
      signal?.throwIfAborted();
      throw new NotDone(
        `The site at ${address} does not answer (${failure.cause instanceof Error ? failure.cause.message : failure.message}).`,
      );
    });
    if (!answer.ok) throw notDone(answer.status, await answer.text());
    return answer;
  }
  return {
    isRunning: true,
    ask: async (method, path, body) => (await send(method, path, body)).json(),
    async download(path, signal) {
      const { headers, body } = await send("GET", path, undefined, signal);
      if (!body) throw new NotDone("The answer is empty.");
      return { ...describedBy((name) => headers.get(name)), bytes: body as unknown as Download["bytes"] };
    },
    close: () => Promise.resolve(),
  };
}
