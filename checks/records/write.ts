/** `npm run records` */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { RECORDS_FOLDER, records } from "./records.ts";

const folder = join(import.meta.dirname, "..", "..", RECORDS_FOLDER);
mkdirSync(folder, { recursive: true });
for (const [file, content] of Object.entries(records())) writeFileSync(join(folder, file), content);
