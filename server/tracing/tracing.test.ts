import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Log } from "../log.ts";
import { type Collector, openCollector } from "../testing/collector.ts";
import { type House, openHouse } from "../testing/house.ts";
import { anna } from "../testing/people.ts";
import { openTraces } from "./open.ts";
import { parentIn } from "./parent.ts";

const AFAR = "203.0.113.77";
const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`;

describe("A collector of traces", () => {
  let collector: Collector;
  let token: string;

  /** The site is closed before anybody looks: so everything is sent. */
  beforeAll(async () => {
    collector = await openCollector();
    const house = await openHouse("embedded", {
      TRUST_PROXY: "loopback",
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20opensesame,x-tenant=petition",
    });
    const headers = { "x-forwarded-for": AFAR, "user-agent": "Browser of Anna" };
    await house.sign(anna, { captcha: "0" }, headers);
    await house.sign(anna, {}, { ...headers, traceparent });
    token = await house.tokenOf(anna);
    await house.get(`/confirm?token=${token}`, headers);
    await house.confirm(token, headers);
    await house.sign({ ...anna, email: "anna.bergmueller+again@gmx.de" }, {}, headers);
    await house.site.outbox.runDue();
    await house.get(`/api/admin/signatures?search=${anna.email}`, { ...headers, traceparent: traceparent.replace(/1$/, "0") });
    await house.site.tasks.runDue();
    await house.close();
  });
  afterAll(() => collector.close());

  const named = (name: string) => collector.spans.filter((span) => span.name === name);

  test("gets them where it listens, with the headers that it asks for", () => {
    expect(new Set(collector.asked.map(({ url }) => url))).toEqual(new Set(["/v1/traces"]));
    expect(collector.asked[0]?.headers).toMatchObject({ authorization: "Bearer opensesame", "x-tenant": "petition" });
    expect(JSON.stringify(collector.bodies[0])).toContain('{"key":"service.name","value":{"stringValue":"petition"}}');
  });

  test("sees a request by its pattern, with the statements in it by verb and table", () => {
    const [refused, signed] = named("POST /api/petition/sign");
    expect([refused?.attributes["http.response.status_code"], signed?.attributes["http.response.status_code"]]).toEqual([
      "400",
      "200",
    ]);
    const parts = collector.spans.filter(({ parentSpanId }) => parentSpanId === signed?.spanId);
    // All that is written of a form is one statement over several tables, named by the last.
    expect(parts.map(({ name }) => name)).toEqual(expect.arrayContaining(["transaction", "insert suspicions"]));
    for (const { traceId, kind, attributes } of parts)
      expect([traceId, kind, attributes["db.system.name"]]).toEqual([signed?.traceId, 3, "postgresql"]);
    expect(named("GET /api/petition/confirm/:token")).toHaveLength(1);
    expect(named("GET /confirm")).toHaveLength(1);
  });

  test("follows what a trusted proxy began, and leaves out what that proxy does not want recorded", () => {
    const [, signed] = named("POST /api/petition/sign");
    expect([signed?.traceId, signed?.parentSpanId]).toEqual([TRACE, "00f067aa0ba902b7"]);
    expect(named("GET /api/admin/signatures")).toEqual([]);
  });

  test("sees deliveries and tasks for themselves; whether somebody is told nothing, it is not told either", () => {
    const deliveries = collector.spans.filter(({ name }) => name.startsWith("deliver "));
    expect(deliveries.length).toBeGreaterThan(1);
    for (const { parentSpanId } of deliveries) expect(parentSpanId).toBeUndefined();
    expect(JSON.stringify(collector.bodies)).not.toContain("decoy");
    expect(named("task purge-unconfirmed")[0]?.attributes["petition.task.figure"]).toBe("0");
  });

  test("learns nothing about anybody", () => {
    const all = JSON.stringify(collector.bodies);
    const told = ["Anna", "Bergm", "bergm", "gmx", AFAR, "127.0.0.1", "Browser", token, token.slice(0, 12), "confirm?"];
    for (const words of told) expect(all).not.toContain(words);
    const keys = new Set(collector.spans.flatMap(({ attributes }) => Object.keys(attributes)));
    expect([...keys].sort()).toEqual([
      ...["db.collection.name", "db.operation.name", "db.system.name", "http.request.method", "http.response.status_code"],
      ...["http.route", "petition.outbox.kind", "petition.outbox.outcome", "petition.request.id"],
      ...["petition.task", "petition.task.figure"],
    ]);
  });
});

test("a stranger's traceparent is nobody's, and a share of nought records nothing", async () => {
  const collector = await openCollector();
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const ask = async (more: Record<string, string>) => {
    const house: House = await openHouse("embedded", { ...settings, ...more });
    await house.get("/api/petition/stats", { traceparent }).finally(() => house.close());
  };
  await ask({});
  expect(collector.spans.find(({ name }) => name === "GET /api/petition/stats")?.traceId).toMatch(/^(?!4bf92f35)[0-9a-f]{32}$/);
  const before = collector.spans.length;
  await ask({ OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0" });
  expect(collector.spans).toHaveLength(before);
  await collector.close();
});

test.each([
  ["refuses", 503],
  ["redirects is not followed, and", 307],
])("a collector that %s holds nobody up: its spans are lost, counted, and said once", async (_, status) => {
  const [collector, elsewhere] = [await openCollector(), await openCollector()];
  collector.answerWith(status, `${elsewhere.url}/v1/traces`);
  const lines: string[] = [];
  const house = await openHouse(
    "embedded",
    { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    { log: (line) => lines.push(line) },
  );
  expect((await house.get("/api/petition/stats")).status).toBe(200);
  await house.close();
  await Promise.all([collector.close(), elsewhere.close()]);
  expect([collector.asked.length, elsewhere.asked.length]).toEqual([1, 0]);
  expect(lines.filter((line) => line.includes("collector of traces")).map((line) => JSON.parse(line).reason)).toEqual([
    String(status),
  ]);
});

test("a collector that takes and never answers does not hold up the end: what waits for it is lost by then", async () => {
  const collector = await openCollector();
  collector.answerWith(null);
  const lost: unknown[] = [];
  const log = { info() {}, warn: (line: unknown) => lost.push(line), error() {} } as unknown as Log;
  const traces = await openTraces({
    tracing: { endpoint: collector.url, service: "petition", sampling: { share: 1, followsParent: false } },
    headers: {},
    log,
  });
  // So many that they leave at once.
  for (let count = 0; count < 512; count += 1) traces.begin("something", "internal", {})?.end();
  await traces.close();
  expect(lost).toEqual([{ reason: "AbortError" }]);
  await collector.close();
}, 8_000);

test.each([
  [traceparent, true],
  [`00-${TRACE}-00f067aa0ba902b7-00`, false],
  [`cc-${TRACE}-00f067aa0ba902b7-01-what-will-be-the-future-like`, true],
])("%s is a parent", (given, isSampled) => {
  expect(parentIn(given)).toEqual({ traceId: TRACE, spanId: "00f067aa0ba902b7", isSampled });
});

test.each([
  "",
  `ff-${TRACE}-00f067aa0ba902b7-01`,
  `00-${"0".repeat(32)}-00f067aa0ba902b7-01`,
  `00-${TRACE}-${"0".repeat(16)}-01`,
  `${traceparent}-more`,
  traceparent.toUpperCase(),
])("%j is none", (given) => {
  expect(parentIn(given)).toBeNull();
});
