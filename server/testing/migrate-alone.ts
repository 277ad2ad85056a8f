/** A process of its own for the tests: brings the database at an address up to date. */
import { tmpdir } from "node:os";
import { migrateDatabase } from "../platform/database/migrate.ts";
import { openDatabase } from "../platform/database/open.ts";

const [url = ""] = process.argv.slice(2);
const database = await openDatabase({ url, dataFolder: tmpdir() });
await migrateDatabase(database);
await database.close();
