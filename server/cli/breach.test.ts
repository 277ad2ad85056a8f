import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LANGUAGES } from "../../petition/language.ts";
import { openDatabase } from "../platform/database/open.ts";
import { runCommand } from "../testing/command.ts";
import { createServerDatabase } from "../testing/databases.ts";
import { type Inbox, openInbox } from "../testing/inbox.ts";
import { crowd } from "../testing/people.ts";
import { startServer } from "../testing/process.ts";

const PEOPLE = crowd(280);
const TEMPLATES = join(import.meta.dirname, "..", "..", "docs", "breach");

let database: Awaited<ReturnType<typeof createServerDatabase>>;
let inbox: Inbox;
let folder: string;
let settings: Record<string, string>;

beforeAll(async () => {
  database = await createServerDatabase();
  inbox = await openInbox();
  folder = await mkdtemp(join(tmpdir(), "petition-test-"));
  settings = {
    DATA_DIR: join(folder, "data"),
    DATABASE_URL: database.url,
    SMTP_URL: inbox.url,
    PUBLIC_URL: "https://petition.example",
  };
  await cp(TEMPLATES, join(folder, "texts"), { recursive: true });
  const values = PEOPLE.map(({ fullName, email, locale }) => `('${fullName}', '${email}', '${email}', '${locale}')`).join(", ");
  await query(`insert into signatures (full_name, email, normalised_email, locale) values ${values}`);
});
afterAll(async () => {
  await inbox.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Milliseconds. */
const PATIENCE = { timeout: 180_000 };

const breach = (...args: string[]) => runCommand(["breach", ...args], settings);
const tell = (...args: string[]) => breach("tell", "--text", join(folder, "texts"), ...args);

test("there is a text to begin with for each language, and none of them can be sent as it is", PATIENCE, async () => {
  expect((await readdir(TEMPLATES)).sort()).toEqual(LANGUAGES.map((language) => `${language}.txt`).sort());
  // Its keys are made by the first start.
  await (await startServer(settings)).end("SIGTERM");
  const { code, stderr } = await tell("--yes");
  expect({ code, lines: stderr.trim().split("\n") }).toEqual({
    code: 1,
    lines: [
      ...LANGUAGES.map((language) => expect.stringContaining(`${language}.txt: something in square brackets is not filled in`)),
      expect.stringMatching(/^Nobody was told/),
    ],
  });
});

test(
  "a missing language, a text without a word on what happened, one in other letters and one too long are named",
  PATIENCE,
  async () => {
    for (const language of LANGUAGES) {
      const file = join(folder, "texts", `${language}.txt`);
      await writeFile(file, (await readFile(file, "utf8")).replace(/\[[^\]]*\]/g, "…"));
    }
    const polish = join(folder, "texts", "pl.txt");
    const text = await readFile(polish, "utf8");
    await rm(polish);
    await writeFile(join(folder, "texts", "nl.txt"), "Only a subject\n");
    const [french, italian] = ["fr", "it"].map((language) => join(folder, "texts", `${language}.txt`)) as [string, string];
    const [inFrench, inItalian] = [await readFile(french), await readFile(italian)];
    await writeFile(french, inFrench.toString("utf8"), "latin1");
    await writeFile(italian, `${"I tuoi dati ".repeat(20)}\n\nÈ successo qualcosa.\n`);
    const { code, stderr } = await tell("--yes");
    await writeFile(french, inFrench);
    await writeFile(italian, inItalian);
    expect(code).toBe(1);
    expect(stderr).toMatch(/fr\.txt: save it as UTF-8, so that no letter is lost\./);
    expect(stderr).toMatch(/it\.txt: the subject has more than 150 characters\./);
    expect(stderr).toMatch(/pl\.txt is missing\./);
    expect(stderr).toMatch(/nl\.txt: write the subject, an empty line, and what happened\./);
    await writeFile(polish, text);
    await writeFile(join(folder, "texts", "nl.txt"), "Je gegevens\r\n\r\nEr is iets\r\ngebeurd.\r\n");
  },
);

test("a dry run and a no tell nobody", PATIENCE, async () => {
  const dry = await tell("--dry-run");
  expect(dry).toMatchObject({ code: 0, stderr: "Nothing was changed.\n" });
  expect(dry.stdout).toBe("Have signed             280\nHave not confirmed yet  0\n");
  const refused = await runCommand(["breach", "tell", "--text", join(folder, "texts")], settings, "n\n");
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/nl {2}Je gegevens\n[\s\S]*Nobody was told\.\n$/) });
  expect((await breach("status")).stderr).toBe("Nobody was told of a breach.\n");
});

test(
  "two processes send, one is killed in the midst of it: each signer is told, once, in their language",
  PATIENCE,
  async () => {
    const servers = [await startServer(settings), await startServer(settings)];
    const told = await tell("--yes");
    expect(told).toMatchObject({ code: 0, stderr: expect.stringMatching(/^280 e-mails are in the outbox\./m) });
    await expect.poll(() => inbox.letters.length, { interval: 5, timeout: 30_000 }).toBeGreaterThan(60);
    await servers[0]?.end("SIGKILL");
    // A minute passes, after which others may take over what the dead process had in hand.
    await query("update outbox set leased_until = now()");
    const untold = () => PEOPLE.filter(({ email }) => inbox.of(email).length === 0).length;
    await expect.poll(untold, { timeout: 60_000 }).toBe(0);
    await expect
      .poll(async () => (await breach("status")).stdout, { timeout: 30_000 })
      .toMatch(/ 280 of 280 sent, 0 waiting, 0 given up\n$/);
    expect((await servers[1]?.end("SIGTERM"))?.code).toBe(0);

    for (const { email, locale } of PEOPLE) {
      const letters = inbox.of(email);
      // One that the killed process had sent and not noted comes again under the same name, and mail programs show it once.
      expect({ email, different: new Set(letters.map(({ messageId }) => messageId)).size }).toEqual({ email, different: 1 });
      expect(letters[0]?.headers.find(({ key }) => key === "content-language")?.value).toBe(locale);
    }
    expect(inbox.of(PEOPLE[6]?.email ?? "")[0]).toMatchObject({
      subject: "Je gegevens",
      text: expect.stringContaining("Er is iets gebeurd."),
    });
  },
);

test("told again they are not", PATIENCE, async () => {
  expect(await tell("--yes")).toMatchObject({
    code: 1,
    stderr: "All of them have been told this very text. See breach status.\n",
  });
});

async function query(text: string): Promise<void> {
  const opened = await openDatabase({ dataFolder: folder, url: database.url });
  await opened.pool.query(text);
  await opened.close();
}
