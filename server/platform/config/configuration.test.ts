import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { givenSockets, readConfiguration } from "./configuration.ts";
import { UnusableSetting } from "./kinds.ts";
import type { Secrets } from "./secrets.ts";

let dataFolder: string;
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), "petition-test-"));
});
afterEach(() => rmSync(dataFolder, { recursive: true, force: true }));

const read = (settings: Record<string, string> = {}) => readConfiguration({ DATA_DIR: dataFolder, ...settings });

test("sources of the article may go unseen for half a year, unless an operator says otherwise", () => {
  expect(read({ FACTS_MAX_AGE: "" }).configuration.factsMaxAge).toBe(180 * 24 * 3_600_000);
  expect(read({ FACTS_MAX_AGE: "90d" }).configuration.factsMaxAge).toBe(90 * 24 * 3_600_000);
});

test.each([
  ["PORT", "abc"],
  ["PORT", "70000"],
  ["PORT", "-1"],
  ["PORT", "0x10"],
  ["DATABASE_URL", "mysql://user:opensesame@localhost/petition"],
  ["DATABASE_URL", "localhost:opensesame"],
  ["ADMIN_KEY", "opensesame"],
  ["SECRET_KEY", "opensesame"],
  ["SECRET_KEY", "long-enough-for-a-key,opensesame"],
  ["SECRET_KEY", "long-enough-for-a-key,"],
  ["MAIL_WEBHOOK_KEY", "opensesame"],
  ["BACKUP_KEY", "opensesame"],
  ["BACKUP_KEY", "AGE-SECRET-KEY-1OPENSESAME"],
  ["GOOGLE_SHEETS_ID", "https://docs.google.com/spreadsheets/d/1abc/edit"],
  ["GOOGLE_SHEETS_ENDPOINT", "localhost:opensesame"],
  ["GOOGLE_SHEETS_ROWS", "some"],
  ["SMTP_URL", "x"],
  ["SMTP_URL", "http://mail.example"],
  ["SMTP_URL", "smtp://mail.example:587?tls=sometimes"],
  ["SMTP_URL", "smtp://mail.example:587?tls=required&tls=optional"],
  ["SMTP_URL", "smtp://mail.example:587?tls=required&requireTLS=false"],
  ["ALARM_MAIL", "opensesame"],
  ["ALARM_MAIL", "one@example.org, another@example.org"],
  ["ALARM_SMTP_URL", "http://mail.example"],
  ["ALARM_WEBHOOK", "https://user:opensesame@hook.example"],
  ["ALARM_WEBHOOK_SECRET", "opensesame"],
  ["ALARM_WEBHOOK_SECRET", "whsec_b3BlbnNlc2FtZQ=="],
  ["ALARM_PING_URL", "localhost:opensesame"],
  ["ALARM_DIGEST_HOUR", "24"],
  ["TRUST_PROXY", "nonsense"],
  ["TRUST_PROXY", "10.0.0.0/99"],
  ["TRUST_PROXY", "-1"],
  ["CONFIRMATION_LIFETIME", "soon"],
  ["CONFIRMATION_LIFETIME", "24"],
  ["CONFIRMATION_LIFETIME", "0h"],
  ["IP_RETENTION", "-1d"],
  ["AUDIT_RETENTION", "never"],
  ["FACTS_MAX_AGE", "never"],
  ["SIGN_RATE_LIMIT", "many"],
  ["MAIL_LIMIT", "1000"],
  ["MAIL_DOMAIN_LIMIT", "0/1h"],
  ["MAIL_PACE", "20/1s"],
  ["MAIL_PACE", "gmx.de=20/1s,*"],
  ["MAIL_PACE", "gmx.de=20/1s,GMX.de=30/1s"],
  ["MAIL_CONNECTIONS", "0"],
  ["SIGN_RATE_LIMIT", "0/10m"],
  ["DELETE_RATE_LIMIT", "5"],
  ["ADMIN_RATE_LIMIT", "5/soon"],
  ["READ_RATE_LIMIT", "all"],
  ["ADMIN_KEY", "opensesame"],
  ["ADMIN_KEY", "Schlüssel-opensesame-für-die-Petition"],
  ["PUBLIC_URL", "ftp://x"],
  ["PUBLIC_URL", "petition.example"],
  ["PUBLIC_URL", "https://petition.example/path"],
  ["PUBLIC_URL", "https://user:opensesame@petition.example"],
  ["CONFIRM_BY", "x"],
  ["DELETE_BY", "x"],
  ["DELETE_BRAKE", "1000"],
  ["HOLD_SUSPICIOUS", "yes"],
  ["PUBLIC_NAMES", "some"],
  ["THROWAWAY_DOMAINS", "off"],
  ["VISIBILITY_DEFAULT", "private"],
  ["TARGET_COUNT", "0"],
  ["TARGET_COUNT", "many"],
  ["LOG_LEVEL", "loud"],
  ["MAIL_FROM", "nobody"],
  ["MAIL_FROM", "Petition <a@b.example>\nBcc: all@example.org"],
])("%s=%j is refused with one sentence that names it and repeats no secret", (name, value) => {
  const refused = () => read({ [name]: value });
  expect(refused).toThrow(UnusableSetting);
  expect(refused).toThrow(new RegExp(`^${name} .+\\.$`));
  expect(refused).not.toThrow("opensesame");
});

test.each([
  ["SMTP_URL", "smtp://info@verein.example:ab#cd@host"],
  ["SMTP_URL", "smtp://info:12#opensesame@host"],
  ["SMTP_URL", "smtps://info:12/opensesame@host"],
  ["SMTP_URL", "smtps://info:open?sesame@host"],
  ["SMTP_URL", "smtp://info:open%sesame@host"],
  ["DATABASE_URL", "postgres://petition:open#sesame@db.example/petition"],
  ["DATABASE_URL", "postgres://petition:12/sesame@db.example/petition"],
])("%s=%s: the refusal says which characters of a password are percent-encoded", (name, value) => {
  expect(() => read({ [name]: value })).toThrow(
    `${name} must have these characters of user and password percent-encoded: % as %25, # as %23, / as %2F, ? as %3F, @ as %40.`,
  );
});

test("a password with all of them percent-encoded is taken", () => {
  const smtpUrl = "smtp://info%40verein.example:ab%23cd%2F%3F%40%25@host:587?tls=required";
  const databaseUrl = "postgres://petition:ab%23cd%2F%3F%40%25@db.example/petition?sslmode=verify-full";
  expect(read({ SMTP_URL: smtpUrl, DATABASE_URL: databaseUrl }).secrets).toMatchObject({ smtpUrl, databaseUrl });
});

test("without any setting everything has its default", () => {
  const { configuration, secrets } = read();
  expect(configuration).toMatchObject({
    host: "127.0.0.1",
    port: 3000,
    publicUrl: "",
    targetCount: 25_000,
    confirmBy: "link",
    deleteBy: "request",
    visibilityDefault: "public",
    confirmationLifetime: 24 * 3_600_000,
    ipRetention: 30 * 24 * 3_600_000,
    auditRetention: 365 * 24 * 3_600_000,
    rateLimits: {
      sign: { attempts: 30, window: 600_000 },
      delete: { attempts: 5, window: 3_600_000 },
      admin: { attempts: 10, window: 900_000 },
      report: { attempts: 10, window: 900_000 },
    },
    readRateLimit: { attempts: 300, window: 600_000 },
    trustProxy: null,
    spreadsheetRows: "none",
  });
  expect(secrets).toMatchObject({ databaseUrl: null, smtpUrl: null });
});

test("an empty setting is as good as none", () => {
  const empty = Object.fromEntries(["PORT", "DATABASE_URL", "SMTP_URL", "ADMIN_KEY", "TRUST_PROXY"].map((name) => [name, " "]));
  expect(comparable(read(empty))).toEqual(comparable(read()));
});

test("https needs a proxy, since we speak plain HTTP: the start says so where none is named", () => {
  const warnings = (settings: Record<string, string>) => read(settings).configuration.warnings.join();
  expect(warnings({ PUBLIC_URL: "https://petition.example" })).toContain("TRUST_PROXY");
  expect(warnings({ PUBLIC_URL: "https://petition.example", TRUST_PROXY: "0" })).toContain("TRUST_PROXY");
  for (const proxy of ["1", "loopback"])
    expect(warnings({ PUBLIC_URL: "https://petition.example", TRUST_PROXY: proxy })).toBe("");
  expect(warnings({ PUBLIC_URL: "http://petition.example" })).toBe("");
});

describe("Keys", () => {
  test("are made once, for nobody else to read, and are the same at the next start", () => {
    const { secrets } = read();
    for (const name of ["admin-key", "secret-key", "log-key"])
      expect(statSync(join(dataFolder, name)).mode & 0o777).toBe(0o600);
    expect(comparable(read()).secrets).toEqual(comparable({ secrets }).secrets);
    expect(secrets.adminKey).toBe(readFileSync(join(dataFolder, "admin-key"), "utf8").trim());
    expect(secrets.adminKey).not.toBe(secrets.secretKeys[0]);
  });

  test("that were set are taken, of several secret keys the first first", () => {
    const { secrets } = read({ ADMIN_KEY: "an-administrators-key", SECRET_KEY: "the-new-secret-key, the-old-secret-key" });
    expect(secrets.adminKey).toBe("an-administrators-key");
    expect(secrets.secretKeys).toEqual(["the-new-secret-key", "the-old-secret-key"]);
  });

  test.each([
    ["admin-key", "short\n"],
    ["admin-key", "Schlüssel-für-die-Petition\n"],
    ["secret-key", "long-enough-a-key,short\n"],
    ["log-key", ""],
    ["log-key", "PRIVATE+KEY+petition.example/log+1a2b"],
  ])("that stand in %s as %j stop the start with a sentence that names the file", (name, content) => {
    writeFileSync(join(dataFolder, name), content);
    expect(read).toThrow(UnusableSetting);
    expect(read).toThrow(`DATA_DIR: ${join(dataFolder, name)} holds no such key.`);
  });
});

test.each([
  ["loopback", "127.0.0.1", 0, true],
  ["loopback", "203.0.113.1", 0, false],
  ["10.0.0.0/8, 192.0.2.7", "10.1.2.3", 0, true],
  ["10.0.0.0/8, 192.0.2.7", "192.0.2.7", 1, true],
  ["10.0.0.0/8, 192.0.2.7", "192.0.2.8", 0, false],
  ["2", "203.0.113.1", 1, true],
  ["2", "203.0.113.1", 2, false],
])("TRUST_PROXY=%s believes %s at hop %i: %s", (setting, address, hop, isBelieved) => {
  expect(read({ TRUST_PROXY: setting }).configuration.trustProxy?.(address, hop)).toBe(isBelieved);
});

describe("The spreadsheet", () => {
  const withKey = (content: string) => {
    const file = join(dataFolder, "key.json");
    writeFileSync(file, content);
    return read({ GOOGLE_SHEETS_ID: "1abc", GOOGLE_APPLICATION_CREDENTIALS: file, GOOGLE_SHEETS_ROWS: "pseudonymous" });
  };

  test("is off until both its settings are there, and the start says what is missing", () => {
    const { configuration } = read({ GOOGLE_SHEETS_ID: "1abc" });
    expect(configuration).toMatchObject({ spreadsheet: null, spreadsheetRows: "none" });
    expect(configuration.warnings.join()).toContain("GOOGLE_APPLICATION_CREDENTIALS");
    expect(read({ GOOGLE_APPLICATION_CREDENTIALS: "/nowhere/key.json" }).configuration.warnings).toEqual([]);
  });

  test("is on with a service account's key", () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const key = privateKey.export({ type: "pkcs8", format: "pem" });
    const { configuration, secrets } = withKey(JSON.stringify({ client_email: "copy@petition.example", private_key: key }));
    expect(configuration).toMatchObject({ spreadsheet: { id: "1abc", endpoint: null }, spreadsheetRows: "pseudonymous" });
    expect(secrets.serviceAccount).toEqual({ email: "copy@petition.example", privateKey: key });
  });

  test.each([
    ["no JSON", "opensesame"],
    ["another kind of key", '{"type":"authorized_user","client_id":"opensesame"}'],
    ["a key that is none", '{"client_email":"copy@petition.example","private_key":"opensesame"}'],
  ])("a key file with %s stops the start with one sentence that does not repeat it", (_what, content) => {
    expect(() => withKey(content)).toThrow(UnusableSetting);
    expect(() => withKey(content)).toThrow(/^GOOGLE_APPLICATION_CREDENTIALS(?!.*opensesame)/);
  });

  test("a key file that is not there stops the start", () => {
    const settings = { GOOGLE_SHEETS_ID: "1abc", GOOGLE_APPLICATION_CREDENTIALS: join(dataFolder, "missing.json") };
    expect(() => read(settings)).toThrow(/^GOOGLE_APPLICATION_CREDENTIALS: the key file .* cannot be read\.$/);
  });
});

/** The log's keys sign, and tell no more than their public half. */
function comparable<Read extends { secrets: Secrets }>(given: Read) {
  const { logKeys, ...secrets } = given.secrets;
  return { ...given, secrets: { ...secrets, logKeys: logKeys.map(({ publicKey }) => publicKey) } };
}

const OWN = 4711;

test.each([
  ["none", {}, null],
  ["one of this process's", { LISTEN_FDS: "1", LISTEN_PID: "4711" }, [3]],
  ["several of this process's", { LISTEN_FDS: "4", LISTEN_PID: "4711" }, [3, 4, 5, 6]],
  ["one that was handed to the process which started this one", { LISTEN_FDS: "1", LISTEN_PID: "4710" }, null],
])("given sockets: %s", (_, environment, fds) => {
  expect(givenSockets(environment, OWN)).toEqual(fds);
});

test.each(["0", "-1", "100", "1.5", "many"])("%j is no number of sockets: the site does not start", (LISTEN_FDS) => {
  expect(() => givenSockets({ LISTEN_FDS, LISTEN_PID: "4711" }, OWN)).toThrow(/^LISTEN_FDS: .+\.$/);
});
