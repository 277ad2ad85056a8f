import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type Database, openDatabase } from "../platform/database/open.ts";
import { remark } from "./terminal.ts";

interface RestoreTarget {
  dataFolder: string;
  databaseUrl: string | null;
}

/** The embedded database is made where there is none, and taken away again where `act` fails. Throws what the site's start throws. */
export async function withEmptyDatabase(
  { dataFolder, databaseUrl }: RestoreTarget,
  act: (database: Database) => Promise<void>,
): Promise<void> {
  const folder = join(dataFolder, "database");
  const isNew = databaseUrl === null && !existsSync(folder);
  const database = await openDatabase({
    url: databaseUrl ?? undefined,
    dataFolder,
    onFailure(failure) {
      remark(`The embedded database failed, and nothing was restored: ${failure.message}`);
      process.exit(1);
    },
  });
  try {
    await act(database);
  } catch (failure) {
    await database.close();
    if (isNew) await rm(folder, { recursive: true, force: true });
    throw failure;
  } finally {
    await database.close();
  }
}
