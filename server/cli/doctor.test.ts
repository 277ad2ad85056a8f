import { existsSync } from "node:fs";
import { chmod, mkdtemp, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeCertificate } from "../testing/certificate.ts";
import { createServerDatabase } from "../testing/databases.ts";
import { type Inbox, openInbox } from "../testing/inbox.ts";
import { type NameServer, openNameServer } from "../testing/name-server.ts";
import { FILLED_IN, readingInstead } from "../testing/petition-config.ts";
import { startCommand, startServer } from "../testing/process.ts";
import { openTlsProxy, type TlsProxy } from "../testing/tls-proxy.ts";

const DOMAIN = "bargeld-erhalten.eu";
const SECRETS = { ADMIN_KEY: "the-admin-key-of-our-tests", SECRET_KEY: "the-secret-key-of-our-tests" };

let folder: string;
let inbox: Inbox;
let names: NameServer;
let proxy: TlsProxy;
let settings: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "petition-test-"));
  const certificate = makeCertificate(["localhost"]);
  const ca = join(folder, "ca.pem");
  await writeFile(ca, certificate.cert);
  inbox = await openInbox();
  names = await openNameServer({
    [`TXT ${DOMAIN}`]: ["v=spf1 ip4:192.0.2.7 -all"],
    [`TXT s1._domainkey.${DOMAIN}`]: ["v=DKIM1; p=MIGf"],
    [`TXT _dmarc.${DOMAIN}`]: ["v=DMARC1; p=reject"],
    [`MX ${DOMAIN}`]: [`mail.${DOMAIN}`],
  });
  proxy = await openTlsProxy(certificate);
  settings = {
    ...readingInstead(FILLED_IN),
    ...{ PUBLIC_URL: proxy.url, SMTP_URL: inbox.url, TRUST_PROXY: "loopback", DELETE_BY: "link", NODE_EXTRA_CA_CERTS: ca },
  };
});
afterAll(async () => {
  await inbox.close();
  await proxy.close();
  names.close();
  await rm(folder, { recursive: true, force: true });
});

interface Line {
  check: string;
  sign: string;
  seen: string;
}

async function examined(more: Record<string, string> = {}, args: string[] = []) {
  const { code, stdout, stderr } = await startCommand(["doctor", "--json", "--dns", names.address, ...args], {
    ...settings,
    ...more,
  }).ended;
  const found = JSON.parse(stdout) as Line[];
  const withSign = (sign: string) => found.filter((line) => line.sign === sign).map(({ check, seen }) => `${check}: ${seen}`);
  return { code, stderr, found, faults: withSign("fault"), unseen: withSign("unseen"), output: stdout + stderr };
}

/** Every file below, with its size and when it was written. */
async function standing(place: string): Promise<string[]> {
  const files = await readdir(place, { recursive: true });
  const stats = await Promise.all(files.map((file) => stat(join(place, file)).catch(() => null)));
  return files.map((file, index) => `${file} ${stats[index]?.size} ${stats[index]?.mtimeMs}`).sort();
}

describe("Before the first start", () => {
  test("as delivered: a line for each check, placeholders and settings among them; exit code 1, and nothing is made", async () => {
    const nowhere = join(folder, "nowhere");
    const { code, stdout, stderr } = await startCommand(["doctor"], { DATA_DIR: nowhere }).ended;
    const lines = stdout.trim().split("\n");
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^\d+ things are left to do\.\n$/) });
    for (const line of lines) expect(line).toMatch(/^(?:ok|warning|fault|unseen) +[a-z. ]+: .+\.$|: chmod 600 /);
    expect(lines.filter((line) => line.startsWith("fault   petition.config.ts: ")).length).toBeGreaterThan(20);
    expect(stdout).toMatch(/^fault {3}settings: PUBLIC_URL is not set/m);
    expect(stdout).toMatch(/^ok {6}database: not made yet: the first start makes it\.$/m);
    expect(existsSync(nowhere)).toBe(false);
    const withSender = await startCommand(["doctor"], { DATA_DIR: nowhere, MAIL_FROM: "Petition <petition@bargeld.eu>" }).ended;
    expect(withSender.stdout).not.toContain(" mail.from ");
  });

  test("what cannot be used is told all at once; what leans on it is not looked at, and no secret is told", async () => {
    const { code, faults, unseen, output } = await examined({
      ...{ DATA_DIR: join(folder, "nowhere"), PORT: "eighty", ADMIN_KEY: "sesame", TRUST_PROXY: "everybody" },
    });
    expect(code).toBe(1);
    expect(faults.filter((line) => line.startsWith("settings: ")).map((line) => line.split(" ")[1])).toEqual([
      ...["PORT", "TRUST_PROXY", "ADMIN_KEY"],
    ]);
    expect(unseen).toContain("keys: not looked at, since ADMIN_KEY cannot be used.");
    expect(output).not.toContain("sesame");
  });
});

describe.each(["embedded", "server"] as const)("An installation that is well (%s database)", (engine) => {
  test("has no fault beside its site and without it; nothing is changed; faults are seen when they come", {
    timeout: 180_000,
  }, async () => {
    const database = engine === "server" ? await createServerDatabase() : null;
    const data = join(folder, engine);
    // Not one that the system gives away to whoever asks for any.
    const place = { ...SECRETS, DATA_DIR: data, ...(database && { DATABASE_URL: database.url, PORT: "21417" }) };
    const server = await startServer({ ...settings, ...place });
    proxy.to = server.url;
    try {
      const before = (await standing(data)).filter((line) => !/^(?:database|log)[/.]/.test(line));
      const beside = await examined(place);
      // The server of the tests is quick instead of durable.
      const quick = ["fsync", "full_page_writes", "synchronous_commit"];
      if (database) expect(beside.faults.map((line) => line.split(" ")[1])).toEqual(quick);
      else expect(beside).toMatchObject({ code: 0, stderr: "Nothing is left to do.\n", faults: [] });
      expect(beside.unseen).toEqual([]);
      expect(beside.found.map(({ check }) => check)).toEqual(
        expect.arrayContaining(["site", "public address", "certificate", "proxy", "mail server", "sender", "database"]),
      );
      for (const secret of [...Object.values(SECRETS), "open-sesame"]) expect(beside.output).not.toContain(secret);
      expect((await standing(data)).filter((line) => !/^(?:database|log)[/.]/.test(line))).toEqual(before);
      expect(inbox.letters).toEqual([]);
      if (database) return;
      const wrong = await examined({ ...place, SECRET_KEY: "of-quite-another-site", TRUST_PROXY: "" });
      expect(wrong.faults).toEqual([
        expect.stringMatching(/^site: something answers at \S+ that does not know this installation's SECRET_KEY/),
        expect.stringMatching(/^public address: \S+ leads to something that does not know/),
      ]);
    } finally {
      await server.end("SIGTERM");
      await database?.drop();
    }
    const at = await standing(data);
    const alone = await examined(place);
    expect(alone.faults).toEqual([expect.stringMatching(/^public address: the proxy at \S+ answers 502/)]);
    expect(await standing(data)).toEqual(at);
    const [copy, key] = [join(data, "log"), join(data, "log-key")];
    await chmod(key, 0o644);
    await rename(copy, `${copy}.lost`);
    expect((await examined(place)).faults.slice(0, 2)).toEqual([
      `keys: ${key} can be read by others.`,
      `public log: ${copy} is missing: without it a restored backup could rewind the public log.`,
    ]);
  });
});
