import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** node-postgres looks for this name in the folder that it is given as `host`. */
export const SOCKET_NAME = ".s.PGSQL.5432";
const LONGEST_SOCKET_PATH = 107;
const PREFIX = "petition-socket-";
const SETTLED = 60_000;

/** Of mode 700: a process that can open the socket is the database's owner. */
export async function makeSocketFolder(): Promise<string> {
  const fits = Buffer.byteLength(join(tmpdir(), `${PREFIX}XXXXXX`, SOCKET_NAME)) <= LONGEST_SOCKET_PATH;
  const place = fits ? tmpdir() : "/tmp";
  await sweep(place);
  return mkdtemp(join(place, PREFIX));
}

async function sweep(place: string): Promise<void> {
  const names = (await readdir(place)).filter((name) => name.startsWith(PREFIX));
  for (const folder of names.map((name) => join(place, name)))
    if ((await isSettled(folder)) && (await isDead(join(folder, SOCKET_NAME))))
      await rm(folder, { recursive: true, force: true }).catch(() => {});
}

async function isSettled(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > SETTLED;
}

/** A socket that exists and refuses belongs to nobody any more. One that is missing may be about to appear. */
function isDead(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const caller = connect(path);
    const answer = (dead: boolean) => {
      caller.destroy();
      resolve(dead);
    };
    caller.once("connect", () => answer(false));
    caller.once("error", (error) => answer("code" in error && error.code === "ECONNREFUSED"));
  });
}
