import { setTimeout as pause } from "node:timers/promises";
import { test } from "vitest";
import { A_WHILE } from "./long.ts";
import { onOwnPostgres } from "./own-postgres.ts";

const AWAY = 2_000;

test(
  "PostgreSQL is stopped, and killed, and comes back while people sign: whoever was told 200 is there, everybody else was told 503",
  async () => {
    await using own = await onOwnPostgres();
    const { postgres, site } = own;
    for (const how of ["stop", "kill"] as const) {
      await site.work(20);
      await site.during(how === "stop" ? "PostgreSQL is stopped" : "PostgreSQL is killed", async () => {
        await postgres[how]();
        await pause(AWAY);
        await postgres.start();
      });
    }
    await site.work(20);
    await site.expectNothingLost();
  },
  A_WHILE,
);
