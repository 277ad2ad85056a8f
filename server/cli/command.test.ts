import { randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AdminSignatureList, AdminStats } from "../../contract/administration/signatures.ts";
import { openDatabase } from "../platform/database/open.ts";
import { runCommand } from "../testing/command.ts";
import { copyOfTemplate, createServerDatabase } from "../testing/databases.ts";
import { anna, bruno, clara } from "../testing/people.ts";
import { type Ended, type ServerProcess, startCommand, startServer } from "../testing/process.ts";
import { readWorkbook } from "../testing/workbook.ts";

const CROWD = 10_000;
const ERASED_MAIL = "4a2f7c1e-0d8b-4a53-9a64-1f2e3d4c5b6a";

const WAYS = ["beside a site on the embedded database", "alone with DATABASE_URL"] as const;

interface Place {
  settings: Record<string, string | undefined>;
  dataFolder: string;
  /** Where one runs. */
  server: ServerProcess | null;
  leave(): Promise<void>;
}

/** A petition that has been started once: so the rows are counted, and the keys made. */
async function openPlace(way: (typeof WAYS)[number]): Promise<Place> {
  const given = way === "alone with DATABASE_URL" ? await createServerDatabase() : null;
  const dataFolder = given ? await mkdtemp(join(tmpdir(), "petition-test-")) : await copyOfTemplate();
  await fill(dataFolder, { url: given?.url });
  const settings = { DATA_DIR: dataFolder, DATABASE_URL: given?.url };
  const server = await startServer(settings);
  const isBeside = way === "beside a site on the embedded database";
  if (!isBeside) await server.end("SIGTERM");
  return {
    settings,
    dataFolder,
    server: isBeside ? server : null,
    async leave() {
      if (!server.hasEnded()) await server.end("SIGTERM");
      await given?.drop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

async function fill(dataFolder: string, { url, crowd = CROWD }: { url?: string; crowd?: number }): Promise<void> {
  const database = await openDatabase({ dataFolder, url });
  const insert =
    "insert into signatures (full_name, email, normalised_email, visibility, confirmed_at) values ($1, $2, $2, $3, $4)";
  const day = (number: number) => `2026-11-${number}T11:00:00Z`;
  await database.pool.query(insert, [anna.fullName, anna.email, "public", day(20)]);
  await database.pool.query(insert, [bruno.fullName, bruno.email, "private", day(21)]);
  await database.pool.query(insert, ["\u001b[2J\u202eClara", clara.email, "public", day(19)]);
  await database.pool.query(
    `insert into signatures (full_name, email, normalised_email, confirmed_at)
      select 'Crowd', n || '@crowd.example', n || '@crowd.example', timestamptz '2025-01-01' + n * interval '1 second' from generate_series(1, ${crowd}) n`,
  );
  const failed =
    "insert into outbox (id, kind, subject_id, next_attempt_at, failed_at, last_error) values ($1, 'confirmation-email', $2, now(), now(), '550')";
  for (const id of [ERASED_MAIL, randomUUID(), randomUUID()]) await database.pool.query(failed, [id, randomUUID()]);
  await database.close();
}

describe.each(WAYS)("A command %s", { timeout: 180_000 }, (way) => {
  let place: Place;
  beforeAll(async () => {
    place = await openPlace(way);
  });
  afterAll(() => place.leave());

  const run = (args: string[], typed = "", settings: Record<string, string> = {}): Promise<Ended> =>
    runCommand(args, { ...place.settings, ...settings }, typed);
  /** The same as it is typed. */
  const runAlone = (args: string[], typed = ""): Promise<Ended> => startCommand(args, place.settings, typed).ended;

  test("stats: a table to read, and JSON for programs", async () => {
    const table = await runAlone(["stats"]);
    expect(table).toMatchObject({ code: 0, stderr: "" });
    expect(table.stdout).toMatch(/^Signatures +10,003 \(40 % of 25,000\)\n/);
    const { stdout } = await run(["stats", "--json"]);
    expect(JSON.parse(stdout) as AdminStats).toMatchObject({ signatureCount: CROWD + 3, antiSpam: { blockedIPs: 0 } });
  });

  test("stats says that a proxy stands in front which TRUST_PROXY does not name, beside what was asked for", async () => {
    if (place.server) await fetch(`${place.server.url}/api/petition/stats`, { headers: { "x-forwarded-for": "203.0.113.9" } });
    const { stdout, stderr } = await run(["stats", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ signatureCount: CROWD + 3 });
    expect(stderr).toMatch(place.server ? /^Warning: 1 request since .* set TRUST_PROXY\. / : /^$/);
  });

  test("search finds as the administration does, by pages, and no name steers the terminal", async () => {
    expect(await run(["search", "BERGMULLER"])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^[0-9a-f-]{36} {2}2026-11-20 11:00 UTC {2}public {3}de {2}Anna Bergmüller <anna\.bergmueller@gmx\.de>\n$/,
      ),
      stderr: "1 found, page 1 of 1.\n",
    });
    const hostile = await run(["search", clara.email]);
    expect(hostile.stdout).toContain("\ufffd[2J\ufffdClara <");
    const last = await run(["search", "@crowd.example", "--page", "500"]);
    expect(last.stdout.trim().split("\n")).toHaveLength(20);
    expect(last.stderr).toBe("More than 1,000 found, page 500.\n");
  });

  test("delete asks, does it once, and says that there is nothing the second time", async () => {
    const found = JSON.parse((await run(["search", bruno.email, "--json"])).stdout) as AdminSignatureList;
    const id = found.signatures[0]?.id ?? "";
    const refused = await run(["delete", id], "n\n");
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain(`${bruno.fullName} <${bruno.email}>, confirmed 2026-11-21 11:00 UTC\n`);
    expect(refused.stderr).toMatch(/Nothing was deleted\.\n$/);
    expect((await run(["delete", id])).stderr).toMatch(/nobody answered/);
    expect(await runAlone(["delete", id.toUpperCase()], "y\n")).toMatchObject({ code: 0 });
    expect(await run(["delete", id, "--yes"])).toMatchObject({
      code: 1,
      stderr: "This signature does not exist (any more).\n",
    });
    expect((await run(["stats"])).stdout).toMatch(/10,002/);
  });

  test("export writes CSV to the output, and files whole or not at all", async () => {
    const csv = await runAlone(["export", "--separator", "semicolon"]);
    expect(csv).toMatchObject({ code: 0, stderr: expect.stringMatching(/^10 %, [\s\S]*\n10,00\d signatures exported\.\n$/) });
    const lines = csv.stdout.split("\r\n");
    expect(lines[0]).toMatch(/^\ufeffid;fullName;/);
    const file = join(place.dataFolder, "all.xlsx");
    expect(await run(["export", "--format", "xlsx", "--out", file])).toMatchObject({ code: 0, stdout: "" });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const rows = readWorkbook(await readFile(file))[0]?.rows ?? [];
    expect(rows.map(([id]) => id)).toEqual(lines.slice(0, -1).map((line) => line.replace("\ufeff", "").split(";")[0]));
    const elsewhere = join(place.dataFolder, "no-such-folder", "all.csv");
    expect(await run(["export", "--out", elsewhere])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`--out: the file ${elsewhere} cannot be written (ENOENT).`),
    });
  });

  test("an export that is interrupted leaves no file", async () => {
    const names = () => readdirSync(place.dataFolder).filter((name) => name.startsWith("half"));
    const file = join(place.dataFolder, "half.xlsx");
    const interrupted = async () => {
      const command = startCommand(["export", "--format", "xlsx", "--out", file], place.settings);
      await expect.poll(names, { interval: 5, timeout: 60_000 }).not.toEqual([]);
      const seen = names();
      command.signal("SIGINT");
      return { seen, ...(await command.ended) };
    };
    let ended = await interrupted();
    // It was whole before the signal came.
    for (let more = 0; ended.code === 0 && more < 10; more++) {
      await rm(file);
      ended = await interrupted();
    }
    expect(ended).toMatchObject({
      seen: [expect.stringMatching(/\.part$/)],
      ...{ code: 1, stderr: expect.stringMatching(/Interrupted\.\n$/) },
    });
    expect(names()).toEqual([]);
  });

  test("mails retry: one, then all, then none", async () => {
    const one = await run(["mails", "retry", ERASED_MAIL]);
    expect(one).toMatchObject({ code: 0, stderr: expect.stringMatching(/^1 e-mail waits to be sent again\./) });
    expect((await run(["mails", "retry", randomUUID()])).code).toBe(1);
    expect((await run(["mails", "retry"])).stderr).toMatch(/^2 e-mails wait/);
  });

  test("a key that is not the site's", async () => {
    const { code, stderr } = await run(["stats"], "", { ADMIN_KEY: "not-the-key-of-this-site" });
    // Without a site that runs, who has the database is let in by the key that is set.
    if (place.server)
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^The site does not take this key/) });
    else expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });

  test("keys rotate: the administrator's key changes at once, the secret one gets company; neither is ever printed", async () => {
    const [adminFile, secretFile] = [join(place.dataFolder, "admin-key"), join(place.dataFolder, "secret-key")];
    const before = { admin: (await readFile(adminFile, "utf8")).trim(), secret: (await readFile(secretFile, "utf8")).trim() };
    const entering = async (key: string) =>
      (await fetch(`${place.server?.url}/api/admin/stats`, { headers: { authorization: `Bearer ${key}` } })).status;
    if (place.server) expect(await entering(before.admin)).toBe(200);
    const admin = await run(["keys", "rotate", "admin"]);
    expect(admin).toMatchObject({ code: 0, stdout: `${adminFile}\n` });
    const after = (await readFile(adminFile, "utf8")).trim();
    expect(after).not.toBe(before.admin);
    expect(after).toMatch(/^[\w-]{32}$/);
    expect((await stat(adminFile)).mode & 0o777).toBe(0o600);
    if (place.server) expect([await entering(before.admin), await entering(after)]).toEqual([401, 200]);

    const secret = await run(["keys", "rotate", "secret"]);
    expect(secret).toMatchObject({
      code: 0,
      stdout: `${secretFile}\n`,
      stderr: expect.stringContaining("Start the site again"),
    });
    const kept = (await readFile(secretFile, "utf8")).trim().split(",");
    expect(kept).toEqual([expect.stringMatching(/^[\w-]{32}$/), before.secret]);
    const alone = await run(["keys", "rotate", "secret", "--forget-old"]);
    expect(alone.stderr).toMatch(/stop working/);
    expect((await readFile(secretFile, "utf8")).trim()).toMatch(/^[\w-]{32}$/);
    expect([admin, secret, alone].map(({ stdout, stderr }) => stdout + stderr).join()).not.toContain(after);
    expect(readdirSync(place.dataFolder).filter((name) => /-key\./.test(name))).toEqual([]);
  });

  test("the end: a dry run and a no change nothing; a yes erases all and keeps the number", async () => {
    const counted = async () => (JSON.parse((await run(["stats", "--json"])).stdout) as AdminStats).signatureCount;
    const before = await counted();
    const looked = await run(["end", "--dry-run"]);
    expect(looked).toMatchObject({ code: 0, stderr: "Nothing was changed.\n" });
    expect(looked.stdout).toContain(`Signatures that go                           ${before.toLocaleString("en")}\n`);
    expect(await run(["end"], "n\n")).toMatchObject({ code: 1, stderr: expect.stringContaining("Nothing was changed.") });
    const ended = await run(["end", "--yes"]);
    expect(ended).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`The petition has ended with ${before.toLocaleString("en")} signatures.`),
    });
    expect(await counted()).toBe(before);
    expect((await run(["search", anna.email])).stdout).not.toContain(anna.email);
  });

  test("all of it is in the audit log, without a key", async () => {
    if (place.server) await place.server.end("SIGTERM");
    const database = await openDatabase({ dataFolder: place.dataFolder, url: place.settings.DATABASE_URL });
    const { rows } = await database.pool.query<{ action: string; changes: string | null }>(
      "select action, changes from audit_log order by timestamp",
    );
    await database.close();
    const changes = rows.filter(({ action }) => action === "key-rotated").map((row) => JSON.parse(row.changes ?? ""));
    expect(changes).toEqual([{ key: "admin" }, { key: "secret", forgotOld: false }, { key: "secret", forgotOld: true }]);
    expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(["exported", "sent-again", "ended"]));
    expect(JSON.stringify(rows)).not.toContain((await readFile(join(place.dataFolder, "admin-key"), "utf8")).trim());
  });
});

test("A command alone with the embedded database finds, deletes and exports there", { timeout: 180_000 }, async () => {
  const dataFolder = await copyOfTemplate();
  const run = (...args: string[]) => runCommand(args, { DATA_DIR: dataFolder });
  try {
    await fill(dataFolder, { crowd: 300 });
    const keys = { ADMIN_KEY: "the-key-of-our-tests", SECRET_KEY: "the-secret-of-our-tests" };
    for (const [name, key] of Object.entries(keys))
      await writeFile(join(dataFolder, name.toLowerCase().replace("_", "-")), key);
    const found = JSON.parse((await run("search", bruno.email, "--json")).stdout) as AdminSignatureList;
    expect(await run("delete", found.signatures[0]?.id ?? "", "--yes")).toMatchObject({ code: 0 });
    const { stdout, stderr } = await run("export");
    expect(stderr).toMatch(/^302 signatures exported\.$/m);
    expect(stdout).not.toContain(bruno.email);
    expect(existsSync(join(dataFolder, "database.lock"))).toBe(false);
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
});

describe("Used wrongly, a command says in one sentence what to type, with exit code 2", () => {
  const MISTAKES: [string[], RegExp][] = [
    [
      [],
      /^Say what to do: stats, search, delete, export, paper, mails, keys, alarm, doctor, handover, end, breach, log, backup, restore, bounce, new\./,
    ],
    [["frobnicate"], /^There is no command "frobnicate"\./],
    [["toString"], /^There is no command "toString"\./],
    [["stats", "now"], /^stats takes no words/],
    [["stats", "--jsno"], /^Unknown option '--jsno'\./],
    [["search"], /^search wants to know what for/],
    [["search", "a".repeat(201)], /^search takes at most 200 characters\./],
    [["search", "anna", "--page", "0"], /^--page must be a whole number from 1 on\./],
    [["delete"], /^delete wants an id/],
    [["delete", "1"], /^"1" is no id/],
    [["delete", ERASED_MAIL, ERASED_MAIL], /one word too many/],
    [["export", "--format", "ods"], /^--format must be one of: csv, xlsx\./],
    [["export", "--format", "xlsx", "--separator", "comma"], /^--separator is for csv alone\./],
    [["export", "--out"], /^Option '--out <value>' argument missing\./],
    [["keys", "rotate"], /^keys wants to know which/],
    [["keys", "rotate", "admin", "--forget-old"], /^--forget-old is for the secret key/],
    [["mails"], /^mails knows one word/],
    [["doctor", "now"], /^doctor takes no words/],
    [["doctor", "--mail-to", "anna"], /^--mail-to wants an e-mail address/],
    [["doctor", "--dns", "ns.example"], /^--dns wants an IP address/],
    [["end", "now"], /^end takes no words/],
    [["breach"], /^breach knows two words/],
    [["breach", "tell"], /^breach tell wants the folder/],
    [["breach", "tell", "--text", ".", "--only", "yesterday"], /^--only must be days/],
    [["breach", "status", "now"], /^breach status takes no words/],
    [["log", "restart", "now"], /^log restart takes no words/],
  ];

  test("one of each kind", async () => {
    for (const [args, sentence] of MISTAKES) {
      const { code, stdout, stderr } = await runCommand(args, { DATA_DIR: "/nowhere" });
      expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: "" });
      expect(stderr).toMatch(sentence);
      expect(stderr).toMatch(/ More: npm run petition -- (?:\w+ )?--help\n$/);
    }
  });

  test("from the shell, too", async () => {
    expect(await startCommand(["frobnicate"], {}).ended).toMatchObject({ code: 2, stdout: "" });
  });

  test("help goes to the output", async () => {
    for (const args of [["--help"], ["export", "--help"], ["delete", "x", "-h"]]) {
      const { code, stdout, stderr } = await runCommand(args, { DATA_DIR: "/nowhere" });
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toMatch(/^npm run petition -- /);
    }
  });
});

describe("What cannot be reached is said in one sentence, with exit code 1", () => {
  let dataFolder: string;
  beforeAll(async () => {
    dataFolder = await copyOfTemplate();
    await writeFile(join(dataFolder, "admin-key"), "the-key-of-our-tests\n");
    await writeFile(join(dataFolder, "secret-key"), "the-secret-of-our-tests\n");
  });
  afterAll(() => rm(dataFolder, { recursive: true, force: true }));

  test("no petition there; nothing is made", async () => {
    const nowhere = join(dataFolder, "nowhere");
    const { code, stderr } = await runCommand(["stats"], { DATA_DIR: nowhere });
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^DATA_DIR: there is no folder .+\.\n$/) });
    expect(existsSync(nowhere)).toBe(false);
  });

  test("keys that the environment sets are changed there", async () => {
    const settings = { DATA_DIR: dataFolder, ADMIN_KEY: "set-by-the-environment", SECRET_KEY: "set-by-the-environment-too" };
    for (const [key, name] of [
      ["admin", "ADMIN_KEY"],
      ["secret", "SECRET_KEY"],
    ] as const) {
      const { code, stderr } = await runCommand(["keys", "rotate", key], settings);
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: `${name} is set in the server’s environment: change it there and restart the server.\n`,
      });
    }
    expect(await readFile(join(dataFolder, "admin-key"), "utf8")).toBe("the-key-of-our-tests\n");
  });

  test("tables of another version, which stay as they are", async () => {
    const { url, drop } = await createServerDatabase({ migrated: false });
    const { code, stderr } = await runCommand(["stats"], { DATA_DIR: dataFolder, DATABASE_URL: url });
    await drop();
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^The database's tables are not those of this version: .+\.\n$/),
    });
  });

  test("a database that does not answer", async () => {
    const settings = { DATA_DIR: dataFolder, DATABASE_URL: "postgres://petition:opensesame@127.0.0.1:1/petition" };
    const { code, stderr } = await startCommand(["stats"], settings).ended;
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^DATABASE_URL: the database does not answer/) });
    expect(stderr).not.toContain("opensesame");
  });

  test("a killed site leaves its address behind: nobody is asked there, and the next one tells its own", async () => {
    const killed = await startServer({ DATA_DIR: dataFolder });
    expect((await stat(join(dataFolder, "address"))).mode & 0o777).toBe(0o600);
    await killed.end("SIGKILL");
    expect(await readFile(join(dataFolder, "address"), "utf8")).toBe(`${killed.url}\n`);
    expect(await startCommand(["stats"], { DATA_DIR: dataFolder }).ended).toMatchObject({ code: 0, stderr: "" });
    expect(existsSync(join(dataFolder, "address"))).toBe(false);
    const next = await startServer({ DATA_DIR: dataFolder });
    expect(await readFile(join(dataFolder, "address"), "utf8")).toBe(`${next.url}\n`);
    await next.end("SIGTERM");
    expect(existsSync(join(dataFolder, "address"))).toBe(false);
  });
});
