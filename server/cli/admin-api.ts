/** The administration's API for commands: of the running site by HTTP, else of a site that the command opens itself (decision 0013). */

import { text } from "node:stream/consumers";
import { TOTAL_HEADER } from "../../petition/export.ts";
import { parsedJson } from "../../petition/json.ts";
import { systemClock } from "../platform/clock.ts";
import { type Configuration, callersFolder, readConfiguration } from "../platform/config/configuration.ts";
import type { Environment } from "../platform/config/kinds.ts";
import type { Secrets } from "../platform/config/secrets.ts";
import { readAddress } from "../platform/database/address.ts";
import { holderOfEmbedded } from "../platform/database/embedded.ts";
import { type AdminApi, type Download, type Method, NotDone } from "./command.ts";
import { interruption, remark } from "./terminal.ts";

type Calls = Omit<AdminApi, "filesFrom">;
type Headers = Record<string, string>;

export async function withApi(
  environment: Environment,
  act: (api: AdminApi, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const signal = interruption();
  const { configuration, secrets } = readConfiguration(environment, { isStart: false });
  const running = secrets.databaseUrl === null ? await askHolder(configuration.dataFolder, secrets) : null;
  const api = running ?? (await openOwnSite(configuration, secrets));
  try {
    await act({ ...api, filesFrom: callersFolder(environment) }, signal);
  } catch (failure) {
    throw signal.aborted ? signal.reason : failure;
  } finally {
    await api.close();
  }
}

/** The site that has the embedded database open; null where none has. Throws {@link NotDone}. */
export async function askHolder(dataFolder: string, secrets: Pick<Secrets, "adminKey">): Promise<Calls | null> {
  const holder = await holderOfEmbedded(dataFolder);
  if (holder === null) return null;
  const address = await readAddress(dataFolder);
  if (address !== null) return apiAt(address, headersFor(secrets));
  throw new NotDone(
    `Process ${holder} uses the embedded database in ${dataFolder} and cannot be asked: it is starting, ending or another command. Try again in a moment.`,
  );
}

function apiAt(address: string, headers: Headers): Calls {
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

async function openOwnSite(configuration: Configuration, secrets: Secrets): Promise<Calls> {
  const { openSite } = await import("../site.ts");
  const headers = headersFor(secrets);
  const site = await openSite({
    configuration,
    secrets,
    clock: systemClock,
    // The standard output may be a file that the command writes.
    logger: { level: "error", stream: process.stderr },
    callsOnly: true,
    onFailure: (failure) => {
      remark(`The embedded database failed: ${failure.message}`);
      process.exit(1);
    },
  });
  return {
    isRunning: false,
    async ask(method, path, body) {
      const answer = await site.app.inject({ method, url: `/api/admin/${path}`, headers, payload: body });
      if (answer.statusCode !== 200) throw notDone(answer.statusCode, answer.payload);
      return answer.json();
    },
    async download(path, signal) {
      const answer = await site.app.inject({ url: `/api/admin/${path}`, headers, payloadAsStream: true, signal });
      if (answer.statusCode !== 200) throw notDone(answer.statusCode, await text(answer.stream()));
      return { ...describedBy((name) => String(answer.headers[name])), bytes: answer.stream() };
    },
    close: () => site.close(),
  };
}

function headersFor({ adminKey }: Pick<Secrets, "adminKey">): Headers {
  return { authorization: `Bearer ${adminKey}`, "accept-language": "en" };
}

function describedBy(header: (name: string) => string | null): Pick<Download, "name" | "total"> {
  const name = /filename="([\w.-]+)"/.exec(header("content-disposition") ?? "")?.[1] ?? "signatures";
  return { name, total: Number(header(TOTAL_HEADER) ?? 0) };
}

function notDone(status: number, body: string): NotDone {
  if (status === 401)
    return new NotDone("The site does not take this key: ADMIN_KEY, or else DATA_DIR/admin-key, must be the one it has.");
  return new NotDone(sentenceIn(body) ?? `The site answers ${status}.`);
}

function sentenceIn(body: string): string | null {
  const { message } = (parsedJson(body) ?? {}) as { message?: unknown };
  return typeof message === "string" ? message : null;
}
