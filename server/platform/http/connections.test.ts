import { once } from "node:events";
import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { openHouse } from "../../testing/house.ts";
import { connectionsRefused } from "../metrics/counters.ts";
import { boundConnections, connectionsOf, isTooFarAhead, mayPause, waitForOurselves } from "./connections.ts";

const MEGABYTE = 2 ** 20;
const GET = "GET /api/petition/stats HTTP/1.1\r\nHost: a\r\n\r\n";

let server: Server;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server?.closeAllConnections();
  server?.close();
});

async function listen(answer: RequestListener, openFiles?: number, unreadBytes?: number): Promise<void> {
  server = createServer((request, response) => {
    if (isTooFarAhead(request, response)) return;
    waitForOurselves(response);
    answer(request, response);
  });
  boundConnections(server, openFiles, unreadBytes);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
}

async function caller(port = (server.address() as AddressInfo).port): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

/** Whether by a word of goodbye or without. */
function closed(socket: Socket): Promise<unknown> {
  return new Promise((resolve) => socket.once("close", resolve));
}

/** What it hears from now on. */
function heard(socket: Socket): { answers(): number } {
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  return { answers: () => text.split("HTTP/1.1 200").length - 1 };
}

describe("Who asks ahead of the answers", () => {
  test("by a thousand requests in one go is cut off before they are parsed, and others are answered on", async () => {
    await listen((request, response) => void (request.url === "/" && response.end("all")));
    let handedOver = 0;
    server.on("request", () => {
      handedOver += 1;
    });
    for (let turn = 0; turn < 3; turn++) {
      const robot = await caller();
      robot.write("GET /never HTTP/1.1\r\nHost: a\r\n\r\n".repeat(1000));
      await closed(robot);
    }
    expect(handedOver).toBeLessThan(50);
    const client = await caller();
    const { answers } = heard(client);
    client.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await expect.poll(answers).toBe(1);
  });

  test("two thousand times is cut off; ten times, again and again, is answered each time", async () => {
    const house = await openHouse("embedded");
    try {
      const port = Number(new URL(house.url).port);
      const robot = await caller(port);
      const { answers: toRobot } = heard(robot);
      robot.write(GET.repeat(2000));
      await closed(robot);
      expect(toRobot()).toBeLessThan(20);

      const client = await caller(port);
      const { answers } = heard(client);
      for (let turn = 1; turn <= 3; turn++) {
        client.write(GET.repeat(10));
        await expect.poll(answers).toBe(turn * 10);
      }
      expect(client.closed).toBe(false);
      expect((await house.get("/api/petition/stats")).status).toBe(200);
    } finally {
      await house.close();
    }
  });
});

describe("An answer of which nothing is taken", () => {
  test("is not kept for longer than a while; whoever reads, however late the answer begins, gets it", async () => {
    await listen((request, response) => {
      if (request.url === "/late") setTimeout(() => response.end("late"), 3_000);
      else response.end(Buffer.alloc(64 * MEGABYTE));
    });
    server.timeout = 1_500;
    const [reader, other] = [await caller(), await caller()];
    const { answers } = heard(reader);
    other.pause().write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    reader.write("GET /late HTTP/1.1\r\nHost: a\r\n\r\n");
    await expect.poll(answers).toBe(1);
    await expect.poll(connectionsNow).toBe(1);
    reader.write("GET /late HTTP/1.1\r\nHost: a\r\n\r\n");
    await expect.poll(answers).toBe(2);
  });

  test("takes little memory: of many that read nothing most are closed, and those who read are not", async () => {
    await listen(
      (request, response) => response.end(request.url === "/" ? "small" : Buffer.alloc(16 * MEGABYTE)),
      4096,
      64 * MEGABYTE,
    );
    const reader = await caller();
    const { answers } = heard(reader);
    let asked = 0;
    const ask = async () => {
      reader.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
      asked += 1;
      await expect.poll(answers).toBe(asked);
    };
    for (let number = 0; number < 40; number++) (await caller()).pause().write("GET /large HTTP/1.1\r\nHost: a\r\n\r\n");
    await expect
      .poll(async () => {
        await ask();
        return connectionsNow();
      })
      .toBeLessThan(8);
    await ask();
  });

  test("counts although it waits behind one that is still being made; a connection that may pause is left alone", async () => {
    const answer: RequestListener = ({ url }, response) => {
      if (url === "/slow") return;
      if (url === "/export") mayPause(response as unknown as { socket: Socket });
      response.end(Buffer.alloc(url === "/" ? 1 : 4 * MEGABYTE));
    };
    await listen(answer, 4096, 32 * MEGABYTE);
    const exporting = await caller();
    exporting.pause().write("GET /export HTTP/1.1\r\nHost: a\r\n\r\n");
    const ahead = "GET /large HTTP/1.1\r\nHost: a\r\n\r\n".repeat(9);
    for (let number = 0; number < 10; number++) (await caller()).write(`GET /slow HTTP/1.1\r\nHost: a\r\n\r\n${ahead}`);
    const reader = await caller();
    const { answers } = heard(reader);
    let asked = 0;
    await expect
      .poll(async () => {
        reader.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
        asked += 1;
        await expect.poll(answers).toBe(asked);
        return connectionsNow();
      })
      .toBe(2);
    expect(exporting.closed).toBe(false);
  });
});

function connectionsNow(): Promise<number> {
  return new Promise((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count))));
}

describe("As many connections as may be", () => {
  test.each([
    [256, 192],
    [1024, 768],
    [4096, 3596],
    [Number.POSITIVE_INFINITY, 10_000],
  ])("of %d open files %d are for visitors", (openFiles, connections) => {
    expect(connectionsOf(openFiles)).toBe(connections);
  });

  test("those that idle make room; where none does, whoever comes is refused, and counted", async () => {
    const unanswered: string[] = [];
    await listen(({ url = "" }, response) => {
      if (url === "/busy") unanswered.push(url);
      else response.end("well");
    }, 16);
    for (let number = 0; number < 8; number++) {
      const idle = await caller();
      const { answers } = heard(idle);
      idle.write(GET);
      await expect.poll(answers).toBe(1);
    }
    const before = await refused();
    for (let number = 1; number <= 12; number++) {
      (await caller()).write("GET /busy HTTP/1.1\r\nHost: a\r\n\r\n");
      await expect.poll(() => unanswered.length).toBe(number);
    }
    expect(await refused()).toBe(before);
    await closed(await caller());
    expect(await refused()).toBe(before + 1);
  });
});

test("a process that has filled up while all were asking lets newcomers in as soon as those idle", async () => {
  const unanswered: ServerResponse[] = [];
  let letIn = () => {};
  await listen((_, response) => {
    unanswered.push(response);
    letIn();
  }, 16);
  for (let number = 0; number < 12; number++) (await caller()).write(GET);
  await expect.poll(() => unanswered.length).toBe(12);
  for (const response of unanswered) response.end("well");
  const isLetIn = async () => {
    const newcomer = await caller();
    newcomer.write(GET);
    return Promise.race([closed(newcomer).then(() => false), new Promise((resolve) => (letIn = () => resolve(true)))]);
  };
  await expect.poll(isLetIn, { timeout: 5_000 }).toBe(true);
});

async function refused(): Promise<number> {
  return (await connectionsRefused.get()).values[0]?.value ?? 0;
}
