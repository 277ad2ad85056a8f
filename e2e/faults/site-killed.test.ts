import { setTimeout as pause } from "node:timers/promises";
import { describe, test } from "vitest";
import { ENGINES } from "../../server/testing/databases.ts";
import { A_WHILE } from "./long.ts";
import { underLoad } from "./under-load.ts";

const ROUNDS = 2;

describe.each(ENGINES)("Killed in the middle of the work (%s database)", (engine) => {
  test(
    `${ROUNDS} times: nothing that was acknowledged is lost, every e-mail arrives in the end, nobody counts twice, and the public log never takes back a head`,
    async () => {
      await using site = await underLoad({ engine, visitors: 6 });
      for (let round = 0; round < ROUNDS; round++) {
        await site.work(30 + Math.floor(Math.random() * 30));
        await site.during("The site is killed", async () => {
          // Not always just after an answer: somewhere in the life of the requests on their way.
          await pause(Math.random() * 20);
          await site.startAgain("SIGKILL");
        });
      }
      await site.expectNothingLost();
    },
    A_WHILE,
  );
});
