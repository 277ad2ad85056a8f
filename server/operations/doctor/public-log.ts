import { existsSync } from "node:fs";
import { join } from "node:path";
import { FAULT_SENTENCES, FAULTS } from "../../ledger/public-log/faults.ts";
import { type Finding, fault, orGood } from "./finding.ts";

const FIGURES = 2_000;

interface LogPlace {
  dataFolder: string;
  isKeySet: boolean;
  /** Of the site that runs; null where none does. */
  site: string | null;
}

/** What the public log stands on, in a data folder that has been started with, and whether the running site signs it. */
export async function logIsKept({ dataFolder, isKeySet, site }: LogPlace): Promise<Finding[]> {
  const [key, copy] = [join(dataFolder, "log-key"), join(dataFolder, "log")];
  const [hasKey, hasCopy] = [existsSync(key), existsSync(copy)];
  const found: Finding[] = [];
  if (!isKeySet && hasCopy && !hasKey)
    found.push(
      fault(
        `${key} is missing.`,
        "Put it back before the next start, which would make a key that the public log does not know.",
      ),
    );
  if (hasKey && !hasCopy)
    found.push(
      fault(
        `${copy} is missing: without it a restored backup could rewind the public log.`,
        'Put the copy back that you keep elsewhere; npm run petition -- backup has none (docs/operating/every-day.md, "Backups").',
      ),
    );
  if (site !== null) found.push(...(await silent(site)));
  return orGood(found, hasCopy ? "its key and its copy are there." : "it has not begun.");
}

async function silent(site: string): Promise<Finding[]> {
  const figures = await fetch(`${site}/metrics`, { signal: AbortSignal.timeout(FIGURES) }).then(
    (answer) => (answer.ok ? answer.text() : ""),
    () => "",
  );
  return FAULTS.filter((one) => figures.includes(`petition_log_fault{fault="${one}"} 1`)).map((one) => {
    const [, seen = "", todo = ""] = /^(.*\.) ([^.].*)$/.exec(FAULT_SENTENCES[one]) ?? [];
    return fault(seen, todo);
  });
}
