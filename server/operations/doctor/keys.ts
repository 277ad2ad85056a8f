import { type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { KEY_LENGTH_MIN, readKeyFile, SENDABLE } from "../../platform/crypto/key-files.ts";
import { type Finding, fault, orGood } from "./finding.ts";

const FOR_OTHERS = 0o077;

export interface KeyFiles {
  dataFolder: string;
  /** Of the service account; null where no spreadsheet is kept. */
  serviceAccountFile: string | null;
}

/** As the environment sets them; null for what stands in a file, or nowhere. */
export interface SetKeys {
  admin: string | null;
  secret: string[] | null;
  log: boolean;
  webhook: string | null;
}

/** What others on this machine can read; also asked for by the administration. */
export function readableByOthers({ dataFolder, serviceAccountFile }: KeyFiles): string[] {
  const files = ["admin-key", "secret-key", "log-key"].map((name) => join(dataFolder, name));
  return [...files, ...(serviceAccountFile === null ? [] : [serviceAccountFile])].filter((file) => {
    const found = statOf(file);
    return found !== null && (found.mode & FOR_OTHERS) !== 0;
  });
}

export function keysAreSafe(files: KeyFiles, keys: SetKeys): Finding[] {
  const { dataFolder } = files;
  const admin = keys.admin ?? contentOf(dataFolder, "admin-key");
  const secret = keys.secret ?? contentOf(dataFolder, "secret-key")?.split(",") ?? null;
  const owner = statOf(dataFolder)?.uid;
  const used = [...(keys.admin ? [] : ["admin-key"]), ...(keys.secret ? [] : ["secret-key"]), ...(keys.log ? [] : ["log-key"])];
  const found = [
    ...readableByOthers(files).map((file) => fault(`${file} can be read by others.`, `Write: chmod 600 ${file}`)),
    ...used.flatMap((name) => faultsOf(join(dataFolder, name), { owner, hasLength: name !== "log-key" })),
    ...reused(admin, secret ?? [], keys.webhook),
  ];
  const isThere = admin !== null && secret !== null;
  return orGood(found, isThere ? "long enough, and readable by their owner only." : "the first start makes them.");
}

function faultsOf(file: string, { owner, hasLength }: { owner: number | undefined; hasLength: boolean }): Finding[] {
  const found = statOf(file);
  if (!found) return [];
  if (owner !== undefined && found.uid !== owner)
    return [
      fault(
        `${file} belongs to another user than its folder: the site may be unable to read it.`,
        `Write: chown --reference=${join(file, "..")} ${file}`,
      ),
    ];
  const content = read(file);
  if (content === null)
    return [fault(`${file} cannot be read.`, "Run doctor as the user that the site runs as, or give that user the file.")];
  const keys = content.split(",").map((key) => key.trim());
  return hasLength && keys.some((key) => key.length < KEY_LENGTH_MIN || (file.endsWith("admin-key") && !SENDABLE.test(key)))
    ? [
        fault(
          `${file} holds a key of less than ${KEY_LENGTH_MIN} characters, or one that cannot be sent.`,
          'Put the right one back. Taken away, the next start makes a new one; what that costs: docs/operating/every-day.md, "Keys".',
        ),
      ]
    : [];
}

function reused(admin: string | null, secret: string[], webhook: string | null): Finding[] {
  const found: Finding[] = [];
  if (admin !== null && secret.some((key) => key.trim() === admin))
    found.push(
      fault(
        "ADMIN_KEY is SECRET_KEY, too: whoever has one can both log in and make links.",
        "Write: npm run petition -- keys rotate admin, or set another ADMIN_KEY.",
      ),
    );
  if (webhook !== null && (webhook === admin || secret.some((key) => key.trim() === webhook)))
    found.push(fault("MAIL_WEBHOOK_KEY is another key, too: the mail server knows it.", "Set another one."));
  return found;
}

function contentOf(folder: string, name: string): string | null {
  return read(join(folder, name));
}

function read(file: string): string | null {
  try {
    return readKeyFile(file);
  } catch {
    return null;
  }
}

function statOf(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}
