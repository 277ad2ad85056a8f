import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../testing/command.ts";
import { copyOfTemplate } from "../testing/databases.ts";
import { startCommand, startServer } from "../testing/process.ts";
import {
  added,
  entriesUpTo,
  headOf,
  KEY,
  numberIn,
  ORIGIN,
  openTestLog,
  receiptFor,
  type TestLog,
} from "../testing/public-log.ts";

const ENTRIES = entriesUpTo(300);

let folder: string;
let log: TestLog;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "log-command-"));
  log = await openTestLog(ENTRIES);
});
afterAll(async () => {
  await log.close();
  await rm(folder, { recursive: true, force: true });
});

const run = (...args: string[]) => runCommand(["log", ...args], { INIT_CWD: folder, DATA_DIR: join(folder, "none") });

test("log verify: one sentence and exit code 0, without data folder, key and database", async () => {
  await writeFile(join(folder, "receipt.json"), JSON.stringify(await receiptFor(ENTRIES, 9)));
  expect(await run("verify", `${log.address}/`, "--state", "state.json", "--receipt", "receipt.json")).toEqual({
    code: 0,
    stdout: `The log ${ORIGIN} holds: 300 entries add 258 (258 confirmed) and remove 42 (42 withdrawn), which makes 216 signatures, as the site shows. The receipt is true.\n`,
    stderr: "",
  });
  expect(numberIn(ENTRIES)).toBe(216);
  expect(existsSync(join(folder, "state.json"))).toBe(true);
  expect(existsSync(join(folder, "none"))).toBe(false);
});

test("log verify: exit code 1 for a lie, 2 for what cannot be reached, each with one sentence", async () => {
  log.entries = [added(7000), ...ENTRIES.slice(1)];
  const sentence =
    "The signed head of 300 entries that was seen before is no beginning of the present one: the log was rewritten.";
  expect(await run("verify", log.address, "--state", "state.json")).toEqual({
    code: 1,
    stdout: "",
    stderr: `${sentence} (forked)\nBoth heads are signed: keep ${join(folder, "state.json.evidence")}.\n`,
  });
  const { checkpoint: seen } = JSON.parse(await readFile(join(folder, "state.json"), "utf8"));
  expect(await readFile(join(folder, "state.json.evidence"), "utf8")).toBe(`${seen}\n${headOf(log.entries)}`);
  log.entries = ENTRIES;
  const { code, stderr } = await run("verify", "http://127.0.0.1:1");
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(/^http:\/\/127\.0\.0\.1:1\/log\/key does not answer \(.+\)\.\n$/),
  });
});

test("log verify without an address looks at the own site, where it listens or says that it is", async () => {
  const dataFolder = await copyOfTemplate();
  const site = await startServer({ DATA_DIR: dataFolder });
  const own = await runCommand(["log", "verify"], { DATA_DIR: dataFolder, PUBLIC_URL: log.address });
  await site.end("SIGTERM");
  const { code, stdout } = await runCommand(["log", "verify"], { DATA_DIR: dataFolder, PUBLIC_URL: log.address });
  await rm(dataFolder, { recursive: true, force: true });
  expect(own.stdout + own.stderr).not.toContain(ORIGIN);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(`The log ${ORIGIN} holds`) });
});

test("log witness: prints its key, cosigns, ends cleanly, and remembers", async () => {
  const args = [
    "log",
    "witness",
    "--listen",
    "0",
    "--key",
    "key",
    "--log",
    `${ORIGIN} ${KEY.written}`,
    "--name",
    "witness.example/w",
  ];
  const keys: string[] = [];
  const sizes = [300, 299];
  for (const size of sizes) {
    const witness = startCommand(args, { INIT_CWD: folder });
    await expect.poll(() => witness.output.stderr, { timeout: 20_000 }).toContain("is open at");
    const address = /http:\S+\d/.exec(witness.output.stderr)?.[0] ?? "";
    const body = `old 0\n\n${headOf(ENTRIES.slice(0, size))}`;
    const answer = await fetch(`${address}/add-checkpoint`, { method: "POST", body });
    expect([answer.status, await answer.text()]).toEqual(
      size === 300 ? [200, expect.stringMatching(/^— witness\.example\/w \S+\n$/)] : [409, "300\n"],
    );
    witness.signal("SIGTERM");
    const { code, stdout } = await witness.ended;
    expect(code).toBe(0);
    keys.push(stdout);
  }
  expect(keys[0]).toMatch(/^witness\.example\/w\+[\da-f]{8}\+\S+\n$/);
  expect(keys[1]).toBe(keys[0]);
  expect((await stat(join(folder, "key"))).mode & 0o777).toBe(0o600);
});

test.each<[string[], RegExp]>([
  [[], /^log wants to know what: log verify, log witness, log restart\./],
  [["rewind"], /^log wants to know what/],
  [["verify", "petition.example"], /^"petition\.example" is no address of a site/],
  [["verify", "https://petition.example", "now"], /^"now" is one word too many\./],
  [["verify", "--listen", "1"], /^log verify knows no --listen\./],
  [["witness"], /^log witness wants --listen PORT\./],
  [["witness", "--listen", "1"], /^log witness wants --log "ORIGIN KEY"\./],
  [["witness", "--listen", "1", "--log", `${ORIGIN} key`], /^--log must be origin, blank and key of a log/],
  [["witness", "--listen", "1", "--log", `${ORIGIN} ${KEY.written}`], /^log witness wants --key FILE\./],
])("log %j is wrongly used", async (args, sentence) => {
  const { code, stdout, stderr } = await run(...args);
  expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: "", stderr: expect.stringMatching(sentence) });
});
