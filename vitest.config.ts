import { defineConfig, type TestUserConfig } from "vitest/config";
import { words } from "./web/words-plugin.ts";

/** What is waited for may take its time on a busy machine; the second that is Vitest's own patience does not last there. */
const PATIENT = { poll: { timeout: 15_000 } };

function project(name: string, include: string[], more: TestUserConfig) {
  return { plugins: [words()], test: { name, include, isolate: false, testTimeout: 120_000, ...more } };
}

const OF_SITE = { expect: PATIENT, hookTimeout: 180_000 };

export default defineConfig({
  test: {
    pool: "forks",
    // Of three on two cores one waits, for a page or a disk: with two, a third of the processor stood idle.
    maxWorkers: 3,
    projects: [
      project(
        "rules",
        ["petition", "contract", "messages", "web", "checks"].map((room) => `${room}/**/*.test.ts`),
        { testTimeout: 60_000 },
      ),
      project("server", ["server/**/*.test.ts", "client/**/*.test.ts", "log-tools/**/*.test.ts"], {
        ...OF_SITE,
        globalSetup: "server/testing/postgres.ts",
      }),
      project("e2e", ["e2e/**/*.test.ts"], {
        ...OF_SITE,
        // As the site runs: React's other build takes three times as long for a page.
        env: { NODE_ENV: "production" },
        globalSetup: ["server/testing/postgres.ts", "e2e/before.ts"],
        // A browser misses a moment on a busy machine; what passes at the second try is printed as such.
        retry: 1,
      }),
    ],
  },
});
