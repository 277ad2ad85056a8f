import { setTimeout as pause } from "node:timers/promises";
import { describe, test } from "vitest";
import { LIMITS, SILENCE } from "../../server/platform/database/session.ts";
import { type Line, openLine } from "../../server/testing/line.ts";
import { administer, type PostgresServer, startPostgres } from "../../server/testing/postgres-server.ts";
import { A_WHILE, isTried } from "./long.ts";
import { underLoad } from "./under-load.ts";

interface Pair {
  primary: PostgresServer;
  replica: PostgresServer;
  /** From the site to the primary. */
  line: Line;
}

/** Longer than any statement may take: a commit goes on waiting (server/platform/database/session.ts). */
const APART = LIMITS.statement_timeout + 5_000;

const FAILS = [
  { how: "is killed", fail: ({ primary }: Pair) => primary.kill(), within: 20_000, isLong: false },
  {
    // No connection can be told from one that waits for an answer, until it has been silent for too long.
    how: "falls silent",
    fail: async ({ line }: Pair) => line.fallSilent(),
    within: SILENCE + 20_000,
    isLong: true,
  },
  {
    how: "waits for its replica in vain, and is killed",
    async fail({ primary, replica }: Pair) {
      const goOn = await replica.freeze();
      await pause(APART);
      await primary.kill();
      goOn();
    },
    within: 20_000,
    isLong: true,
  },
];

describe.each(FAILS)("The primary $how, and its replica takes over", ({ how, fail, within, isLong }) => {
  test.skipIf(isLong && !isTried(`a primary that ${how}`))(
    "while people sign: each commit waits for the replica, so nothing that was acknowledged is missing there",
    async () => {
      await using opened = new AsyncDisposableStack();
      const primary = await startPostgres({ durable: true });
      opened.defer(() => primary.remove());
      const line = await openLine(primary.port);
      opened.defer(() => line.close());
      const replica = await primary.addStandby();
      opened.defer(() => replica.remove());
      const databaseUrl = primary.url.replace(`:${primary.port}/`, `:${line.port}/`);
      const site = opened.use(await underLoad({ engine: "server", databaseUrl }));
      await site.work(20);
      const takingOver = async () => {
        await fail({ primary, replica, line });
        await administer(replica.url, "select pg_promote()");
        line.leadTo(replica.port);
        line.speak();
      };
      await site.during(`The primary ${how}, and its replica takes over`, takingOver, { within });
      await site.work(20);
      await site.expectNothingLost();
    },
    A_WHILE,
  );
});
