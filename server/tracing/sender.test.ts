import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, test, vi } from "vitest";
import { openLog } from "../log.ts";
import type { Recorded } from "./payload.ts";
import { openSender } from "./sender.ts";

const SPAN: Recorded = {
  ...{ traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId: "00f067aa0ba902b7", parentSpanId: null },
  ...{ name: "GET /", kind: "server", attributes: {}, startedAt: 1, endedAt: 2, failure: null },
};

afterEach(() => void vi.useRealTimers());

test("whoever ends waits two seconds for a collector that takes everything and never answers, and no longer", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  const { port } = silent.address() as AddressInfo;
  const sender = openSender({ endpoint: `http://127.0.0.1:${port}`, service: "petition", headers: {}, log: openLog(false) });
  const asked = once(silent, "request");
  for (let taken = 0; taken < 600; taken += 1) sender.take(SPAN);
  await asked;
  const closed = sender.close();
  await vi.advanceTimersByTimeAsync(2_000);
  await closed;
  silent.closeAllConnections();
  silent.close();
});
