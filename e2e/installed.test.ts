/** What operators are told (docs/operating/first-day.md, "Installing"), done: production dependencies alone, slimmed, by a user who may write the data folder and nothing else. */
import { execFile, spawnSync } from "node:child_process";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PetitionStats } from "../contract/supporters.ts";
import { VERSION } from "../server/platform/version.ts";
import { createServerDatabase, ENGINES } from "../server/testing/databases.ts";
import { type Inbox, openInbox } from "../server/testing/inbox.ts";
import { anna } from "../server/testing/people.ts";
import { type Place, type ServerProcess, startServer } from "../server/testing/process.ts";
import { ask, confirm, sign } from "./by-call.ts";
import { type Installation, install } from "./installation.ts";

/** Megabytes on the disk, with Node.js and the pages. */
const DISK_MAX = 250;
/** Bytes that even the smallest file takes. */
const BLOCK = 4096;
/** A process with the number 1, and a file system that even root may not write, as a container has them. */
const CAN_CONFINE = process.getuid?.() === 0 && spawnSync("unshare", ["--mount", "--pid", "--fork", "true"]).status === 0;

if (!CAN_CONFINE) console.warn("NOT TESTED AS THE FIRST PROCESS OF A CONTAINER: that takes root and util-linux's unshare.");

let installed: Installation;
let inbox: Inbox;
let dataFolder: string;
let server: ServerProcess | null = null;
beforeAll(async () => {
  installed = await install();
  inbox = await openInbox();
});
afterAll(async () => {
  await inbox?.close();
  await installed?.remove();
});
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "petition-test-"));
  if (installed.user) await chown(dataFolder, installed.user.uid, installed.user.gid);
});
afterEach(async () => {
  if (server && !server.hasEnded()) await server.end("SIGKILL");
  server = null;
  await rm(dataFolder, { recursive: true, force: true });
});

test(`what is installed needs less than ${DISK_MAX} MB`, () => {
  const megabytes = bytesOnDisk(installed.folder) / 1_000_000;
  console.info(`Installed: ${Math.round(megabytes)} MB`);
  expect(megabytes).toBeLessThan(DISK_MAX);
});

describe.each(ENGINES)("Installed (%s database)", (engine) => {
  test("it serves and signs, tells its version, is healthy, obeys commands, and ends at once when told", async () => {
    const database = engine === "server" ? await createServerDatabase({ migrated: false }) : null;
    const settings = { DATA_DIR: dataFolder, DATABASE_URL: database?.url };
    try {
      server = await startServer({ ...settings, SMTP_URL: inbox.url }, installed);
      await expectToCount(server.url);
      const { stdout } = await nodeOf(installed, ["server/cli/main.ts", "stats", "--json"], settings);
      expect(JSON.parse(stdout)).toMatchObject({ signatureCount: 1 });

      const PORT = new URL(server.url).port;
      await nodeOf(installed, ["deploy/healthy.mjs"], { PORT });
      const ended = await server.end("SIGTERM");
      expect(ended.code).toBe(0);
      expect(ended.stdout).toContain(`Version ${VERSION}, on Node.js ${process.versions.node}.`);
      await expect(nodeOf(installed, ["deploy/healthy.mjs"], { PORT })).rejects.toMatchObject({ code: 1 });
    } finally {
      await database?.drop();
    }
  });
});

describe.skipIf(!CAN_CONFINE)("As the first process of a container", () => {
  test("it serves and signs on a read-only file system, and ends with exit code 0 at SIGTERM", async () => {
    const database = await createServerDatabase();
    try {
      server = await startServer(
        { DATA_DIR: dataFolder, DATABASE_URL: database.url, SMTP_URL: inbox.url },
        confined(installed),
      );
      await expectToCount(server.url);
      expect(await endFirstProcessOf(server)).toBe(0);
    } finally {
      await database.drop();
    }
  });
});

async function expectToCount(url: string): Promise<void> {
  inbox.letters.length = 0;
  expect(await (await fetch(url)).text()).toContain("</html>");
  await sign(url, anna);
  await confirm(url, anna, inbox);
  expect((await ask<PetitionStats>(url, "/api/petition/stats")).signatureCount).toBe(1);
}

function nodeOf({ folder, command: [node = ""], user }: Installation, args: string[], settings: NodeJS.ProcessEnv) {
  const env = { PATH: process.env.PATH, ...settings };
  return promisify(execFile)(node, ["--import", "./server/prepare.mjs", ...args], { cwd: folder, env, ...user });
}

/** What `read_only`, `cap_drop` and `no-new-privileges` of a container do. */
function confined({ folder, command, user }: Installation): Place {
  const readOnly = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && cd "$0" && exec "$@"';
  const lone = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", readOnly, folder];
  const rights = ["--clear-groups", "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs"];
  const plain = ["setpriv", `--reuid=${user?.uid}`, `--regid=${user?.gid}`, ...rights];
  return { folder, command: [...lone, ...plain, ...command] };
}

async function endFirstProcessOf({ pid, end }: ServerProcess): Promise<number | null> {
  const first = Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8"));
  expect(readFileSync(`/proc/${first}/status`, "utf8")).toMatch(/^NSpid:\t\d+\t1$/m);
  process.kill(first, "SIGTERM");
  // Its parent outside ends with it, and as it does.
  return (await end("SIGCONT")).code;
}

/** In whole blocks. `du` counts what the file system sets aside for files just written, too: on a busy machine a sixth more. */
function bytesOnDisk(folder: string): number {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  const sizes = found.map(({ parentPath, name }) => lstatSync(join(parentPath, name)).size);
  return sizes.reduce((sum, size) => sum + Math.ceil(size / BLOCK) * BLOCK, 0);
}
