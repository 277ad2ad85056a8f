import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { lastSeen } from "../../../petition/facts.ts";
import { LANGUAGES } from "../../../petition/language.ts";
import { PLACEHOLDER } from "../../../petition.config.ts";
import { surveySettings } from "../../platform/config/configuration.ts";
import { findingsIn, missingTexts, unwrittenTexts } from "../../platform/config/petition-config.ts";
import { FILLED_IN } from "../../testing/petition-config.ts";
import { campaignIsWritten, factsAreFresh, pagesAreOfNow, petitionIsFilledIn, settingsCanBeUsed } from "./checks.ts";
import { examine, type Finding, type Findings, fault, good } from "./examine.ts";
import {
  backupIsFresh,
  backupState,
  clockIsRight,
  dataFolderIsFit,
  diskIsLargeEnough,
  diskState,
  keysAreSafe,
  zonesAreKnown,
} from "./machine.ts";

const NOON = new Date("2026-12-21T12:00:00Z");
const HOUR = 60 * 60_000;
const said = (findings: Findings) => [findings].flat().map(({ sign, seen }) => `${sign}: ${seen}`);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "petition-test-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("all settings that cannot be used are told at once, and none of them is repeated", () => {
  const survey = surveySettings({
    PORT: "eighty",
    PUBLIC_URL: "petition.eu",
    ADMIN_KEY: "short-secret",
    SMTP_URL: "smtp://a:sesame@b?tls=maybe",
  });
  const found = said(settingsCanBeUsed(survey));
  expect(found.filter((line) => line.startsWith("fault: "))).toEqual([
    "fault: PORT must be a whole number from 0 to 65535.",
    expect.stringMatching(/^fault: PUBLIC_URL must be an http or https address/),
    expect.stringMatching(/^fault: SMTP_URL says tls=/),
    expect.stringMatching(/^fault: ADMIN_KEY must have at least 16 characters/),
  ]);
  expect(found.join()).not.toMatch(/short-secret|sesame/);
});

test("settings that can be used, and what they leave open", () => {
  const url = { PUBLIC_URL: "https://petition.eu", SMTP_URL: "smtp://mail.eu" };
  expect(said(settingsCanBeUsed(surveySettings({ ...url, TRUST_PROXY: "loopback", DELETE_BY: "link" })))).toEqual([
    "good: all that are set can be used.",
  ]);
  expect(said(settingsCanBeUsed(surveySettings({})))).toEqual([
    expect.stringMatching(/^fault: PUBLIC_URL is not set/),
    expect.stringMatching(/^fault: SMTP_URL is not set/),
    expect.stringMatching(/^warning: DELETE_BY=request/),
  ]);
  expect(said(settingsCanBeUsed(surveySettings({ ...url, GOOGLE_SHEETS_ID: "a" }))).join()).toMatch(
    /TRUST_PROXY names none|GOOGLE_SHEETS_ID does nothing/,
  );
});

test("petition.config.ts: each field that is left, with what belongs there", () => {
  expect(said(petitionIsFilledIn(findingsIn(FILLED_IN), []))).toEqual(["good: filled in."]);
  const [left] = petitionIsFilledIn(findingsIn({ ...FILLED_IN, donateUrl: "soon" }), []);
  expect(left).toMatchObject({
    sign: "fault",
    seen: expect.stringMatching(/^donateUrl cannot be used\.$/),
    todo: expect.stringMatching(/^Write /),
  });
});

describe("Keys", () => {
  const none = surveySettings({}).secrets;
  const looked = (keys = {}) => said(keysAreSafe({ dataFolder: folder, serviceAccountFile: null }, { ...none, ...keys }));
  const write = (name: string, key: string, mode = 0o600) => writeFile(join(folder, name), `${key}\n`, { mode });

  test("good, and before there are any", async () => {
    expect(looked()).toEqual(["good: the first start makes them."]);
    await write("admin-key", "a-key-of-the-administrator");
    await write("secret-key", "a-key-of-secrets,another-one-before-it");
    expect(looked()).toEqual(["good: long enough, and readable by their owner only."]);
  });

  test("readable by others, too short, used twice", async () => {
    await write("admin-key", "a-key-of-the-administrator");
    await write("secret-key", "short");
    await chmod(join(folder, "admin-key"), 0o640);
    expect(looked()).toEqual([
      `fault: ${join(folder, "admin-key")} can be read by others.`,
      `fault: ${join(folder, "secret-key")} holds a key of less than 16 characters, or one that cannot be sent.`,
    ]);
    await chmod(join(folder, "admin-key"), 0o600);
    expect(looked({ SECRET_KEY: ["a-key-of-the-administrator"] })).toEqual([
      expect.stringMatching(/^fault: ADMIN_KEY is SECRET_KEY/),
    ]);
    expect(looked({ SECRET_KEY: ["a-key-of-secrets"], MAIL_WEBHOOK_KEY: "a-key-of-secrets" })).toEqual([
      expect.stringMatching(/^fault: MAIL_WEBHOOK_KEY is another key/),
    ]);
  });
});

describe("The data folder and its disk", () => {
  const DISK = 0xef53;
  const placed = (type: number, isEmbedded = true) => said(dataFolderIsFit(folder, isEmbedded, () => type));

  test("on a disk, on a network, in memory, in a container's own layer; not there; a file", async () => {
    expect(placed(DISK)).toEqual([`good: ${folder} can be written.`]);
    expect(placed(0x6969)).toEqual([expect.stringMatching(/^fault: .+ network file system \(NFS\)/)]);
    expect(placed(0x6969, false)).toEqual([expect.stringMatching(/^good: /)]);
    expect(placed(0x01021994)).toEqual([expect.stringMatching(/^fault: .+ lies in memory/)]);
    expect(placed(0x794c7630)).toEqual([expect.stringMatching(/^warning: .+ container's own layer/)]);
    const later = join(folder, "later", "data");
    expect(said(dataFolderIsFit(later, true, () => DISK))).toEqual([
      `good: there is no ${later} yet: the first start makes it.`,
    ]);
    await writeFile(later.replace("/data", ""), "");
    expect(said(dataFolderIsFit(later.replace("/data", ""), true, () => DISK))).toEqual([
      expect.stringMatching(/is no folder\.$/),
    ]);
  });

  test("needs twice the largest table, all its files together", async () => {
    const base = join(folder, "database", "base", "5");
    const { needed } = diskState(folder);
    await mkdir(base, { recursive: true });
    for (const name of ["16400", "16400.1", "16401"]) await writeFile(join(base, name), Buffer.alloc(1024 * 1024));
    const standing = diskState(folder);
    expect(standing.needed - needed).toBe(4 * 1024 * 1024);
    const signs = [
      { free: 1e6 },
      { free: standing.needed, isAmple: false },
      { isAmple: true, free: 1e12 },
      { hasFiles: false },
    ];
    expect(
      signs.map((change) => diskIsLargeEnough(folder, { ...standing, free: 1e12, isAmple: true, ...change }).sign),
    ).toEqual([...["fault", "warning", "good", "fault"]]);
  });
});

test("the clock: alone, with others, before the release was made", () => {
  const clock = (ahead: number | null) => said(clockIsRight(NOON, [{ whose: "the database's", ahead, roughness: 0 }]));
  expect(said(clockIsRight(NOON, []))).toEqual([expect.stringMatching(/^good: this machine's own/)]);
  expect(clock(300)).toEqual(["good: the same as the database's."]);
  expect(clock(-20_000)).toEqual(["warning: this machine is 20 seconds behind the database's clock."]);
  expect(clock(HOUR)).toEqual(["fault: this machine is 3600 seconds ahead of the database's clock."]);
  expect(clock(null)).toEqual(["unseen: the database's clock was not told."]);
  expect(said(clockIsRight(new Date("1970-01-01"), []))).toEqual([
    expect.stringMatching(/^fault: this machine says 1970-01-01/),
  ]);
});

test("time zones: known, or Node.js has another idea of summer in Berlin", () => {
  expect(zonesAreKnown().sign).toBe("good");
  expect(said(zonesAreKnown(new Date("2026-01-01T10:00:00Z")))).toEqual([
    "fault: Node.js does not know the time of Europe/Berlin.",
  ]);
});

test("pages that were built from another content are a fault", () => {
  expect(said(pagesAreOfNow(true))).toEqual(["good: the pages are of this campaign and this code."]);
  expect(said(pagesAreOfNow(false))).toEqual([expect.stringMatching(/^fault: the pages were built before/)]);
});

test("texts of the campaign: all written; one that nobody has written, and one that nobody has filled in, each with what to do", () => {
  const german = (text: string) => (language: string) =>
    new Map<string, string>(language === "de" ? [["home.headline", text]] : []);
  expect(campaignIsWritten(unwrittenTexts(german("Die Überschrift.")))).toEqual([good("every text is written.")]);
  const [unwritten, ...others] = campaignIsWritten(unwrittenTexts(german(PLACEHOLDER)));
  expect(others).toEqual([]);
  const place = "messages/de/home.json of the campaign: headline";
  expect(unwritten).toEqual(fault(`${place} is still a placeholder.`, "Write it. Then start the site again."));
  const missing = campaignIsWritten(missingTexts(german("Die Überschrift.")));
  expect(missing.length).toBeGreaterThan(LANGUAGES.length);
  for (const { sign, seen, todo } of missing) {
    expect([sign, seen]).toEqual([
      "fault",
      expect.stringMatching(/^messages\/\w\w\/\w+\.json of the campaign: .+ is missing\.$/),
    ]);
    expect(todo).toBe("Write it: no page can do without it. Then start the site again.");
  }
});

test("backups: never, of today, open, too old, half a file", async () => {
  const note = (text: string) => writeFile(join(folder, "last-backup.json"), text);
  const looked = () => said(backupIsFresh(backupState(folder, NOON), NOON));
  const never = [expect.stringMatching(/^warning: npm run petition -- backup has never been run here\.$/)];
  expect(looked()).toEqual(never);
  const made = (hours: number, encrypted: boolean) =>
    note(JSON.stringify({ at: new Date(NOON.getTime() - hours * HOUR).toISOString(), file: "/b", size: 1, encrypted }));
  await made(3, true);
  expect(looked()).toEqual(["good: the last one was made at 2026-12-21T09:00:00.000Z, 3 hours ago, encrypted."]);
  await made(3, false);
  expect(looked()).toEqual([expect.stringMatching(/^warning: .+ is not encrypted\.$/)]);
  await made(27, true);
  expect(looked()).toEqual([expect.stringMatching(/^warning: .+ 27 hours ago\.$/)]);
  await note('{"at":');
  expect(looked()).toEqual(never);
});

test("sources of the article that nobody has looked at", () => {
  const soon = new Date(Date.parse(lastSeen()) + HOUR);
  expect(factsAreFresh({ factsMaxAge: 400 * 24 * HOUR }, soon).sign).toBe("good");
  expect(factsAreFresh({ factsMaxAge: HOUR }, NOON).sign).toBe("warning");
});

test("a check that hangs, one that breaks, one that misses a setting: all others are told", async () => {
  const checks = [
    { name: "hangs", look: () => new Promise<Finding[]>(() => {}) },
    { name: "breaks", look: () => Promise.reject(Object.assign(new Error("postgres://a:sesame@b"), { code: "EBROKEN" })) },
    { name: "misses", needs: ["PORT"], look: () => [good("never seen")] },
    { name: "works", look: () => [good("all is well")] },
  ];
  const found = await examine(checks, new Set(["PORT"]), 50);
  expect(found.map(({ check, sign, seen }) => `${check}: ${sign}: ${seen}`)).toEqual([
    "hangs: unseen: not done after 0.05 seconds.",
    "breaks: unseen: could not be looked at (EBROKEN).",
    "misses: unseen: not looked at, since PORT cannot be used.",
    "works: good: all is well",
  ]);
});
