import { defineConfig } from "vitest/config";
import { words } from "./web/words-plugin.ts";

/** What is waited for may take its time on a busy machine; the second that is Vitest's own patience does not last there. */
const PATIENT = { poll: { timeout: 15_000 } };

export default defineConfig({
  test: {
    pool: "forks",
    // Of three on two cores one waits, for a page or a disk: with two, a third of the processor stood idle.
    maxWorkers: 3,
    projects: [
      {
        plugins: [words()],
        test: {
          name: "rules",
          include: ["petition", "contract", "messages", "web", "checks"].map((room) => `${room}/**/*.test.ts`),
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        plugins: [words()],
        test: {
          name: "server",
          include: ["server/**/*.test.ts", "client/**/*.test.ts", "log-tools/**/*.test.ts"],
          globalSetup: "server/testing/postgres.ts",
          isolate: false,
          expect: PATIENT,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        plugins: [words()],
        test: {
          name: "e2e",
          // As the site runs: React's other build takes three times as long for a page.
          env: { NODE_ENV: "production" },
          include: ["e2e/**/*.test.ts"],
          globalSetup: ["server/testing/postgres.ts", "e2e/before.ts"],
          isolate: false,
          // A browser misses a moment on a busy machine; what passes at the second try is printed as such.
          retry: 1,
          expect: PATIENT,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
