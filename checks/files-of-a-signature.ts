/** How many files of ours run for one `POST` that signs, in a process that has done it before. Printed by `npm run check`. */
import { mkdtemp, rm } from "node:fs/promises";
import { Session } from "node:inspector/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServerBuild } from "react-router";
import type { CaptchaChallenge } from "../contract/signing.ts";
import { DEFAULT_LANGUAGE } from "../petition/language.ts";
import { systemClock } from "../server/platform/clock.ts";
import { readConfiguration } from "../server/platform/config/configuration.ts";
import { portOf } from "../server/platform/http/app.ts";
import { openSite } from "../server/site.ts";
import { anna, bruno, type Person } from "../server/testing/people.ts";
import { ROOT } from "../server/testing/process.ts";
import { solved } from "../server/testing/sum.ts";

const MOST = 40;

/** No page is shown here, so none has to be built. */
const NO_PAGES = { routes: {}, entry: { module: { policyText: () => "" } } } as unknown as ServerBuild;

const folder = await mkdtemp(join(tmpdir(), "petition-figures-"));
const opened = new AsyncDisposableStack();
opened.defer(() => rm(folder, { recursive: true }));
const settings = readConfiguration({ DATA_DIR: folder, PORT: "0", PEAK_MODE: "off" });
const session = new Session();
session.connect();
opened.defer(() => session.disconnect());
try {
  const site = await openSite({ ...settings, clock: systemClock, logger: false, development: { build: async () => NO_PAGES } });
  opened.defer(() => site.close());
  // E-mails go out at moments of their own.
  await site.outbox.stop();
  await site.listen({ host: "127.0.0.1", port: 0, fds: null });
  const address = `http://127.0.0.1:${portOf(site.app)}`;
  await sign(address, anna, solved(await captcha(address)));
  const solution = solved(await captcha(address));
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  // What is remembered for half a second is not read again.
  await site.petition.collectionNotice(DEFAULT_LANGUAGE);
  await session.post("Profiler.takePreciseCoverage");
  await sign(address, bruno, solution);
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const ran = result.filter(({ url, functions }) => isOurs(url) && functions.some(hasRun));
  if (process.argv.includes("--list")) console.log(ran.map(({ url }) => url.slice(`file://${ROOT}/`.length)).join("\n"));
  console.log(`files that run for one POST that signs     ${ran.length}   at most ${MOST}`);
} finally {
  await opened.disposeAsync();
}

async function captcha(address: string): Promise<CaptchaChallenge> {
  return (await fetch(`${address}/api/captcha`)).json() as Promise<CaptchaChallenge>;
}

async function sign(address: string, person: Person, solution: ReturnType<typeof solved>): Promise<void> {
  const answer = await fetch(`${address}/api/petition/sign`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...person, gdprConsent: true, ...solution }),
  });
  if (!answer.ok) throw new Error(`signing answered ${answer.status}`);
}

function isOurs(url: string): boolean {
  return url.startsWith(`file://${ROOT}/`) && !/\/(?:checks|node_modules|testing)\//.test(url) && !url.includes("/build/");
}

function hasRun({ functionName, ranges }: { functionName: string; ranges: { count: number }[] }): boolean {
  return functionName !== "" && (ranges[0]?.count ?? 0) > 0;
}
