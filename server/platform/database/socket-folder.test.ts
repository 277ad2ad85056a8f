import { once } from "node:events";
import { mkdtemp, readdir, rename, rm, utimes } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { makeSocketFolder, SOCKET_NAME } from "./embedded.ts";

test("a killed process's folder is cleared away; a living one's stays, one whose socket is yet to come, and one that has just been made", async () => {
  const [dead, refusing] = [await makeSocketFolder(), await makeSocketFolder()];
  const [alive, early] = [await makeSocketFolder(), await makeSocketFolder()];
  for (const folder of [dead, refusing]) await leaveDeadSocket(join(folder, SOCKET_NAME));
  const server = createServer().listen(join(alive, SOCKET_NAME));
  await once(server, "listening");

  const anHourAgo = new Date(Date.now() - 3_600_000);
  for (const folder of [dead, alive, early]) await utimes(folder, anHourAgo, anHourAgo);

  const fresh = await makeSocketFolder();

  const there = await readdir(tmpdir());
  expect(there).not.toContain(basename(dead));
  expect(there).toEqual(expect.arrayContaining([refusing, alive, early, fresh].map((folder) => basename(folder))));
  server.close();
  for (const folder of [refusing, alive, early, fresh]) await rm(folder, { recursive: true });
});

/** A socket whose server has gone without removing it, as after SIGKILL. */
async function leaveDeadSocket(path: string): Promise<void> {
  const elsewhere = await mkdtemp(join(tmpdir(), "petition-test-"));
  const server = createServer().listen(join(elsewhere, "socket"));
  await once(server, "listening");
  await rename(join(elsewhere, "socket"), path);
  server.close();
  await once(server, "close");
  await rm(elsewhere, { recursive: true });
}
