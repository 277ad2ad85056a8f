/** The embedded database is looked at from outside: opening it would write. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Finding, fault, good } from "./finding.ts";

const VERSION = "18";
const PARTS = ["PG_VERSION", "base", "global/pg_control", "pg_wal"];

/** `isRunning`: a site has it open, whose start has brought its tables up to date. */
export function embeddedIsFit(dataFolder: string, isRunning: boolean): Finding[] {
  const folder = join(dataFolder, "database");
  if (!existsSync(folder)) return [good("not made yet: the first start makes it.")];
  const missing = PARTS.filter((part) => !existsSync(join(folder, part)));
  if (missing.length > 0)
    return [
      fault(
        `${folder} is half a database: ${missing.join(", ")} missing.`,
        'Move that folder away and restore the last backup (docs/operating/moving-house.md, "Restoring").',
      ),
    ];
  const version = readFileSync(join(folder, "PG_VERSION"), "utf8").trim();
  if (version !== VERSION)
    return [
      fault(
        `${folder} was made by PostgreSQL ${version}; this release has ${VERSION}.`,
        "Back it up with the release that made it, move that folder away, and restore the backup with this one.",
      ),
    ];
  return [
    good(
      isRunning
        ? `PostgreSQL ${version}, in use by the site that runs, up to date.`
        : `PostgreSQL ${version}, not in use: the next start brings its tables up to date if there is need.`,
    ),
  ];
}
