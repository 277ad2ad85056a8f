import { afterAll, beforeAll, expect, test } from "vitest";
import type { Visitor } from "../../../contract/visitor.ts";
import { makeCrypto } from "../../platform/crypto/crypto.ts";
import { makeLimits } from "../../platform/limits/limits.ts";
import { clockAt } from "../../testing/clock.ts";
import { openTestDatabase, type TestDatabase } from "../../testing/databases.ts";
import { NOON } from "../../testing/house.ts";
import { makeAuthentication } from "./authentication.ts";

const KEY = "the-key-of-our-tests";
const MINUTE = 60_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase("embedded");
});
afterAll(() => database.drop());

function authenticationOf({ db }: Pick<TestDatabase, "db"> = database, held = () => Promise.resolve()) {
  const clock = clockAt(NOON);
  const pauses: number[] = [];
  const limit = { attempts: 10, window: 15 * MINUTE };
  const limits = makeLimits({
    crypto: makeCrypto(["secret-of-the-tests"]),
    clock,
    limits: { sign: limit, delete: limit, admin: limit, report: limit, personal: limit },
  });
  const pause = (duration: number) => {
    pauses.push(duration);
    return held();
  };
  const authentication = makeAuthentication({ db, clock, limits, adminKey: () => KEY, pause });
  const credentials = async (address: string, key: string, isLimited = true) => {
    const visitor: Visitor = { address, userAgent: null, limited: isLimited, language: "de" };
    return (await authentication({ authorization: `Bearer ${key}`, query: {}, visitor })).outcome;
  };
  return { clock, pauses, credentials };
}

test("wrong keys from everywhere wait, longer and longer; the right one waits for nobody, wherever it comes from", async () => {
  const { clock, pauses, credentials } = authenticationOf();
  for (let source = 0; source < 100; source++) expect(await credentials(`203.0.${source}.1`, "wrong-key")).toBe("unauthorized");
  expect(pauses.slice(0, 2)).toEqual([100, 200]);
  expect(Math.max(...pauses)).toBe(5000);

  const before = pauses.length;
  for (const address of ["198.51.100.1", "203.0.7.1"]) expect(await credentials(address, KEY)).toBe("authenticated");
  expect(await credentials("127.0.0.1", "wrong-key", false)).toBe("unauthorized");
  expect(pauses).toHaveLength(before);

  clock.forward(MINUTE);
  expect(await credentials("198.51.100.3", "wrong-key")).toBe("unauthorized");
  expect(pauses).toHaveLength(before);
});

test("a source that has tried too many wrong keys enters with the right one, and waits again with the next wrong one", async () => {
  const { credentials } = authenticationOf();
  for (let attempt = 0; attempt < 10; attempt++) expect(await credentials("198.51.100.5", "wrong-key")).toBe("unauthorized");
  for (let turn = 0; turn < 3; turn++) {
    expect(await credentials("198.51.100.5", "wrong-key")).toBe("too-many-attempts");
    expect(await credentials("198.51.100.5", KEY)).toBe("authenticated");
  }
});

test("while a hundred wrong keys wait, the next wrong one is turned away without a line, and the right one enters from a new network", async () => {
  const failures = async () => (await database.pool.query("select from audit_log where action = 'login-failed'")).rowCount;
  let letGo = () => {};
  const waiting = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const { credentials } = authenticationOf(database, () => waiting);
  const guesses = Array.from({ length: 121 }, (_, network) => credentials(`2001:db8:${network}::1`, "wrong-key"));
  await Promise.all(guesses.slice(0, 21));
  const before = await failures();
  expect(await credentials("2001:db8:200::1", "wrong-key")).toBe("too-many-attempts");
  expect(await failures()).toBe(before);
  expect(await credentials("2001:db8:201::1", KEY)).toBe("authenticated");
  letGo();
  expect(new Set(await Promise.all(guesses))).toEqual(new Set(["unauthorized"]));
});

test("the first log-in of each source in each half of a day is a line, to whichever process it comes, with the network's keyed hash and no address", async () => {
  const lines = async () =>
    (await database.pool.query("select changes from audit_log where action = 'logged-in'")).rows as Array<{ changes: string }>;
  const before = (await lines()).length;
  const processes = [authenticationOf(), authenticationOf()];
  const logIn = async () => {
    for (const { credentials } of [...processes, ...processes.toReversed()]) await credentials("198.51.100.77", KEY);
    return (await lines()).length - before;
  };
  expect(await logIn()).toBe(1);
  await processes[0]?.credentials("198.51.100.78", "wrong-key");
  // From eleven in the morning to noon, then to midnight.
  for (const [passed, count] of [
    [60 * MINUTE - 1, 1],
    [1, 2],
    [12 * 60 * MINUTE - 1, 2],
    [1, 3],
  ] as const) {
    for (const { clock } of processes) clock.forward(passed);
    expect(await logIn(), processes[0]?.clock.now().toISOString()).toBe(count);
  }
  for (const { changes } of await lines())
    expect(JSON.parse(changes)).toEqual({ source: expect.stringMatching(/^[\w-]{22}$/) });
});

test("several requests of one source at once, in two processes, are one line", async () => {
  const shared = await openTestDatabase("server");
  const processes = [authenticationOf(shared), authenticationOf(shared)];
  const requests = Array.from({ length: 8 }, (_, one) => processes[one % 2]?.credentials("198.51.100.77", KEY));
  expect(new Set(await Promise.all(requests))).toEqual(new Set(["authenticated"]));
  const { rows } = await shared.pool.query("select from audit_log where action = 'logged-in'");
  await shared.drop();
  expect(rows).toHaveLength(1);
});

test("a log-in by a clock that was ahead hides no later one, in this process or another", async () => {
  const lines = async () => (await database.pool.query("select from audit_log where action = 'logged-in'")).rowCount;
  const { clock, credentials } = authenticationOf();
  clock.forward(30 * 24 * 60 * MINUTE);
  await credentials("198.51.100.79", KEY);
  clock.forward(-30 * 24 * 60 * MINUTE);
  const before = Number(await lines());
  await credentials("198.51.100.79", KEY);
  expect(await lines()).toBe(before + 1);
  const another = authenticationOf();
  another.clock.forward(-24 * 60 * MINUTE);
  await another.credentials("198.51.100.79", KEY);
  expect(await lines()).toBe(before + 2);
});

test("a clock that was ahead makes nobody wait for its wrong keys", async () => {
  const { clock, pauses, credentials } = authenticationOf();
  clock.forward(60 * MINUTE);
  for (let source = 0; source < 40; source++) await credentials(`192.0.${source}.1`, "wrong-key");
  const before = pauses.length;
  clock.forward(-60 * MINUTE);
  expect(await credentials("198.51.100.4", "wrong-key")).toBe("unauthorized");
  expect(pauses).toHaveLength(before);
});
