import { accessSync, constants, existsSync, readdirSync, type Stats, statfsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { PETITION_ZONE } from "../../../petition/calendar.ts";
import { HOUR } from "../../../petition/duration.ts";
import { lastSeen } from "../../../petition/facts.ts";
import { LANGUAGES } from "../../../petition/language.ts";
import { orElse, succeeds } from "../../../petition/or-else.ts";
import { FAULT_SENTENCES, FAULTS } from "../../ledger/public-log/faults.ts";
import type { Survey } from "../../platform/config/configuration.ts";
import { KEY_LENGTH_MIN, readKeyFile, SENDABLE } from "../../platform/config/secrets.ts";
import { KEY_FILES, readLastBackup } from "../backup/format.ts";
import { type Finding, fault, found, good, orGood, unseen, warning } from "./examine.ts";

const NETWORK: Record<number, string> = {
  26985: "NFS",
  20859: "SMB",
  4283649346: "CIFS",
  4266872130: "SMB",
  16914839: "9P",
  1397113167: "AFS",
  12805120: "Ceph",
  198183888: "Lustre",
  1702057286: "FUSE",
};
const MEMORY = [0x01021994, 0x858458f6];
const OVERLAY = 0x794c7630;

/** `typeOf` is handed in by tests: few machines have all file systems. */
export function dataFolderIsFit(
  folder: string,
  isEmbedded: boolean,
  typeOf = (path: string) => statfsSync(path).type,
): Finding {
  const isThere = existsSync(folder);
  if (isThere && !statSync(folder).isDirectory()) return fault(`${folder} is no folder.`, "Name a folder in DATA_DIR.");
  if (!succeeds(() => accessSync(nearest(folder), constants.R_OK | constants.W_OK | constants.X_OK)))
    return fault(
      isThere ? `${folder} cannot be written.` : `there is no ${folder}, and it cannot be made.`,
      "Make it, and give it to the user that the site runs as; run doctor as that user.",
    );
  const onBadDisk = wrongFileSystem(folder, isEmbedded, typeOf(nearest(folder)));
  if (onBadDisk) return onBadDisk;
  return good(isThere ? `${folder} can be written.` : `there is no ${folder} yet: the first start makes it.`);
}

function wrongFileSystem(folder: string, isEmbedded: boolean, type: number): Finding | null {
  const network = NETWORK[type];
  if (network !== undefined && isEmbedded)
    return fault(
      `${folder} lies on a network file system (${network}), on which the embedded database is not safe.`,
      "Move DATA_DIR to a disk of this machine, or use DATABASE_URL.",
    );
  if (MEMORY.includes(type))
    return fault(`${folder} lies in memory: it is gone with the next start of the machine.`, "Move DATA_DIR to a disk.");
  if (type === OVERLAY)
    return warning(
      `${folder} lies in a container's own layer: it is gone with the container.`,
      "Mount a volume there, unless this is no container.",
    );
  return null;
}

const MEGABYTE = 1024 * 1024;
/** For logs of the database, the public log's copy and e-mails as files, until somebody looks again. */
const ALWAYS = 200 * MEGABYTE;
const FILES_LEFT = 1_000;

/** What the nightly rewriting of the embedded database takes is as large as its largest table with its indexes. */
export function diskState(dataFolder: string) {
  const { bavail, bsize, files, ffree } = statfsSync(nearest(dataFolder));
  const free = bavail * bsize;
  const needed = ALWAYS + 2 * largestRelation(join(dataFolder, "database", "base"));
  // Beyond three times the need nobody has to think of it for a while.
  return { free, needed, isAmple: free > 3 * needed, hasFiles: files === 0 || ffree > FILES_LEFT };
}

export function diskIsLargeEnough(
  dataFolder: string,
  { free, needed, isAmple, hasFiles }: ReturnType<typeof diskState>,
): Finding {
  const seen = `${megabytes(free)} free in ${dataFolder}`;
  const todo = "Make room, or move DATA_DIR to a larger disk: a database whose disk is full ends the process.";
  if (!hasFiles) return fault(`${seen}, but hardly a file more can be made there (inodes).`, todo);
  if (free < needed) return fault(`${seen}; ${megabytes(needed)} are needed.`, todo);
  if (!isAmple) return warning(`${seen}; ${megabytes(needed)} are needed.`, "Think of a larger disk.");
  return good(`${seen}; ${megabytes(needed)} are needed.`);
}

function nearest(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearest(dirname(folder));
}

/** Files of a relation are named by a number; large ones go on in `….1`, and free space stands in `…_fsm`. */
function largestRelation(base: string): number {
  const sizes = new Map<string, number>();
  const entries = existsSync(base) ? readdirSync(base, { recursive: true, withFileTypes: true }) : [];
  for (const { parentPath, name } of entries.filter((entry) => entry.isFile())) {
    const relation = join(parentPath, /^\d+/.exec(name)?.[0] ?? "");
    const size = statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0;
    sizes.set(relation, (sizes.get(relation) ?? 0) + size);
  }
  return Math.max(0, ...sizes.values());
}

function megabytes(bytes: number): string {
  return `${Math.floor(bytes / MEGABYTE).toLocaleString("en")} MB`;
}

const FOR_OTHERS = 0o077;

type KeyFiles = Pick<Survey, "serviceAccountFile"> & { dataFolder: string };

export function readableByOthers({ dataFolder, serviceAccountFile }: KeyFiles): string[] {
  const files = KEY_FILES.map((name) => join(dataFolder, name));
  return [...files, ...(serviceAccountFile === null ? [] : [serviceAccountFile])].filter((file) => {
    const stat = statOf(file);
    return stat !== null && (stat.mode & FOR_OTHERS) !== 0;
  });
}

/** `set`: as the environment has them; what stands in a file, or nowhere, is not in it. */
export function keysAreSafe(files: KeyFiles, set: Survey["secrets"]): Finding[] {
  const { dataFolder } = files;
  const fileOf = (name: string) => join(dataFolder, name);
  const admin = set.ADMIN_KEY ?? orElse(() => readKeyFile(fileOf("admin-key")), null);
  const secrets = set.SECRET_KEY ?? orElse(() => readKeyFile(fileOf("secret-key")).split(","), null);
  const owner = statOf(dataFolder)?.uid;
  const isSet = { "admin-key": set.ADMIN_KEY, "secret-key": set.SECRET_KEY, "log-key": set.LOG_KEY };
  const isThere = admin !== null && secrets !== null;
  return orGood(
    isThere ? "long enough, and readable by their owner only." : "the first start makes them.",
    ...readableByOthers(files).map((file) => fault(`${file} can be read by others.`, `Write: chmod 600 ${file}`)),
    ...KEY_FILES.map((name) => !isSet[name] && faultOf(fileOf(name), owner)),
    ...reused(admin, secrets ?? [], set.MAIL_WEBHOOK_KEY),
  );
}

function faultOf(file: string, owner: number | undefined): Finding | null {
  const stat = statOf(file);
  if (!stat) return null;
  if (owner !== undefined && stat.uid !== owner)
    return fault(
      `${file} belongs to another user than its folder: the site may be unable to read it.`,
      `Write: chown --reference=${join(file, "..")} ${file}`,
    );
  const content = orElse(() => readKeyFile(file), null);
  if (content === null)
    return fault(`${file} cannot be read.`, "Run doctor as the user that the site runs as, or give that user the file.");
  const isUsable = (key: string) => key.length >= KEY_LENGTH_MIN && (!file.endsWith("admin-key") || SENDABLE.test(key));
  if (file.endsWith("log-key") || content.split(",").every((key) => isUsable(key.trim()))) return null;
  return fault(
    `${file} holds a key of less than ${KEY_LENGTH_MIN} characters, or one that cannot be sent.`,
    'Put the right one back. Taken away, the next start makes a new one; what that costs: docs/operating/every-day.md, "Keys".',
  );
}

function reused(admin: string | null, secrets: string[], webhook: string | null): Finding[] {
  const isSecret = (key: string) => secrets.some((secret) => secret.trim() === key);
  return found(
    admin !== null &&
      isSecret(admin) &&
      fault(
        "ADMIN_KEY is SECRET_KEY, too: whoever has one can both log in and make links.",
        "Write: npm run petition -- keys rotate admin, or set another ADMIN_KEY.",
      ),
    webhook !== null &&
      (webhook === admin || isSecret(webhook)) &&
      fault("MAIL_WEBHOOK_KEY is another key, too: the mail server knows it.", "Set another one."),
  );
}

function statOf(path: string): Stats | null {
  return orElse(() => statSync(path), null);
}

const PATIENCE = 2_000;

/** What the public log stands on, in a data folder that has been started with, and whether the running site signs it. */
export async function logIsKept(dataFolder: string, isKeySet: boolean, site: string | null): Promise<Finding[]> {
  const [key, copy] = [join(dataFolder, "log-key"), join(dataFolder, "log")];
  const [hasKey, hasCopy] = [existsSync(key), existsSync(copy)];
  return orGood(
    hasCopy ? "its key and its copy are there." : "it has not begun.",
    !isKeySet &&
      hasCopy &&
      !hasKey &&
      fault(
        `${key} is missing.`,
        "Put it back before the next start, which would make a key that the public log does not know.",
      ),
    hasKey &&
      !hasCopy &&
      fault(
        `${copy} is missing: without it a restored backup could rewind the public log.`,
        'Put the copy back that you keep elsewhere; npm run petition -- backup has none (docs/operating/every-day.md, "Backups").',
      ),
    ...(site === null ? [] : await faultsOfLog(site)),
  );
}

async function faultsOfLog(site: string): Promise<Finding[]> {
  const metrics = await fetch(`${site}/metrics`, { signal: AbortSignal.timeout(PATIENCE) }).then(
    (answer) => (answer.ok ? answer.text() : ""),
    () => "",
  );
  return FAULTS.filter((one) => metrics.includes(`petition_log_fault{fault="${one}"} 1`)).map((one) => {
    const [, seen = "", todo = ""] = /^(.*\.) ([^.].*)$/.exec(FAULT_SENTENCES[one]) ?? [];
    return fault(seen, todo);
  });
}

/** A day, and two hours for a backup that takes long. */
const MAX_AGE = 26 * 60 * 60_000;

export function backupState(dataFolder: string, now: Date) {
  const last = readLastBackup(dataFolder);
  const at = last && new Date(last.at);
  return { at, isDue: at === null || now.getTime() - at.getTime() > MAX_AGE, isEncrypted: last?.encrypted ?? false };
}

export function backupIsFresh({ at, isDue, isEncrypted }: ReturnType<typeof backupState>, now: Date): Finding {
  const todo =
    "Run npm run petition -- backup every day. If PostgreSQL's own means, or copies of the disk, back it up, there is nothing to do.";
  if (at === null) return warning("npm run petition -- backup has never been run here.", todo);
  const hours = Math.floor((now.getTime() - at.getTime()) / HOUR);
  const seen = `the last one was made at ${at.toISOString()}, ${hours} hours ago`;
  if (isDue) return warning(`${seen}.`, todo);
  if (isEncrypted) return good(`${seen}, encrypted.`);
  return warning(
    `${seen}, and is not encrypted.`,
    "Keep it where only you can read it, or give it a key: it holds names and addresses.",
  );
}

/** Milliseconds: a clock that is kept by NTP is never off by that. */
export const CLOCK_MAY_DIFFER = 5_000;
const CLOCK_IS_WRONG = 60_000;

export type OtherClock = { whose: string; ahead: number | null; roughness: number };

export function clockIsRight(now: Date, others: OtherClock[]): Finding[] {
  const day = now.toISOString().slice(0, 10);
  if (day < lastSeen())
    return [fault(`this machine says ${day}, which lies before this release was made.`, "Set the clock, and keep it by NTP.")];
  const asked = others.filter(({ ahead }) => ahead !== null);
  const silent = others.filter(({ ahead }) => ahead === null);
  const known = asked.map(({ whose }) => whose).join(" and ");
  return orGood(
    known === "" ? "this machine's own; no other was there to compare it with." : `the same as ${known}.`,
    ...asked.flatMap(({ whose, ahead, roughness }) => differences(whose, ahead ?? 0, roughness)),
    ...silent.map(({ whose }) => unseen(`${whose} clock was not told.`, "See what is said of it.")),
  );
}

function differences(whose: string, ahead: number, roughness: number): Finding[] {
  const off = Math.abs(ahead) - roughness;
  if (off <= CLOCK_MAY_DIFFER) return [];
  const seen = `this machine is ${Math.round(Math.abs(ahead) / 1000)} seconds ${ahead > 0 ? "ahead of" : "behind"} ${whose} clock.`;
  const todo = "Keep both by NTP: links, limits and tasks go by them.";
  return [off > CLOCK_IS_WRONG ? fault(seen, todo) : warning(seen, todo)];
}

/** A Node.js built without its data shows wrong hours and English words. */
export function zonesAreKnown(summer = new Date("2026-07-01T10:00:00Z")): Finding {
  const hour = new Intl.DateTimeFormat("en-GB", { timeZone: PETITION_ZONE, hour: "2-digit", hourCycle: "h23" }).format(summer);
  const missing = LANGUAGES.filter((language) => Intl.DateTimeFormat.supportedLocalesOf(language).length === 0);
  if (hour !== "12" || missing.length > 0)
    return fault(
      `Node.js does not know ${hour === "12" ? `the languages ${missing.join(", ")}` : `the time of ${PETITION_ZONE}`}.`,
      "Start with npm, which uses the Node.js that belongs to the site.",
    );
  return good(`${PETITION_ZONE} and the ${LANGUAGES.length} languages are known.`);
}
