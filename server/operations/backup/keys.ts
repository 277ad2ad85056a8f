import { createHmac } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { GivenSecrets, Secrets } from "../../platform/config/secrets.ts";
import { readSigningKey } from "../../platform/crypto/log-keys.ts";
import { type Head, type KeyFile, Unusable } from "./format.ts";

type Kind = "secretKeys" | "logKeys";

/** Tells keys apart, and what they are no better than the keyed hashes do that the tables hold anyway. */
export function printsOf({ secretKeys, logKeys }: Pick<Secrets, Kind>): Head["prints"] {
  return {
    secret: secretKeys.map((key) => createHmac("sha256", key).update("petition-backup").digest("hex").slice(0, 16)),
    log: logKeys.map(({ publicKey }) => Buffer.from(publicKey).toString("hex")),
  };
}

/** Which keys are to be put into the data folder. What is there, or in the environment, stays; throws {@link Unusable} where that is another. */
export async function keysToPut(
  { head, keys }: { head: Head; keys: KeyFile[] },
  { dataFolder, given, keepKeys }: { dataFolder: string; given: Pick<GivenSecrets, Kind>; keepKeys: boolean },
): Promise<KeyFile[]> {
  const present = printsOf({
    secretKeys: given.secretKeys.length > 0 ? given.secretKeys : await keysOf(join(dataFolder, "secret-key")),
    logKeys:
      given.logKeys.length > 0
        ? given.logKeys
        : (await keysOf(join(dataFolder, "log-key"))).flatMap((key) => readSigningKey(key) ?? []),
  });
  if (!keepKeys)
    for (const [name, file, variable] of [
      ["secret", "secret-key", "SECRET_KEY"],
      ["log", "log-key", "LOG_KEY"],
    ] as const)
      if (present[name].length > 0 && !head.prints[name].some((print) => present[name].includes(print)))
        throw new Unusable(
          `${variable}, or else ${join(dataFolder, file)}, is another key than this backup was made beside: put that one there, or take the file away; --keep-keys restores all the same, and what the other key made works no more.`,
        );
  const isGiven = { "secret-key": given.secretKeys.length > 0, "log-key": given.logKeys.length > 0, "admin-key": false };
  return keys.filter(({ file }) => !isGiven[file] && !existsSync(join(dataFolder, file)));
}

export async function putKeys(dataFolder: string, keys: KeyFile[]): Promise<() => Promise<void>> {
  const put: string[] = [];
  const undo = async () => void (await Promise.all(put.map((file) => rm(file, { force: true }))));
  try {
    for (const { file, content } of keys) {
      const path = join(dataFolder, file);
      await writeFile(path, content, { mode: 0o600, flag: "wx", flush: true });
      put.push(path);
    }
  } catch (failure) {
    await undo();
    const { code, path } = failure as NodeJS.ErrnoException;
    if (code === "EEXIST") throw new Unusable(`There is a key in ${path} since a moment ago: stop the site that starts there.`);
    if (code === "EACCES" || code === "EROFS") throw new Unusable(`The key ${path} cannot be written (${code}).`);
    throw failure;
  }
  return undo;
}

async function keysOf(file: string): Promise<string[]> {
  const text = await readFile(file, "utf8").catch(({ code }: NodeJS.ErrnoException) => {
    if (code === "ENOENT") return "";
    throw new Unusable(`The key file ${file} cannot be read (${code}): run this as the user that the site runs as.`);
  });
  return text
    .split(",")
    .map((key) => key.trim())
    .filter(Boolean);
}
