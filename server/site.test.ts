import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "./clock.ts";
import { readConfiguration } from "./configuration.ts";
import { openDatabase } from "./database/open.ts";
import { openSite, type SiteTools } from "./site.ts";
import { copyOfTemplate, createServerDatabase } from "./testing/databases.ts";

const FAILURES = [
  [
    "before anything listens: the file of erasures cannot be read",
    (folder: string) => mkdir(join(folder, "erased-signatures")),
    false,
  ],
  ["later: the log has no such level", () => Promise.resolve(), { level: "nonsense" }],
] as const;

test.each(FAILURES)(
  "A start fails %s. Nothing stays open, and the same folder can be opened at once",
  async (_, spoil, logger) => {
    const dataFolder = await copyOfTemplate();
    onTestFinished(() => rm(dataFolder, { recursive: true }));
    await spoil(dataFolder);
    await expect(openSite(toolsFor({ DATA_DIR: dataFolder }, logger))).rejects.toThrow();
    expect(await readdir(dataFolder)).not.toContain("database.lock");
    const database = await openDatabase({ dataFolder });
    expect(await database.isReachable()).toBe(true);
    await database.close();
  },
);

test.each(FAILURES)("A start on a server fails %s. None of its connections stays", async (_, spoil, logger) => {
  const dataFolder = await mkdtemp(join(tmpdir(), "petition-test-"));
  const { url, drop } = await createServerDatabase();
  const database = await openDatabase({ url, dataFolder });
  onTestFinished(async () => {
    await database.close();
    await drop();
    await rm(dataFolder, { recursive: true });
  });
  await spoil(dataFolder);
  await expect(openSite(toolsFor({ DATA_DIR: dataFolder, DATABASE_URL: url }, logger))).rejects.toThrow();
  const others =
    "select from pg_stat_activity where datname = current_database() and application_name = 'petition' and pid <> pg_backend_pid()";
  await expect.poll(async () => (await database.pool.query(others)).rowCount).toBe(0);
});

test("A site that two want to close is closed once both hear so", async () => {
  const dataFolder = await copyOfTemplate();
  onTestFinished(() => rm(dataFolder, { recursive: true }));
  const site = await openSite(toolsFor({ DATA_DIR: dataFolder }, false));
  const first = site.close();
  await site.close();
  expect(await readdir(dataFolder)).not.toContain("database.lock");
  await first;
});

function toolsFor(settings: Record<string, string>, logger: SiteTools["logger"]): SiteTools {
  return { ...readConfiguration({ PORT: "0", ...settings }), clock: systemClock, logger };
}
