import { afterAll, beforeAll, expect, test } from "vitest";
import type { Visitor } from "../../contract/visitor.ts";
import { makeCrypto } from "../crypto/crypto.ts";
import { makeLimits } from "../http/limits.ts";
import { clockAt } from "../testing/clock.ts";
import { openTestDatabase, type TestDatabase } from "../testing/databases.ts";
import { NOON } from "../testing/house.ts";
import { makeAuthentication } from "./authentication.ts";

const KEY = "the-key-of-our-tests";
const MINUTE = 60_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase("embedded");
});
afterAll(() => database.drop());

function authenticationOf({ db }: Pick<TestDatabase, "db"> = database) {
  const clock = clockAt(NOON);
  const pauses: number[] = [];
  const limit = { attempts: 10, window: 15 * MINUTE };
  const limits = makeLimits({
    crypto: makeCrypto(["secret-of-the-tests"]),
    clock,
    limits: { sign: limit, delete: limit, admin: limit, report: limit, personal: limit },
  });
  const pause = async (duration: number) => void pauses.push(duration);
  const authentication = makeAuthentication({ db, clock, limits, adminKey: () => KEY, pause });
  const credentials = async (address: string, key: string, isLimited = true) => {
    const visitor: Visitor = { address, userAgent: null, limited: isLimited, language: "de" };
    return (await authentication({ authorization: `Bearer ${key}`, query: {}, visitor })).outcome;
  };
  return { clock, pauses, credentials };
}

test("wrong keys from everywhere make strangers wait, longer and longer; whoever was let in before does not", async () => {
  const { clock, pauses, credentials } = authenticationOf();
  expect(await credentials("198.51.100.1", KEY)).toBe("authenticated");
  for (let source = 0; source < 100; source++)
    expect(await credentials(`203.0.113.${source}`, "wrong-key")).toBe("unauthorized");
  expect(pauses.slice(0, 2)).toEqual([100, 200]);
  expect(Math.max(...pauses)).toBe(5000);

  const before = pauses.length;
  expect(await credentials("198.51.100.1", KEY)).toBe("authenticated");
  expect(await credentials("127.0.0.1", KEY, false)).toBe("authenticated");
  expect(pauses).toHaveLength(before);
  expect(await credentials("198.51.100.2", KEY)).toBe("authenticated");
  expect(pauses).toHaveLength(before + 1);

  clock.forward(MINUTE);
  expect(await credentials("198.51.100.3", KEY)).toBe("authenticated");
  expect(pauses).toHaveLength(before + 1);
});

test("each source's log-in is one line for half a day, with the network's keyed hash and no address", async () => {
  const lines = async () =>
    (await database.pool.query("select changes from audit_log where action = 'logged-in'")).rows as Array<{ changes: string }>;
  const before = (await lines()).length;
  const { clock, credentials } = authenticationOf();
  const another = authenticationOf();
  for (let request = 0; request < 3; request++) await credentials("198.51.100.77", KEY);
  await another.credentials("198.51.100.77", KEY);
  await credentials("198.51.100.78", "wrong-key");
  expect(await lines()).toHaveLength(before + 1);
  expect(JSON.stringify(await lines())).not.toContain("198.51.100");
  clock.forward(13 * 60 * MINUTE);
  await credentials("198.51.100.77", KEY);
  expect(await lines()).toHaveLength(before + 2);
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
  for (let source = 0; source < 40; source++) await credentials(`192.0.2.${source}`, "wrong-key");
  const before = pauses.length;
  clock.forward(-60 * MINUTE);
  expect(await credentials("198.51.100.4", KEY)).toBe("authenticated");
  expect(pauses).toHaveLength(before);
});
