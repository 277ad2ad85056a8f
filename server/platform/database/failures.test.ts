import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eachEngine, openTestDatabase, type TestDatabase } from "../../testing/databases.ts";
import { statusOf } from "../http/errors.ts";
import { isAway, isRetryable, isUniqueViolation } from "./failures.ts";
import { openDatabase } from "./open.ts";
import { usedCaptchas } from "./schema.ts";

const failureOf = (promise: Promise<unknown>) => promise.then(() => undefined).catch((error: unknown) => error);
const withCode = (code: string) => Object.assign(new Error(code), { code });

eachEngine("Failures", (open) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.drop());

  test("a captcha used twice is a unique violation of its key, and the database is not away", async () => {
    const use = () => database.db.insert(usedCaptchas).values({ id: "seven plus five", expiresAt: new Date(0) });
    await use();
    const failure = await failureOf(use());
    expect(isUniqueViolation(failure)).toBe(true);
    expect(isUniqueViolation(failure, "used_captchas_pkey")).toBe(true);
    expect(isUniqueViolation(failure, "signatures_email")).toBe(false);
    expect(isAway(failure)).toBe(false);
    expect(isRetryable(failure)).toBe(false);
  });

  test("a broken statement is neither away nor worth another try", async () => {
    const failure = await failureOf(database.db.execute("select nonsense"));
    expect(failure).toBeInstanceOf(Error);
    expect(isAway(failure)).toBe(false);
    expect(isRetryable(failure)).toBe(false);
  });
});

test("a lock that somebody holds for too long, or a statement that takes too long: the database is away for the moment", async () => {
  const database = await openTestDatabase("server");
  const impatient = (statement: string) =>
    failureOf(
      database.db.transaction(async (tx) => {
        await tx.execute("set local lock_timeout = '50ms'; set local statement_timeout = '200ms'");
        await tx.execute(statement);
      }),
    );
  const holder = await database.pool.connect();
  await holder.query("begin; select from signature_count for update");
  for (const statement of ["select from signature_count for update", "select pg_sleep(1)"])
    expect(statusOf(await impatient(statement))).toBe(503);
  await holder.query("rollback");
  holder.release();
  await database.drop();
});

describe("Away", () => {
  test("nobody listens at the address: the database is away, and asking whether it is reachable does not throw", async () => {
    const database = await openDatabase({
      url: `postgres://nobody@127.0.0.1:${await closedPort()}/none`,
      dataFolder: tmpdir(),
    });
    expect(await database.isReachable()).toBe(false);
    expect(isAway(await failureOf(database.db.execute("select 1")))).toBe(true);
    await database.close();
    expect(isAway(await failureOf(database.db.execute("select 1")))).toBe(true);
  });

  test.each(["57P01", "57P02", "57P03", "08006", "53300", "55P03", "ECONNRESET", "EAI_AGAIN"])(
    "%s means away, however deep it lies",
    (code) => {
      expect(isAway(new Error("Failed query", { cause: new Error("again", { cause: withCode(code) }) }))).toBe(true);
    },
  );

  test.each(["42601", "22P02", "40001", "ENOENT"])("%s does not mean away", (code) => {
    expect(isAway(withCode(code))).toBe(false);
  });

  test.each([undefined, null, "57P01", { code: "57P01" }])(
    "what is not an error (%j) is no failure of the database",
    (thrown) => {
      expect(isAway(thrown) || isUniqueViolation(thrown) || isRetryable(thrown)).toBe(false);
    },
  );

  test("causes that point at each other end", () => {
    const one = new Error("one");
    one.cause = new Error("other", { cause: one });
    expect(isAway(one)).toBe(false);
  });

  test("a deadlock and a serialisation failure are worth another try", () => {
    expect(isRetryable(new Error("Failed query", { cause: withCode("40P01") }))).toBe(true);
    expect(isRetryable(withCode("40001"))).toBe(true);
  });
});

async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
