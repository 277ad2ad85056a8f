import { existsSync } from "node:fs";
import { chmod, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openDatabase } from "../database/open.ts";
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

  const run = (args: string[], typed = "") => startCommand(["log", ...args], place.settings, typed).ended;

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

test("doctor sees a key that others can read, a copy that is gone and a key that is gone", async () => {
  const { dataFolder, leave, ...place } = await openPlace(false);
  const settings = { ...place.settings, ...readingInstead(FILLED_IN) };
  const examined = () => startCommand(["doctor"], settings).ended;
  const [copy, key] = [join(dataFolder, "log"), join(dataFolder, "log-key")];
  let server = await startServer(settings);
  try {
    await reached(server, "petition.example/log\n9\n");
    expect(await examined()).toEqual({ code: 0, stdout: "", stderr: "Nothing is left to do.\n" });
    await chmod(key, 0o644);
    expect((await examined()).stdout).toBe(
      `${key} can be read by others, who could then sign in the public log's name. Write chmod 600 ${key}.\n`,
    );
    await chmod(key, 0o600);
    await server.end("SIGTERM");
    await rm(copy, { recursive: true });
    expect((await examined()).stdout).toMatch(/^\S+\/log is missing: .+\n$/);
    server = await startServer(settings);
    expect((await examined()).stdout).toMatch(/^\S+\/log is missing: .+\nDATA_DIR\/log is missing, .+\n$/);
    expect((await startCommand(["log", "restart", "--yes"], settings).ended).code).toBe(0);
    await rename(key, `${key}.lost`);
    expect((await examined()).stdout).toMatch(/^\S+\/log-key is missing\. .+\n$/);
  } finally {
    await server.end("SIGTERM");
    await leave();
  }
});
