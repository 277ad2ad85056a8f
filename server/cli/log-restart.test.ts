import { existsSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openDatabase } from "../platform/database/open.ts";
import { runCommand } from "../testing/command.ts";
import { copyOfTemplate, createServerDatabase } from "../testing/databases.ts";
import { anna, bruno } from "../testing/people.ts";
import { FILLED_IN, readingInstead } from "../testing/petition-config.ts";
import { type ServerProcess, startCommand, startServer } from "../testing/process.ts";

const WAYS = [
  "beside a site on the embedded database",
  "alone with the embedded database",
  "beside a site, with DATABASE_URL",
] as const;

interface Place {
  settings: Record<string, string | undefined>;
  dataFolder: string;
  leave(): Promise<void>;
}

/** Two signatures, which nothing knows but their rows. */
async function openPlace(isOnServer: boolean): Promise<Place> {
  const given = isOnServer ? await createServerDatabase() : null;
  const dataFolder = given ? await mkdtemp(join(tmpdir(), "petition-test-")) : await copyOfTemplate();
  const database = await openDatabase({ dataFolder, url: given?.url });
  for (const { fullName, email } of [anna, bruno])
    await database.pool.query(
      "insert into signatures (full_name, email, normalised_email, confirmed_at) values ($1, $2, $2, '2026-11-20T11:00:00Z')",
      [fullName, email],
    );
  await database.close();
  return {
    settings: { DATA_DIR: dataFolder, DATABASE_URL: given?.url, PUBLIC_URL: "https://petition.example" },
    dataFolder,
    async leave() {
      await given?.drop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

async function reached(server: ServerProcess, beginning: string): Promise<void> {
  const head = () => fetch(`${server.url}/log/checkpoint`).then((answer) => answer.text());
  await vi.waitFor(async () => expect(await head()).toMatch(new RegExp(`^${beginning}`)), { timeout: 20_000, interval: 250 });
}

describe.each(WAYS)("log restart, %s", (way) => {
  const isAlone = way.startsWith("alone");
  let place: Place;
  let server: ServerProcess;

  beforeAll(async () => {
    place = await openPlace(way.endsWith("DATABASE_URL"));
    server = await startServer(place.settings);
    await reached(server, "petition.example/log\n9\n");
    await server.end("SIGTERM");
    await rename(join(place.dataFolder, "log"), join(place.dataFolder, "lost"));
    if (!isAlone) server = await startServer(place.settings);
  });
  afterAll(async () => {
    if (!server.hasEnded()) await server.end("SIGTERM");
    await place.leave();
  });

  const run = (args: string[], typed = "") => runCommand(["log", ...args], place.settings, typed);

  test("it says what a new log means, and changes nothing without a yes", async () => {
    const { code, stdout, stderr } = await run(["restart"], "n\n");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("The log petition.example/log, published last at ");
    expect(stderr).toContain("9 entries, 2 signatures. Its last head:\n    petition.example/log\n    9\n");
    expect(stderr.includes("DATA_DIR/log is missing")).toBe(way === WAYS[0]);
    expect(stderr).toMatch(/End the log petition\.example\/log, and begin a new one\? \[y\/N\] Nothing was changed\.\n$/);
    expect((await run(["restart"])).stderr).toMatch(/nobody answered/);
    expect(existsSync(join(place.dataFolder, "log"))).toBe(false);
  });

  test("a yes begins a new one, which goes on wherever the site runs", async () => {
    const { code, stdout, stderr } = await run(["restart"], "y\n");
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: "petition.example/log/2\n",
      stderr: expect.stringMatching(/The new log has begun\. 2 entries more come into it .+\.\n$/),
    });
    if (isAlone) server = await startServer(place.settings);
    await reached(server, "petition.example/log/2\n9\n");
    expect((await server.end("SIGTERM")).stderr.includes("DATA_DIR/log is missing")).toBe(!isAlone);
  });
});

test("doctor sees a copy that is gone, a log that is not signed, and a key that is gone", async () => {
  const { dataFolder, leave, ...place } = await openPlace(false);
  const settings = { ...place.settings, ...readingInstead(FILLED_IN) };
  const examined = async () => {
    const { stdout } = await startCommand(["doctor"], settings).ended;
    return stdout.split("\n").filter((line) => line.slice(8).startsWith("public log: "));
  };
  const [copy, key] = [join(dataFolder, "log"), join(dataFolder, "log-key")];
  let server = await startServer(settings);
  try {
    await reached(server, "petition.example/log\n9\n");
    expect(await examined()).toEqual(["ok      public log: its key and its copy are there."]);
    await server.end("SIGTERM");
    await rm(copy, { recursive: true });
    const gone = expect.stringMatching(/^fault {3}public log: \S+\/log is missing: .+\. Put the copy back .+\.$/);
    expect(await examined()).toEqual([gone]);
    server = await startServer(settings);
    const silent = expect.stringMatching(
      /^fault {3}public log: DATA_DIR\/log is missing, .+: nothing is signed, .+ log restart\.$/,
    );
    await expect.poll(examined, { timeout: 60_000 }).toEqual([gone, silent]);
    expect((await runCommand(["log", "restart", "--yes"], settings)).code).toBe(0);
    await rename(key, `${key}.lost`);
    expect(await examined()).toEqual([
      expect.stringMatching(/^fault {3}public log: \S+\/log-key is missing\. Put it back .+\.$/),
    ]);
  } finally {
    await server.end("SIGTERM");
    await leave();
  }
});
