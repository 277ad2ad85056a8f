/** Whatever is wrong with a backup, its key or its target: one sentence that says what to do, and nothing is changed. */
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NotDone, readTyped } from "../../cli/command.ts";
import { restore } from "../../cli/restore.ts";
import { runCommand } from "../../testing/command.ts";
import { createServerDatabase } from "../../testing/databases.ts";
import { type House, openHouse } from "../../testing/house.ts";
import { anna } from "../../testing/people.ts";

let house: House;
let kept: string;
let target: { url: string; drop(): Promise<void> };
const at = (name: string) => join(kept, name);
const settings = () => ({ DATA_DIR: at("data"), DATABASE_URL: target.url });

beforeAll(async () => {
  kept = await mkdtemp(join(tmpdir(), "petition-backup-"));
  house = await openHouse("server");
  target = await createServerDatabase({ migrated: false });
  await house.signAndConfirm(anna);
  const source = { DATA_DIR: house.dataFolder, DATABASE_URL: house.databaseUrl };
  for (const key of ["key", "other-key"]) await runCommand(["backup", "--new-key", at(key)], {});
  await runCommand(["backup", "--out", at("plain"), "--plain"], source);
  await runCommand(["backup", "--out", at("encrypted"), "--key", at("key")], source);
});
afterAll(async () => {
  await house.close();
  await target.drop();
  await rm(kept, { recursive: true });
});

/** As somebody would who knows the format: the end is right again. */
async function changed(
  change: (head: Record<string, unknown>) => object,
  changeRest = (lines: string[]) => lines,
): Promise<Buffer> {
  const [first = "", ...lines] = gunzipSync(await readFile(at("plain")))
    .toString("utf8")
    .trimEnd()
    .split("\n");
  const rest = changeRest(lines.slice(0, -1));
  const body = [JSON.stringify(change(JSON.parse(first))), ...rest].map((line) => `${line}\n`).join("");
  const { end } = JSON.parse(lines.at(-1) ?? "");
  return gzipSync(`${body}${JSON.stringify({ end: { ...end, sha256: createHash("sha256").update(body).digest("hex") } })}\n`);
}

const flipped = (bytes: Buffer, at: number) => {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
};
const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
const middle = (bytes: Buffer) => flipped(bytes, Math.floor(bytes.length / 2));

interface Wrong {
  what: string;
  file: () => Promise<Buffer>;
  args?: string[];
  says: RegExp;
}

const WHOLE = /^The backup is not whole: it was cut off or changed\. Take another one, /;
const FOREIGN = /^This file is no backup of this site: /;

const WRONG: Wrong[] = [
  { what: "half a backup", file: async () => half(await readFile(at("plain"))), says: WHOLE },
  {
    what: "half an encrypted one",
    file: async () => half(await readFile(at("encrypted"))),
    args: ["--key", "key"],
    says: WHOLE,
  },
  { what: "a flipped bit", file: async () => middle(await readFile(at("plain"))), says: WHOLE },
  {
    what: "a flipped bit under the key",
    file: async () => middle(await readFile(at("encrypted"))),
    args: ["--key", "key"],
    says: WHOLE,
  },
  {
    what: "a last line that is missing",
    file: async () =>
      gzipSync(
        gunzipSync(await readFile(at("plain")))
          .toString()
          .replace(/\{"end".*\n$/, ""),
      ),
    says: WHOLE,
  },
  {
    what: "no key",
    file: () => readFile(at("encrypted")),
    says: /^The backup is encrypted: name the file of its key with --key\./,
  },
  {
    what: "another key",
    file: () => readFile(at("encrypted")),
    args: ["--key", "other-key"],
    says: /^The backup was encrypted for another key: /,
  },
  {
    what: "a key that is none",
    file: () => readFile(at("encrypted")),
    args: ["--key", "plain"],
    says: /^--key: the file .* holds no private key of age/,
  },
  {
    what: "half a key",
    file: async () => {
      await writeFile(at("half-a-key"), (await readFile(at("key"), "utf8")).trim().slice(0, -20));
      return readFile(at("encrypted"));
    },
    args: ["--key", "half-a-key"],
    says: /^--key: the file .* holds no private key of age/,
  },
  {
    what: "a key that is not there",
    file: () => readFile(at("encrypted")),
    args: ["--key", "none"],
    says: /^--key: the file .* cannot be read \(ENOENT\)\./,
  },
  { what: "a picture", file: async () => Buffer.from("89504e470d0a1a0a", "hex"), says: FOREIGN },
  { what: "an empty file", file: async () => Buffer.alloc(0), says: FOREIGN },
  {
    what: "a file that unpacks to hundreds of megabytes without a line's end",
    file: async () => Buffer.concat(Array(40).fill(gzipSync(Buffer.alloc(16 * 1024 * 1024)))),
    says: FOREIGN,
  },
  { what: "another program's gzip", file: async () => gzipSync("hello\n"), says: FOREIGN },
  {
    what: "a newer release's",
    file: () => changed((head) => ({ ...head, migrations: [...(head.migrations as string[]), "new"] })),
    says: /^A newer release of the site made this backup: /,
  },
  {
    what: "a newer format",
    file: () => changed((head) => ({ ...head, version: 2 })),
    says: /^A newer release of the site made this backup: /,
  },
  {
    what: "an unreleased version's",
    file: () => changed((head) => ({ ...head, migrations: ["other"] })),
    says: /^An unreleased version of the site made this backup: /,
  },
  {
    what: "another petition's",
    file: () => changed((head) => ({ ...head, petitionId: "wald" })),
    says: /^This is a backup of another petition \(wald\); /,
  },
  {
    what: "one older than erasures are remembered",
    file: () => changed((head) => ({ ...head, at: "2026-01-01T00:00:00.000Z" })),
    says: /^This backup is of 2026-01-01T00:00:00\.000Z: longer ago than /,
  },
];

describe("restore", { timeout: 60_000 }, () => {
  test.each(WRONG)("$what: one sentence, and nothing is changed", async ({ file, args = [], says }) => {
    await writeFile(at("file"), await file());
    const refusal = await refusalOf([at("file"), ...args, "--yes"], { ...settings(), INIT_CWD: kept });
    expect(refusal.message).toMatch(says);
    expect(refusal.message).toMatch(/[^\n]* Nothing was changed\.$/);
    await expectNothingChanged();
  });

  test("what a file says of itself steers no terminal", async () => {
    await writeFile(at("file"), await changed((head) => ({ ...head, petitionId: "wa\u001b[2J\u202eld" })));
    const { code, stderr } = await runCommand(["restore", at("file"), "--yes"], settings());
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^This is a backup of another petition \(wa\ufffd/),
    });
    for (const steering of ["\u001b", "\u202e"]) expect(stderr).not.toContain(steering);
  });

  test("another site's keys in the data folder: refused, unless they are to be kept", async () => {
    await writeFile(join(await emptied(), "secret-key"), "a-key-that-somebody-else-has\n");
    const refused = await runCommand(["restore", at("plain"), "--yes"], settings());
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/secret-key, is another key than this backup/) });
    const other = await runCommand(["restore", at("plain"), "--yes"], {
      ...settings(),
      SECRET_KEY: "another-key-that-is-long",
    });
    expect(other).toMatchObject({ code: 1, stderr: expect.stringMatching(/^SECRET_KEY, /) });
    expect(await readdir(at("data"))).toEqual(["secret-key"]);
    await emptied();
  });

  test("a key in the data folder that cannot be read is not taken for none", async () => {
    await mkdir(join(await emptied(), "secret-key"));
    const { code, stderr } = await runCommand(["restore", at("plain"), "--yes"], settings());
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^The key file .*secret-key cannot be read \(EISDIR\): .* Nothing was changed\.\n$/),
    });
    await emptied();
  });

  test("nobody says yes: nothing is changed", async () => {
    expect((await runCommand(["restore", at("plain")], settings(), "n\n")).stderr).toMatch(
      /\nNothing was changed\.\n$|Nothing was changed\.\n$/,
    );
    await expectNothingChanged();
  });

  test("a database that is not empty is refused, and stays as it is", async () => {
    const { code, stderr } = await runCommand(["restore", at("plain"), "--yes"], {
      DATA_DIR: at("data"),
      DATABASE_URL: house.databaseUrl,
    });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^There is no .*\nThe database is not empty, .* Nothing was changed\.\n$/),
    });
    expect(await house.rows("select full_name from signatures")).toEqual([{ full_name: anna.fullName }]);
    await expectNothingChanged();
  });

  /** What fails in the midst of it leaves nothing: here the keys, whose folder cannot be written once the rows are in. */
  test("a failure on the way undoes all of it; the next attempt succeeds", async () => {
    await emptied();
    const wrong = await changed((head) => head);
    const lines = gunzipSync(wrong).toString("utf8");
    // A row that no table takes, in a file that is whole.
    const body = lines.slice(0, lines.lastIndexOf('{"end"')).replace(anna.email, "").replace(`"${anna.fullName}"`, "null");
    const { end } = JSON.parse(lines.slice(lines.lastIndexOf('{"end"')));
    await writeFile(
      at("file"),
      gzipSync(`${body}${JSON.stringify({ end: { ...end, sha256: createHash("sha256").update(body).digest("hex") } })}\n`),
    );
    expect((await runCommand(["restore", at("file"), "--yes"], settings())).code).toBe(1);
    await expectNothingChanged();
    const { code } = await runCommand(["restore", at("encrypted"), "--key", at("key"), "--final", "--yes"], settings());
    expect(code).toBe(0);
    expect((await readdir(at("data"))).sort()).toEqual(["admin-key", "log", "log-key", "secret-key"]);
  });
});

test("backup writes over no file that is none of its own", async () => {
  await writeFile(at("notes"), "Remember the milk.");
  const source = { DATA_DIR: house.dataFolder, DATABASE_URL: house.databaseUrl };
  for (const out of [at("notes"), "/dev/null"])
    expect(await runCommand(["backup", "--out", out, "--plain"], source)).toMatchObject({
      code: 1,
      stderr: `--out: ${out} is no backup, and is not written over. Name another file. Nothing was backed up.\n`,
    });
  expect(await readFile(at("notes"), "utf8")).toBe("Remember the milk.");
}, 60_000);

/** Migrations that a release had, 0000 to 0007, and what was added since. */
const OF_RELEASE = 8;
const ADDED_SINCE = [
  "list_key",
  "objected_at",
  "submission",
  "link_expires_at",
  "petition_id",
  "tab",
  "committed_address",
  "address_asked_at",
  "links_since",
  ...["batch", "valid", "invalid", "paper"],
];

function withoutNewColumns(lines: string[]): string[] {
  let places: number[] = [];
  return lines.map((line) => {
    const parsed = JSON.parse(line);
    if (Array.isArray(parsed)) return JSON.stringify(places.map((place) => parsed[place]));
    if (!("columns" in parsed)) return line;
    const columns: string[] = parsed.columns;
    places = columns.flatMap((column, place) => (ADDED_SINCE.includes(column) ? [] : [place]));
    return JSON.stringify({ ...parsed, columns: places.map((place) => columns[place]) });
  });
}

test("what the release before has backed up is restored, and its tables are brought up to date", async () => {
  const empty = await createServerDatabase({ migrated: false });
  const client = new pg.Client({ connectionString: empty.url });
  try {
    const old = await changed(
      (head) => ({ ...head, migrations: (head.migrations as string[]).slice(0, OF_RELEASE) }),
      withoutNewColumns,
    );
    await writeFile(at("file"), old);
    const place = { DATA_DIR: at("elsewhere"), DATABASE_URL: empty.url };
    expect(await runCommand(["restore", at("file"), "--yes"], place)).toMatchObject({ code: 0 });
    await client.connect();
    const { rows } = await client.query("select full_name, list_key from signatures");
    expect(rows).toEqual([{ full_name: anna.fullName, list_key: null }]);
    expect((await client.query("select count(tab)::int as tabs from spreadsheet_state")).rows).toEqual([{ tabs: 0 }]);
    const actions = await client.query("select action from audit_log where entity_id = 'backup' order by timestamp");
    expect(actions.rows).toEqual([{ action: "backed-up" }, { action: "backup-restored" }]);
  } finally {
    await client.end();
    await empty.drop();
  }
}, 60_000);

/** In this process: what the command would print before it ends with 1. */
async function refusalOf(args: string[], environment: Record<string, string>): Promise<NotDone> {
  if (!("readAlone" in restore)) throw new Error("restore asks a site");
  const acting = restore.readAlone(readTyped(args, restore.options))(environment);
  const failure = await acting.then(
    () => null,
    (refused: unknown) => refused,
  );
  if (failure instanceof NotDone) return failure;
  throw failure ?? new Error("It was restored");
}

async function emptied(): Promise<string> {
  await rm(at("data"), { recursive: true, force: true });
  await mkdir(at("data"));
  return at("data");
}

async function expectNothingChanged(): Promise<void> {
  expect(await readdir(at("data"))).toEqual([]);
  const client = new pg.Client({ connectionString: target.url });
  await client.connect();
  const { rows } = await client.query("select relname from pg_class where relnamespace = 'public'::regnamespace");
  await client.end();
  expect(rows).toEqual([]);
}
