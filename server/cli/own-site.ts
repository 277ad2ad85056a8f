import type { Readable } from "node:stream";
import { systemClock } from "../platform/clock.ts";
import type { Configuration } from "../platform/config/configuration.ts";
import type { Secrets } from "../platform/config/secrets.ts";
import { openSite, type Site } from "../site.ts";
import { describedBy, notDone } from "./answer.ts";
import type { Calls, Headers } from "./calls.ts";
import { remark } from "./terminal.ts";

export async function apiOfOwnSite(configuration: Configuration, secrets: Secrets, headers: Headers): Promise<Calls> {
  const site = await openSite({
    configuration,
    secrets,
    clock: systemClock,
    // What is written to the standard output may be a file.
    logger: { level: "error", stream: process.stderr },
    callsOnly: true,
    onFailure: (failure) => {
      remark(`The embedded database failed: ${failure.message}`);
      process.exit(1);
    },
  });
  return apiOf(site, headers);
}

function apiOf(site: Site, headers: Headers): Calls {
  return {
    isRunning: false,
    async ask(method, path, body) {
      const answer = await site.app.inject({ method, url: `/api/admin/${path}`, headers, payload: body });
      if (answer.statusCode !== 200) throw notDone(answer.statusCode, answer.payload);
      return answer.json();
    },
    async download(path, signal) {
      const answer = await site.app.inject({ url: `/api/admin/${path}`, headers, payloadAsStream: true, signal });
      if (answer.statusCode !== 200) throw notDone(answer.statusCode, await textOf(answer.stream()));
      return { ...describedBy((name) => String(answer.headers[name])), bytes: answer.stream() };
    },
    close: () => site.close(),
  };
}

async function textOf(stream: Readable): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}
