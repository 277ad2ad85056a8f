import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    pool: "forks",
    // Each file may have a database and a server of its own: more of them at once only wait for each other.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: "rules",
          include: ["petition", "contract", "messages", "web", "repository"].map((room) => `${room}/**/*.test.ts`),
        },
      },
      {
        test: {
          name: "server",
          include: ["server/**/*.test.ts"],
          globalSetup: "server/testing/postgres.ts",
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "journeys",
          include: ["journeys/**/*.test.ts"],
          globalSetup: ["server/testing/postgres.ts", "journeys/before.ts"],
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
