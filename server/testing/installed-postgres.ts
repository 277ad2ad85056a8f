/** A PostgreSQL of the system, with the programs that write and restore backups: the npm package has none. */
import { execFileSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { delimiter, join } from "node:path";

const NEEDED = ["initdb", "postgres", "pg_dump", "pg_restore"];

/** The newest of several; null where none is installed. */
export function installedPostgres(): string | null {
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...globSync("/usr/lib/postgresql/*/bin")];
  const whole = folders.filter((folder) => NEEDED.every((program) => existsSync(join(folder, program))));
  return whole.sort((one, other) => versionOf(other) - versionOf(one))[0] ?? null;
}

function versionOf(bin: string): number {
  const said = execFileSync(join(bin, "postgres"), ["--version"], { encoding: "utf8" });
  return Number(/\d+(\.\d+)?/.exec(said)?.[0]);
}
