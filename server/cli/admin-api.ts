/** The administration's API for commands: of the running site by HTTP, else of a site that the command opens itself (decision 0013). */
import { Readable } from "node:stream";
import { buffer, json, text } from "node:stream/consumers";
import { TOTAL_HEADER } from "../../petition/export.ts";
import { parsedJson } from "../../petition/json.ts";
import { systemClock } from "../platform/clock.ts";
import { type Configuration, callersFolder, readConfiguration } from "../platform/config/configuration.ts";
import type { Environment } from "../platform/config/kinds.ts";
import type { Secrets } from "../platform/config/secrets.ts";
import { readAddress } from "../platform/database/address.ts";
import { holderOfEmbedded } from "../platform/database/embedded.ts";
import { type AdminApi, type Method, NotDone } from "./command.ts";
import { endByDatabase, interruption } from "./terminal.ts";

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

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  bytes: Readable;
}

type Send = (method: Method, address: string, body?: object, signal?: AbortSignal) => Promise<Answer>;

function callsBy(send: Send): Pick<Calls, "ask" | "download" | "published"> {
  const received: Send = async (method, path, ...asked) => {
    const answer = await send(method, `/api/admin/${path}`, ...asked);
    if (answer.status !== 200 && answer.status !== 201) throw notDone(answer.status, await text(answer.bytes));
    return answer;
  };
  return {
    ask: async <Asked>(...asked: Parameters<Calls["ask"]>) => (await json((await received(...asked)).bytes)) as Asked,
    async download(path, signal) {
      const { headers, bytes } = await received("GET", path, undefined, signal);
      const name = /filename="([\w.-]+)"/.exec(String(headers["content-disposition"]))?.[1] ?? "signatures";
      return { name, total: Number(headers[TOTAL_HEADER] ?? 0), bytes };
    },
    async published(address) {
      const { status, bytes } = await send("GET", address);
      const body = await buffer(bytes);
      if (status === 404) return null;
      if (status !== 200) throw new NotDone(`The site answers ${status} to ${address}.`);
      return body;
    },
  };
}

function apiAt(address: string, headers: Headers): Calls {
  const calls = callsBy(async (method, asked, body, signal) => {
    const answer = await fetch(address + asked, {
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
    return { status: answer.status, headers: Object.fromEntries(answer.headers), bytes: Readable.from(answer.body ?? []) };
  });
  return { ...calls, isRunning: true, close: () => Promise.resolve() };
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
    onFailure: endByDatabase,
  });
  const calls = callsBy(async (method, url, payload, signal) => {
    const asked = { method, url, headers, payload, signal };
    const answer = await site.app.inject({ ...asked, payloadAsStream: true });
    return { status: answer.statusCode, headers: answer.headers, bytes: answer.stream() };
  });
  return { ...calls, isRunning: false, close: () => site.close() };
}

function headersFor({ adminKey }: Pick<Secrets, "adminKey">): Headers {
  return { authorization: `Bearer ${adminKey}`, "accept-language": "en" };
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
