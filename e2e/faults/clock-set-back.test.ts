import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { CaptchaChallenge, SignOutcome } from "../../contract/signing.ts";
import { ENGINES } from "../../server/testing/databases.ts";
import { type AnyOf, solved } from "../../server/testing/house.ts";
import { anna, bruno, clara, dieter, ewa, type Person } from "../../server/testing/people.ts";
import { START } from "../../server/testing/process.ts";
import { ask } from "../by-call.ts";
import { A_WHILE, isTried } from "./long.ts";
import { underLoad } from "./under-load.ts";

const WITH_A_CLOCK_OF_OURS = START.with(-1, `--import=${join(import.meta.dirname, "clock.mjs")}`).concat(START.slice(-1));
/** Tasks look every half a minute what is to be done. */
const UNTIL_SET_RIGHT = 60_000;
const NETWORK = { "x-forwarded-for": "192.0.2.7" };

describe.skipIf(!isTried("a clock that is set back")).each(ENGINES)(
  "The clock is set back by an hour (%s database)",
  (engine) => {
    test(
      "while people sign: sums, links and limits hold, no e-mail waits for that hour to come again",
      async () => {
        const settings = { TRUST_PROXY: "loopback", SIGN_RATE_LIMIT: "2/10m" };
        await using site = await underLoad({ engine, settings, place: { command: WITH_A_CLOCK_OF_OURS } });
        const draw = () => ask<CaptchaChallenge>(site.url, "/api/captcha");
        const sign = async (person: Person, challenge: CaptchaChallenge, headers = {}) => {
          const answer = await fetch(`${site.url}/api/petition/sign`, {
            method: "POST",
            headers: { "content-type": "application/json", ...headers },
            body: JSON.stringify({ ...person, gdprConsent: true, ...solved(challenge) }),
          });
          return { status: answer.status, body: (await answer.json()) as AnyOf<SignOutcome> };
        };
        await site.work(20);
        const [used, unused] = [await draw(), await draw()];
        expect((await sign(anna, used)).status).toBe(200);
        for (const person of [bruno, clara]) expect((await sign(person, await draw(), NETWORK)).status).toBe(200);
        expect((await sign(dieter, await draw(), NETWORK)).status).toBe(429);

        await site.during("The clock is set back by an hour", async () => process.kill(site.pid, "SIGUSR2"));

        expect((await sign(dieter, used)).body.errors).toMatchObject([{ code: "captcha-gone" }]);
        expect((await sign(ewa, unused)).status).toBe(200);
        // Its window had an hour and ten minutes left.
        expect((await sign(dieter, await draw(), NETWORK)).status).toBe(200);
        await site.work(20);
        await site.untilAllSent(UNTIL_SET_RIGHT);
        await site.expectNothingLost();
      },
      A_WHILE,
    );
  },
);
