import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { START } from "../../server/testing/process.ts";
import { figure } from "./figures.ts";
import { A_WHILE, isTried } from "./long.ts";
import { underLoad } from "./under-load.ts";

const SECOND = 1000;
const MEGABYTE = 2 ** 20;
const CONNECTIONS = 1000;
/** What people's own work makes the process grow by is among it. */
const GROWS_AT_MOST = 200 * MEGABYTE;
/** The longest that any of them may last: an answer that nobody takes, and until that is noticed (server/platform/http/connections.ts). */
const FREED_WITHIN = 130 * SECOND;

const HEAD = "Host: a\r\nUser-Agent: slow\r\n";
const BODY = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 20000\r\n\r\n";

interface Slow {
  begins: string;
  /** Of the rest, each second. */
  goesOn?: string;
}

/** How robots hold connections. */
const SLOW: Slow[] = [
  { begins: "" },
  { begins: `GET / HTTP/1.1\r\n${HEAD}`, goesOn: "X" },
  { begins: `POST /widerruf HTTP/1.1\r\n${HEAD}${BODY}`, goesOn: "x" },
  { begins: `GET / HTTP/1.1\r\n${HEAD}\r\n`.repeat(2) },
];
/** And how one in so many asks ahead: what one read brings is some thousand requests. */
const ONE_IN = 10;
const AHEAD: Slow[] = ["/api/petition/stats", "/healthz"].map((path) => ({
  begins: `GET ${path} HTTP/1.1\r\n${HEAD}\r\n`.repeat(1500),
}));

function slowly(number: number): Slow {
  const [kinds, turn] = number % ONE_IN === 0 ? [AHEAD, number / ONE_IN] : [SLOW, number];
  return kinds[turn % kinds.length] ?? { begins: "" };
}

/** None of them reads what it is answered. With their end all are let go of. */
async function openSlowly(url: string, count: number): Promise<Disposable> {
  const { hostname, port } = new URL(url);
  const sockets = Array.from({ length: count }, () => connect(Number(port), hostname).pause());
  const timers = sockets.map((socket, number) => {
    const { begins, goesOn } = slowly(number);
    // Whoever is cut off is what this is about.
    socket.on("error", () => {}).write(begins);
    return setInterval(() => goesOn !== undefined && socket.writable && socket.write(goesOn), SECOND);
  });
  await Promise.allSettled(sockets.map((socket) => once(socket, "connect")));
  return {
    [Symbol.dispose]() {
      for (const timer of timers) clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}

const memory = (url: string) => figure(url, "process_resident_memory_bytes");
const connections = (url: string) => figure(url, "nodejs_active_resources", 'type="TCPSocketWrap"');

describe("A thousand slow connections", () => {
  test(
    "that send bytes one by one and read nothing: people sign on, and memory does not grow with what is asked ahead",
    async () => {
      await using site = await underLoad({ engine: "embedded" });
      await site.work(20);
      const before = await memory(site.url);
      const meanwhile: number[] = [];
      await site.during("A thousand slow connections", async () => {
        using _slow = await openSlowly(site.url, CONNECTIONS);
        for (let turn = 0; turn < 4; turn++) {
          await site.work(10);
          meanwhile.push(await memory(site.url));
        }
        expect(await connections(site.url)).toBeGreaterThan(CONNECTIONS / 2);
      });
      const most = Math.max(...meanwhile);
      console.log(`Memory: ${Math.round(before / MEGABYTE)} MB before, at most ${Math.round(most / MEGABYTE)} MB meanwhile.`);
      expect(most - before).toBeLessThan(GROWS_AT_MOST);
      await site.work(20);
      await site.expectNothingLost();
    },
    A_WHILE,
  );

  test.skipIf(!isTried("a thousand slow connections to their end"))(
    "and files for six hundred: the site goes on, and lets go of each by itself",
    async () => {
      const command = ["sh", "-c", 'ulimit -n 600 && exec "$@"', "sh", ...START];
      await using site = await underLoad({ engine: "server", place: { command } });
      await site.work(20);
      const before = await connections(site.url);
      await site.during("A thousand slow connections and files for six hundred", async () => {
        using _slow = await openSlowly(site.url, CONNECTIONS);
        await expect.poll(() => connections(site.url), { timeout: FREED_WITHIN, interval: SECOND }).toBeLessThan(before + 10);
      });
      await site.work(20);
      await site.expectNothingLost();
    },
    A_WHILE,
  );
});
