import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { createServer } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import fastify, { type FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import { portOf } from "./app.ts";
import { closeConnectionsAtTheEnd, type Listeners, makeListeners, openShutdown } from "./listeners.ts";

const HOST = "127.0.0.1";
/** As Linux says it. */
const ESTABLISHED = "01";
const opened: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close();
});

function house(): { app: FastifyInstance; listeners: Listeners } {
  const listeners = makeListeners();
  const app = fastify({ forceCloseConnections: "idle" });
  opened.push(app);
  closeConnectionsAtTheEnd(app, openShutdown(0), listeners);
  return { app, listeners };
}

/** Somebody else connects so often, and the kernel takes them all before this thread does anything. Answers how to let them go. */
function knock(port: number, times: number): () => void {
  const script = `for (let one = 0; one < ${times}; one++) require("node:net").connect(${port}, "${HOST}")`;
  const child = spawn(process.execPath, ["-e", script], { stdio: "ignore" });
  const ours = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const taken = () => {
    const connections = readFileSync("/proc/net/tcp", "utf8").split("\n");
    return connections.filter((line) => {
      const [, local, , state] = line.trim().split(/\s+/);
      return local?.endsWith(ours) && state === ESTABLISHED;
    }).length;
  };
  const nobody = new Int32Array(new SharedArrayBuffer(4));
  while (taken() < times) Atomics.wait(nobody, 0, 0, 5);
  return () => child.kill("SIGKILL");
}

test.runIf(process.platform === "linux")("of those who come at once many come in within a turn, not one", async () => {
  const { app, listeners } = house();
  await listeners.open(app, { host: HOST, port: 0, fds: null });
  let inside = 0;
  app.server.on("connection", () => {
    inside += 1;
  });
  const leave = knock(portOf(app) ?? 0, 100);
  for (let turns = 0; turns < 3; turns++) await turn();
  expect(inside).toBeGreaterThan(10);
  await expect.poll(() => inside).toBe(100);
  leave();
});

test("whoever came in is answered before the end, by whatever listener; then nobody comes in", async () => {
  const { app, listeners } = house();
  const served = Promise.withResolvers<void>();
  let asked = 0;
  app.get("/", async () => {
    asked += 1;
    await served.promise;
    return "served";
  });
  await listeners.open(app, { host: HOST, port: 0, fds: null });
  const port = portOf(app) ?? 0;
  const agent = new Agent({ keepAlive: true });
  const answers = Array.from({ length: 60 }, async () => {
    const [answer] = await once(get({ host: HOST, port, agent }), "response");
    return (await answer.toArray()).join("");
  });
  await expect.poll(() => asked).toBe(60);
  const ended = app.close();
  served.resolve();
  expect(await Promise.all(answers)).toEqual(Array(60).fill("served"));
  await ended;
  const [failure] = await once(get({ host: HOST, port }), "error");
  expect(failure).toMatchObject({ code: "ECONNREFUSED" });
});

test("where somebody listens, with or without sharing, it is refused", async () => {
  const first = house();
  await first.listeners.open(first.app, { host: HOST, port: 0, fds: null });
  const other = createServer().listen(0, HOST);
  await once(other, "listening");
  const { port } = other.address() as { port: number };
  for (const taken of [portOf(first.app) ?? 0, port]) {
    const { app, listeners } = house();
    await expect(listeners.open(app, { host: HOST, port: taken, fds: null })).rejects.toMatchObject({ code: "EADDRINUSE" });
  }
  other.close();
});
