import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const SCHEMA = join(ROOT, "server/platform/database/schema.ts");
const MIGRATIONS = join(ROOT, "server/platform/database/migrations");

// Inside of the project, where the schema finds Drizzle.
const place = mkdtempSync(join(ROOT, "node_modules/.migrations-"));
afterAll(() => rmSync(place, { recursive: true }));

/** What `npm run migration` adds to a copy of the migrations, with a schema that holds more than ours. */
function migrationFor(more: string): string[] {
  const folder = mkdtempSync(join(place, "copy-"));
  const copy = join(folder, "migrations");
  cpSync(MIGRATIONS, copy, { recursive: true });
  const schema = join(folder, "schema.ts");
  writeFileSync(
    schema,
    `import { pgTable, uuid } from "drizzle-orm/pg-core";\nexport * from ${JSON.stringify(SCHEMA)};\n${more}`,
  );
  const options = ["--dialect=postgresql", `--schema=${relative(ROOT, schema)}`, `--out=${relative(ROOT, copy)}`];
  const program = join(ROOT, "node_modules/drizzle-kit/bin.cjs");
  execFileSync(process.execPath, [program, "generate", "--name=guests", ...options], { cwd: ROOT, stdio: "pipe" });
  const known = readdirSync(MIGRATIONS);
  const made = readdirSync(copy).filter((file) => !known.includes(file));
  return made.map((file) => readFileSync(join(copy, file), "utf8"));
}

test("the migrations make what the schema says: nothing is left to migrate", () => {
  expect(migrationFor("")).toEqual([]);
}, 60_000);

test("a new table makes a migration", () => {
  const made = migrationFor('export const guests = pgTable("guests", { id: uuid("id").primaryKey() });\n');
  expect(made).toEqual([expect.stringContaining('CREATE TABLE "guests"')]);
}, 60_000);
