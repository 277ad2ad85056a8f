/** What is remembered of those who read and try, in memory alone, says neither which network nor which mailbox it was. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { petitionConfig } from "../../../petition.config.ts";
import { copyOfTemplate } from "../../testing/databases.ts";
import { solved } from "../../testing/house.ts";
import { anna } from "../../testing/people.ts";
import { type ServerProcess, startServer } from "../../testing/process.ts";

/** As proxies write them, and what stands for each of them in memory, were it kept: itself, its network, the wide one around it. */
const SOURCES = [
  { written: "203.0.113.77", kept: ["203.0.113.77", "203.0.113.0/24", "203.0.113."] },
  { written: "::ffff:203.0.113.78", kept: ["203.0.113.78", "cb00:714e"] },
  { written: '"203.0.113.79:4711"', kept: ["203.0.113.79"] },
  { written: "2001:db8:77:1::7", kept: ["2001:db8:77:1::7", "2001:db8:77:1::/64", "2001:db8:77::/48", "2001:db8:77"] },
  { written: "[2001:DB8:77:2::8]:443", kept: ["2001:db8:77:2::8", "2001:db8:77:2::/64", "2001:DB8:77"] },
];
/** Its request is under way meanwhile, so that the process does have its address: a test that finds none would not know what it looks for. */
const PRESENT = "192.0.2.55";

/** A picture of everything that the process can still reach, strings whole and numbers, too. */
const PICTURE = (file: string) => `
  import { renameSync } from "node:fs";
  import v8 from "node:v8";
  v8.setFlagsFromString("--heap-snapshot-string-limit=1000000000");
  process.on("SIGUSR2", () => renameSync(v8.writeHeapSnapshot("${file}.part", { exposeNumericValues: true }), "${file}"));`;

let server: ServerProcess;
let folder: string;
let picture: string;
beforeAll(async () => {
  folder = await copyOfTemplate();
  picture = join(folder, "picture");
  server = await startServer({
    ...{ DATA_DIR: folder, TRUST_PROXY: "loopback", ADMIN_KEY: "the-key-of-our-tests", ANALYTICS: "own" },
    ...{ READ_RATE_LIMIT: "1/10m", SIGN_RATE_LIMIT: "60/10m", DELETE_RATE_LIMIT: "1/1h", ADMIN_RATE_LIMIT: "1/15m" },
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(PICTURE(picture))}`,
  });
});
afterAll(async () => {
  if (!server.hasEnded()) await server.end("SIGTERM");
  await rm(folder, { recursive: true });
});

/** On a connection of its own. */
function ask(source: string, method: string, path: string, body?: unknown, more: Record<string, string> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number | undefined; text: string }>();
  const headers = { "x-forwarded-for": source, "content-type": "application/json", ...more };
  const asked = request(server.url + path, { method, headers, agent: false }, async (answer) => {
    resolve({ status: answer.statusCode, text: (await answer.toArray()).join("") });
  });
  asked.on("error", reject).end(body === undefined ? undefined : JSON.stringify(body));
  return promise;
}

/** What stands for a form, were it kept under a hash that anybody can try. */
const forms: string[] = [];

/** All that is counted of somebody, until it is too much. */
async function doEverything(source: string): Promise<void> {
  const sign = async (sum: object) =>
    (await ask(source, "POST", "/api/petition/sign", { ...anna, gdprConsent: true, ...sum })).status;
  const bySum = async () => {
    const sum = solved(JSON.parse((await ask(source, "GET", "/api/captcha")).text));
    forms.push(`${anna.email} ${sum.captcha}`);
    return sign(sum);
  };
  const erase = async () =>
    (await ask(source, "POST", "/api/petition/delete", { email: "nobody@example.org", confirmDeletion: true })).status;
  const guess = async () => (await ask(source, "GET", "/api/admin/stats", undefined, { authorization: "Bearer wrong" })).status;
  const read = async () => (await ask(source, "GET", "/api/petition/supporters-paginated?page=7")).status;
  const forge = () => sign({ sessionId: "forged", captcha: "1" });
  // So many that a form that may lead to a signature is remembered, too.
  await Promise.all(Array.from({ length: 52 }, forge));
  await bySum();
  await Promise.all(Array.from({ length: 20 }, forge));
  for (const act of [read, forge, erase, guess]) {
    await act();
    expect(await act(), `${source} ${act.name}`).toBe(429);
  }
  for (const page of ["/", "/impressum", "/confirm?token=x", "/unterstuetzer/seite/9"]) await ask(source, "GET", page);
  const opened = { event: "confirm_view", petition: petitionConfig.petitionId, path: "/confirm", language: "de" };
  expect((await ask(source, "POST", "/api/analytics", opened)).status).toBe(204);
}

function spellingsOf(kept: string): string[] {
  const hashes = (["sha256", "sha1", "md5"] as const).flatMap((name) =>
    (["hex", "base64", "base64url"] as const).map((encoding) => createHash(name).update(kept).digest(encoding)),
  );
  const number = /^\d+\.\d+\.\d+\.\d+$/.test(kept) ? [String(Buffer.from(kept.split(".").map(Number)).readUInt32BE())] : [];
  return [kept, ...hashes, ...number];
}

test("whoever read, signed, deleted and tried keys until it was too much is nowhere in the memory, in no spelling and under no plain hash", async () => {
  const { hostname, port } = new URL(server.url);
  const present = connect({ host: hostname, port: Number(port) });
  present.write(`POST /api/petition/delete HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${PRESENT}\r\nContent-Length: 9\r\n\r\n{`);
  for (const { written } of SOURCES) await doEverything(written);
  process.kill(server.pid, "SIGUSR2");
  await expect.poll(() => existsSync(picture), { timeout: 60_000 }).toBe(true);
  present.destroy();
  const memory = readFileSync(picture);
  expect(memory.includes(PRESENT)).toBe(true);
  const found = [...SOURCES.flatMap(({ kept }) => kept), ...forms]
    .flatMap(spellingsOf)
    .filter((spelling) => memory.includes(spelling));
  expect(found).toEqual([]);
}, 240_000);
