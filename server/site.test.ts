import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "./platform/clock.ts";
import { readConfiguration } from "./platform/config/configuration.ts";
import { openDatabase } from "./platform/database/open.ts";
import { openSite, type SiteTools } from "./site.ts";
import { copyOfTemplate, createServerDatabase } from "./testing/databases.ts";

const FAILURES = [
  ["at once: the log has no such level", async (tools: SiteTools) => ({ ...tools, logger: { level: "nonsense" } })],
  [
    "before anything is shown: the file of erasures cannot be read",
    async (tools: SiteTools) => {
      await mkdir(join(tools.configuration.dataFolder, "erased-signatures"));
      return tools;
    },
  ],
  [
    "last of all: there is no name server to ask",
    async (tools: SiteTools) =>
      Object.defineProperty({ ...tools }, "resolver", {
        get() {
          throw new Error("no name server");
        },
      }),
  ],
] as const;

test.each(FAILURES)("A start fails %s. Nothing stays open, and the same folder can be opened at once", async (_, spoil) => {
  const dataFolder = await copyOfTemplate();
  onTestFinished(() => rm(dataFolder, { recursive: true }));
  await expect(openSite(await spoil(toolsFor({ DATA_DIR: dataFolder })))).rejects.toThrow();
  expect(await readdir(dataFolder)).not.toContain("database.lock");
  const database = await openDatabase({ dataFolder });
  expect(await database.isReachable()).toBe(true);
  await database.close();
});

test.each(FAILURES)("A start on a server fails %s. None of its connections stays", async (_, spoil) => {
  const dataFolder = await mkdtemp(join(tmpdir(), "petition-test-"));
  const { url, drop } = await createServerDatabase();
  const database = await openDatabase({ url, dataFolder });
  onTestFinished(async () => {
    await database.close();
    await drop();
    await rm(dataFolder, { recursive: true });
  });
  await expect(openSite(await spoil(toolsFor({ DATA_DIR: dataFolder, DATABASE_URL: url })))).rejects.toThrow();
  const others =
    "select from pg_stat_activity where datname = current_database() and application_name = 'petition' and pid <> pg_backend_pid()";
  await expect.poll(async () => (await database.pool.query(others)).rowCount).toBe(0);
});

test("A site that two want to close is closed once both hear so", async () => {
  const dataFolder = await copyOfTemplate();
  onTestFinished(() => rm(dataFolder, { recursive: true }));
  const site = await openSite(toolsFor({ DATA_DIR: dataFolder }));
  const first = site.close();
  await site.close();
  expect(await readdir(dataFolder)).not.toContain("database.lock");
  await first;
});

function toolsFor(settings: Record<string, string>): SiteTools {
  return { ...readConfiguration({ PORT: "0", ...settings }), clock: systemClock, logger: false };
}
