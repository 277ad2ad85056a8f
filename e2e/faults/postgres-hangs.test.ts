import { setTimeout as pause } from "node:timers/promises";
import { test } from "vitest";
import { A_WHILE, isTried } from "./long.ts";
import { onOwnPostgres } from "./own-postgres.ts";

const HANGS = 20_000;

test.skipIf(!isTried("a PostgreSQL that hangs"))(
  "PostgreSQL stands still for twenty seconds and goes on: forms and links have their answer in time, pages are those of before",
  async () => {
    await using own = await onOwnPostgres();
    const { postgres, site } = own;
    await site.work(20);
    await site.during("PostgreSQL stands still", async () => {
      const goOn = await postgres.freeze();
      await pause(HANGS);
      goOn();
    });
    await site.work(20);
    await site.expectNothingLost();
  },
  A_WHILE,
);
