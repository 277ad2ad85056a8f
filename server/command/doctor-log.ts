import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "../settings/kinds.ts";

/** Milliseconds. */
const PATIENCE = 2_000;
const READABLE_BY_OTHERS = 0o077;

/** What the public log stands on, in a data folder that has been started with. */
export async function logIsKept(environment: Environment): Promise<string[]> {
  const { readPlace } = await import("../configuration.ts");
  const { dataFolder } = readPlace(environment);
  const file = join(dataFolder, "log-key");
  const hasCopy = existsSync(join(dataFolder, "log"));
  const key = statSync(file, { throwIfNoEntry: false });
  const found: string[] = [];
  if (!environment.LOG_KEY && hasCopy && !key)
    found.push(
      `${file} is missing. Put it back before the next start, which would make a key that the public log does not know.`,
    );
  if (!environment.LOG_KEY && key && (key.mode & READABLE_BY_OTHERS) !== 0)
    found.push(`${file} can be read by others, who could then sign in the public log's name. Write chmod 600 ${file}.`);
  if (key && !hasCopy)
    found.push(
      `${join(dataFolder, "log")} is missing: without it a restored backup could rewind the public log. Put it back from a backup of the data folder.`,
    );
  return found;
}

/** Only a process that runs knows; where none answers, nothing is said. */
export async function logIsSigned(environment: Environment): Promise<string[]> {
  const address = await addressOfSite(environment);
  if (address === null) return [];
  const signal = AbortSignal.timeout(PATIENCE);
  const figures = await fetch(`${address}/metrics`, { signal }).then(
    (answer) => (answer.ok ? answer.text() : ""),
    () => "",
  );
  const { FAULTS, FAULT_SENTENCES } = await import("../transparency/faults.ts");
  return FAULTS.filter((fault) => figures.includes(`petition_log_fault{fault="${fault}"} 1`)).map(
    (fault) => FAULT_SENTENCES[fault],
  );
}

async function addressOfSite(environment: Environment): Promise<string | null> {
  const { readPlace } = await import("../configuration.ts");
  const { dataFolder, port } = readPlace(environment);
  if (!existsSync(dataFolder)) return null;
  if (environment.DATABASE_URL) return `http://127.0.0.1:${port}`;
  const { holderOfEmbedded } = await import("../database/embedded.ts");
  const { readAddress } = await import("../database/address.ts");
  return (await holderOfEmbedded(dataFolder)) === null ? null : readAddress(dataFolder);
}
