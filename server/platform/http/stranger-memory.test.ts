/** Whatever addresses a stranger makes up, what they make the process keep is bounded: 256 MB of heap are enough (decision 0014). */
import { Agent, request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LANGUAGES } from "../../../petition/language.ts";
import { copyOfTemplate } from "../../testing/databases.ts";
import { type ServerProcess, startServer } from "../../testing/process.ts";

/** All of it comes in one second, however slow the machine is: nothing that is kept grows old meanwhile. */
const STANDING_CLOCK = `
  const now = Date.now();
  globalThis.Date = class extends Date {
    constructor(...given) { super(...(given.length ? given : [now])); }
    static now() { return now; }
  };`;

let server: ServerProcess;
beforeAll(async () => {
  const DATA_DIR = await copyOfTemplate();
  const NODE_OPTIONS = `--max-old-space-size=256 --import=data:text/javascript,${encodeURIComponent(STANDING_CLOCK)}`;
  server = await startServer({ DATA_DIR, TRUST_PROXY: "loopback", NODE_OPTIONS });
});
afterAll(async () => {
  agent.destroy();
  if (!server.hasEnded()) await server.end("SIGTERM");
});

/** The largest pages, and calls with an answer for each of their parameters. */
const PATHS = ["/entwickler", "/digitaler-euro", "/datenschutz", "/", "/api/petition/stats", "/api/petition/supporters"];
const CALL = "/api/petition/supporters-paginated";

/** `turn`: another address each time. */
const KINDS: ((turn: number) => string)[] = [
  ...PATHS.flatMap((path) => [
    (turn: number) => `HEAD ${path}?${turn}`,
    (turn: number) => `GET ${path}?x=${turn}`,
    (turn: number) => `HEAD ${path}#${turn}`,
    (turn: number) => `HEAD http://${turn}.example${path}`,
    (turn: number) => `GET ${path}?lang=${turn}`,
    (turn: number) => `GET ${path}?lang=${LANGUAGES[turn % LANGUAGES.length]}&${turn}`,
  ]),
  (turn) => `GET ${CALL}?page=${turn}&pageSize=${1 + (turn % 100)}&lang=${LANGUAGES[turn % LANGUAGES.length]}`,
  (turn) => `HEAD ${CALL}?page=${turn}`,
  (turn) => `GET /unterstuetzer/seite/${turn}`,
  (turn) => `HEAD /${LANGUAGES[turn % LANGUAGES.length]}/unterstuetzer/seite/${turn}`,
  (turn) => `GET /einwilligung/${turn}`,
  (turn) => `GET /confirm?token=${turn}`,
  (turn) => `HEAD /nowhere/${turn}`,
  (turn) => `GET /badge.svg?lang=${turn}`,
  (turn) => `GET /api/open/counts?by=day&format=csv&${turn}`,
];
const ENCODINGS = ["br", "gzip", "identity"];

const agent = new Agent({ keepAlive: true, maxSockets: 6 });

/** Each from another network. */
function ask(line: string, turn: number): Promise<number | undefined> {
  const [method, path] = line.split(" ");
  const { hostname, port } = new URL(server.url);
  const headers = {
    "x-forwarded-for": `${11 + (turn % 80)}.${turn % 250}.7.1`,
    "accept-encoding": ENCODINGS[turn % ENCODINGS.length],
  };
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, method, path, headers, agent }, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode));
    });
    asked.on("error", reject).end();
  });
}

const send = (kind: (typeof KINDS)[number], times: number) =>
  Promise.all(Array.from({ length: times }, (_, turn) => ask(kind(turn), turn)));

test("given every kind of address that a stranger can make up, thousands of times, the process lives and answers", async () => {
  await send((turn) => `HEAD /entwickler?${turn}`, 3_000);
  for (const kind of KINDS) await send(kind, 200);
  expect(server.hasEnded()).toBe(false);
  const answer = await fetch(`${server.url}/api/petition/stats`);
  expect(answer.status).toBe(200);
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  const heap = Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(metrics)?.[1]);
  expect(heap).toBeLessThan(200 * 1024 * 1024);
}, 120_000);
