/** Whatever a site keeps, for a test that looks for somebody in it. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { tellAddress } from "../platform/database/address.ts";
import { runCommand } from "./command.ts";
import type { House } from "./house.ts";

/** Every row of every table, as text. */
export async function tablesOf(house: Pick<House, "rows">): Promise<string> {
  const tables = await house.rows<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public'");
  const rows = await Promise.all(
    tables.map(({ name }) => house.rows<{ row: string }>(`select to_jsonb(one)::text as row from "${name}" one`)),
  );
  return rows.flatMap((some) => some.map(({ row }) => row)).join("\n");
}

/** Every file below a folder, by its path. */
export async function filesIn(folder: string): Promise<Map<string, Buffer>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(await Promise.all(paths.map(async (path) => [path, await readFile(path)] as const)));
}

/** What a backup that is made now holds, unpacked. */
export async function plainBackupOf({ dataFolder, databaseUrl, url }: House): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "petition-backup-"));
  if (databaseUrl === undefined) await tellAddress(dataFolder, url);
  const settings = { DATA_DIR: dataFolder, DATABASE_URL: databaseUrl };
  const { code, stderr } = await runCommand(["backup", "--out", join(folder, "made"), "--plain"], settings);
  if (code !== 0) throw new Error(stderr);
  const packed = await readFile(join(folder, "made"));
  await rm(folder, { recursive: true });
  return gunzipSync(packed).toString("utf8");
}
