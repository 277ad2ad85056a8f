/** What is written to the log at the level for each request and above, in everything that people do and that fails. */
import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type House, openHouse } from "../../testing/house.ts";
import { anna, bruno } from "../../testing/people.ts";
import { tellingHeaders } from "../../testing/telling-headers.ts";
import { forTerminal } from "../log.ts";

interface Line {
  level: string;
  reqId?: string;
  method?: string;
  route?: string;
  status?: number;
}

const AFAR = "203.0.113.77";
const MARK = "m4rk3r";
/** `origin`: a form of ours is refused from any other. */
const headers = { ...tellingHeaders(MARK), "x-forwarded-for": AFAR, cookie: `other=${MARK}`, origin: "" };

let house: House;
const raw: string[] = [];
const lines = () => raw.map((line) => JSON.parse(line) as Line).filter(({ level }) => level !== "trace" && level !== "debug");
/** Its line follows an answer by a moment. */
const lineOf = (route: string) =>
  vi.waitFor(
    () => {
      const found = lines().findLast((line) => line.route === route);
      if (!found) throw new Error(`no line about ${route}`);
      return found;
    },
    { timeout: 15_000 },
  );

beforeAll(async () => {
  house = await openHouse("server", { TRUST_PROXY: "loopback", DELETE_BY: "link" }, { log: (line) => raw.push(line) });
});
afterAll(() => house.close());
beforeEach(() => {
  raw.length = 0;
});

test("a request is one line: method, pattern, status, milliseconds, an id; of a page its pattern in whichever language", async () => {
  await house.get("/en/impressum?von=Bergm%C3%BCller", headers);
  expect(await lineOf("/impressum")).toEqual({
    ...{ level: "info", time: expect.any(String), pid: process.pid, reqId: expect.any(String) },
    ...{ method: "GET", route: "/impressum", status: 200, milliseconds: expect.any(Number), msg: "answered" },
  });
  await house.get("/nirgendwo/bergmueller", headers);
  expect(await lineOf("no page")).toMatchObject({ status: 404 });
  await fetch(`${house.url}/impressum`, { method: "PUT" });
  expect(await lineOf("none")).toMatchObject({ method: "PUT", status: 405 });
});

test("the id is ours, whatever somebody sends through a trusted proxy, and no trace that somebody began goes on", async () => {
  const theirs = ["0123456789abcdef0123456789abcdef", "0b54c2a8-6d4f-4f9e-9b0c-0c8f5d3a7e21", AFAR, "anna"];
  const seen = new Set<string | undefined>();
  for (const id of theirs) {
    raw.length = 0;
    const sent = { "x-request-id": id, traceparent: `00-${theirs[0]}-0123456789abcdef-01` };
    await house.get("/api/petition/stats", { ...headers, ...sent });
    const { reqId } = await lineOf("/api/petition/stats");
    expect(reqId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    seen.add(reqId);
    for (const told of [...theirs, "0123456789abcdef"]) expect(raw.join("")).not.toContain(told);
  }
  expect(seen.size).toBe(theirs.length);
});

async function shout(text: string): Promise<void> {
  const { hostname, port } = new URL(house.url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on("error", () => {});
  socket.end(text);
  await once(socket.resume(), "close");
}

test("reading, signing, confirming, taking along, withdrawing, failing: no line of any level says who", async () => {
  for (const page of ["/", "/unterstuetzer/seite/9", "/api/petition/supporters-paginated?page=9", "/assets/none.js", "/%"])
    await house.get(page, headers);
  for (const text of [`GET /${MARK}?${MARK} HTTP/1.1\r\nno header ${MARK}\r\n\r\n`, `${MARK}\r\n\r\n`, `GET /${MARK}?`])
    await shout(text);
  await house.sign(anna, { captcha: "0" }, headers);
  await house.sign(anna, {}, headers);
  const token = await house.tokenOf(anna);
  await house.get(`/confirm?token=${token}`, headers);
  await house.confirm(token, headers);
  house.clock.forward(60_000);
  house.inbox.refuseWith(550);
  await house.sign(bruno, {}, headers);
  await house.site.outbox.runDue();
  house.inbox.refuseWith(null);
  await house.sign(anna, {}, headers);
  await house.site.outbox.runDue();
  const secrets = house.inbox.of(anna.email).flatMap(({ links }) => links.flatMap((link) => link.match(/[\w-]{30,}/g) ?? []));
  for (const link of house.inbox.of(anna.email).flatMap((letter) => letter.links))
    await house.get(link.replace(/^https?:\/\/[^/]+/, ""), headers);
  await house.post("/api/petition/delete", { email: anna.email, confirmDeletion: true }, headers);
  await house.post("/api/petition/delete", `{"email": "${anna.email}`, headers);
  await house.get(`/api/admin/signatures?search=${anna.email}&key=${token}`, headers);
  await house.site.tasks.runDue();
  await house.site.outbox.runDue();

  await lineOf("/api/admin/signatures");
  const routes = new Set(lines().map(({ route }) => route));
  for (const route of [
    "/api/petition/sign",
    "/api/petition/confirm/:token",
    "/api/petition/delete",
    "/confirm",
    "/meine-daten",
  ])
    expect([...routes]).toContain(route);
  expect(secrets.length).toBeGreaterThan(2);
  const written = raw.join("");
  const parts = [anna, bruno].flatMap(({ fullName, email }) => [...fullName.split(" "), ...email.split("@")]);
  for (const told of [...parts, AFAR, "203.0.113", "127.0.0.1", MARK, token, ...secrets]) expect(written).not.toContain(told);
});

test("a failure carries the id of its lines, and says no more", async () => {
  await house.site.database.pool.query("alter table used_captchas rename to mislaid");
  const answer = await house.sign(anna, {}, headers);
  await house.site.database.pool.query("alter table mislaid rename to used_captchas");
  expect([answer.status, Object.keys(answer.body)]).toEqual([500, ["message"]]);
  await lineOf("/api/petition/sign");
  const about = raw.map((line) => JSON.parse(line) as Line).filter(({ reqId }) => reqId === answer.headers.get("x-request-id"));
  expect(about.map(({ level, status }) => [level, status])).toEqual([
    ["error", undefined],
    ["error", 500],
  ]);
  expect(JSON.stringify(about)).not.toMatch(/Bergm|gmx|203\.0\.113/);
  expect((await house.get("/", headers)).headers.get("x-request-id")).toBeNull();
});

test("at a terminal a line is one for people", () => {
  const shown: string[] = [];
  const { write } = forTerminal({ write: (text) => shown.push(text) });
  write(
    '{"level":"warn","time":"2026-11-22T10:11:12.131Z","pid":7,"reason":"ECONNREFUSED","msg":"The outbox could not be read"}\n',
  );
  write(
    '{"level":"error","time":"2026-11-22T10:11:12.131Z","pid":7,"failure":"Error","frames":["at one","at two"],"msg":"failed"}\n',
  );
  expect(shown).toEqual([
    "10:11:12 WARN The outbox could not be read reason=ECONNREFUSED\n",
    "10:11:12 ERROR failed failure=Error frames=\n    at one\n    at two\n",
  ]);
});

test("at a terminal whatever got into a line neither steers it nor looks like another line", () => {
  const shown: string[] = [];
  const hostile = "\u001b[2J\n10:11:12 INFO all is well\u202e";
  const line = { level: "warn", time: "2026-11-22T10:11:12.131Z", pid: 7, reason: hostile, msg: "failed" };
  forTerminal({ write: (text) => shown.push(text) }).write(`${JSON.stringify(line)}\n`);
  expect(shown).toEqual(["10:11:12 WARN failed reason=\ufffd[2J\ufffd10:11:12 INFO all is well\ufffd\n"]);
});
