import { once } from "node:events";
import { readFileSync } from "node:fs";
import { appendFile, cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { CaptchaChallenge, SignOutcome } from "../contract/signing.ts";
import type { PetitionStats } from "../contract/supporters.ts";
import { copyOfTemplate, createServerDatabase } from "./testing/databases.ts";
import { type AnyOf, solved } from "./testing/house.ts";
import { openInbox } from "./testing/inbox.ts";
import { anna } from "./testing/people.ts";
import { FILLED_IN, readingInstead } from "./testing/petition-config.ts";
import { ROOT, type ServerProcess, startServer, startUntilEnd, startUntilTold } from "./testing/process.ts";

let dataFolder: string;
let servers: ServerProcess[] = [];

beforeEach(async () => {
  dataFolder = await copyOfTemplate();
});
afterEach(async () => {
  for (const server of servers) if (!server.hasEnded()) await server.end("SIGKILL");
  servers = [];
  await rm(dataFolder, { recursive: true, force: true });
});

async function start(settings: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServer({ DATA_DIR: dataFolder, ...settings });
  servers.push(server);
  return server;
}

/** Half again as much as was measured. Where the SQL parser is optimised, it is four times that. */
test("the start with the embedded database never takes more than 450 MB", async () => {
  const { url, pid } = await start();
  for (let round = 0; round < 50; round++) expect((await fetch(`${url}/api/captcha`)).status).toBe(200);
  const mostKilobytes = Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  expect(mostKilobytes).toBeGreaterThan(0);
  expect(mostKilobytes).toBeLessThan(450_000);
});

test("a campaign that was changed after its pages were built is not served, however the site is started", async () => {
  const campaign = await mkdtemp(join(tmpdir(), "petition-campaign-"));
  const build = join(ROOT, "build", "campaigns", basename(campaign));
  try {
    await cp(join(ROOT, "campaign"), campaign, { recursive: true });
    await mkdir(build, { recursive: true });
    for (const part of ["client", "server", "content", "LICENSE.txt"])
      await cp(join(ROOT, "build", part), join(build, part), { recursive: true });
    const settings = { DATA_DIR: dataFolder, CAMPAIGN_DIR: campaign };
    expect((await (await start(settings)).end("SIGTERM")).code).toBe(0);

    await appendFile(join(campaign, "petition.config.ts"), "// filled in\n");
    const { code, stderr } = await startUntilEnd(settings);
    expect([code, stderr.trim()]).toEqual([
      1,
      expect.stringMatching(/^The pages were built before [^\n]+npm run build[^\n]+\.$/),
    ]);
  } finally {
    await rm(campaign, { recursive: true });
    await rm(build, { recursive: true, force: true });
  }
});

describe("A setting that cannot be used stops the start with one sentence and exit code 1", () => {
  const UNUSABLE = [
    ["PORT", "abc"],
    ["DATABASE_URL", "mysql://user:opensesame@localhost/petition"],
    ["ADMIN_KEY", "opensesame"],
    ["SECRET_KEY", "opensesame"],
    ["SMTP_URL", "x"],
    ["TRUST_PROXY", "nonsense"],
    ["CONFIRMATION_LIFETIME", "soon"],
    ["SIGN_RATE_LIMIT", "many"],
    ["PUBLIC_URL", "ftp://x"],
    ["CONFIRM_BY", "x"],
  ] as const;

  test("one of each kind", async () => {
    // All at once: each is a process of its own, and most of its time goes into loading.
    const ends = await Promise.all(
      UNUSABLE.map(async ([name, value]) => ({ name, ...(await startUntilEnd({ DATA_DIR: dataFolder, [name]: value })) })),
    );
    for (const { name, code, stdout, stderr } of ends) {
      expect({ name, code, stdout }).toEqual({ name, code: 1, stdout: "" });
      expect(stderr).toMatch(new RegExp(`^${name} .+\\.\n$`));
      expect(stderr).not.toContain("opensesame");
    }
  });

  test("a petition.config.ts with two faults gets two sentences, in no trace of a program", async () => {
    const { mail: _mail, ...config } = { ...FILLED_IN, donateUrl: "spenden.eu" };
    const { code, stdout, stderr } = await startUntilEnd({ DATA_DIR: dataFolder, ...readingInstead(config) });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toBe(
      "petition.config.ts: mail cannot be used. Write an object with from, replyTo.\n" +
        "petition.config.ts: donateUrl cannot be used. Write the address of the payment provider's page for donations, beginning with https://.\n",
    );
  });

  test("DATA_DIR below a file", async () => {
    const file = join(dataFolder, "a-file");
    await writeFile(file, "");
    const { code, stderr } = await startUntilEnd({ DATA_DIR: join(file, "data") });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^DATA_DIR: .+\.\n$/);
  });

  test("a PORT that another program has", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const port = typeof address === "object" && address ? String(address.port) : "";
    const { code, stderr } = await startUntilEnd({ DATA_DIR: dataFolder, PORT: port });
    other.close();
    expect(code).toBe(1);
    expect(stderr).toMatch(/^PORT: .+\.\n$/m);
    // What had been opened by then is closed.
    expect(await readdir(dataFolder)).not.toContain("database.lock");
  });

  test("a DATABASE_URL where nobody answers, which may hold a password", async () => {
    const { code, stderr } = await startUntilEnd({
      DATA_DIR: dataFolder,
      DATABASE_URL: "postgres://petition:opensesame@127.0.0.1:1/petition",
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^DATABASE_URL: .+\.\n$/);
    expect(stderr).not.toContain("opensesame");
  });

  test("a DATABASE_URL of a pooler that does not take our time limits", async () => {
    const pooler = createServer((socket) => {
      const refusal = Buffer.from("SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0");
      const head = Buffer.from("E\0\0\0\0");
      head.writeInt32BE(refusal.length + 4, 1);
      socket.once("data", () => socket.end(Buffer.concat([head, refusal])));
    }).listen(0, "127.0.0.1");
    await once(pooler, "listening");
    const address = pooler.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const { code, stderr } = await startUntilEnd({
      DATA_DIR: dataFolder,
      DATABASE_URL: `postgres://petition:opensesame@127.0.0.1:${port}/petition`,
    });
    pooler.close();
    expect(code).toBe(1);
    expect(stderr).toMatch(/^DATABASE_URL: .+ refuses our statement_timeout\. .+ ignore_startup_parameters = .+\.\n$/);
    expect(stderr).not.toContain("opensesame");
  });
});

test("the first start says in ten lines at most what there is to know, with the number of what is to be filled in", async () => {
  const { url, drop } = await createServerDatabase();
  const said = async (settings: Record<string, string>) => {
    const { stdout, stderr } = await (await start({ DATABASE_URL: url, ...settings })).end("SIGTERM");
    const [, unfilled = "0"] =
      /^To fill in still: (\d+) of the petition\. npm run petition -- doctor lists them\.$/m.exec(stderr) ?? [];
    return { lines: `${stdout}${stderr}`.trim().split("\n"), unfilled: Number(unfilled) };
  };
  const delivered = await said({});
  expect(delivered.lines.length, delivered.lines.join("\n")).toBeLessThanOrEqual(10);
  expect(delivered.unfilled).toBeGreaterThan(20);
  expect((await said({ MAIL_FROM: "petition@bargeld.eu" })).unfilled).toBe(delivered.unfilled - 1);
  expect((await said(readingInstead(FILLED_IN))).unfilled).toBe(0);
  await drop();
});

test("the embedded database refuses a second server with one sentence and exit code 1; the first one goes on", async () => {
  const first = await start();
  const { code, stderr } = await startUntilEnd({ DATA_DIR: dataFolder });
  expect(code).toBe(1);
  expect(stderr).toBe(
    `Another process (pid ${first.pid}) already uses the embedded database in ${dataFolder}. Stop it, or give this one its own DATA_DIR, or use DATABASE_URL.\n`,
  );
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
});

test("a first start needs no setting: it makes folder, database and keys; a second one is ready sooner and knows them", async () => {
  const fresh = await mkdtemp(join(tmpdir(), "petition-test-"));
  try {
    const first = await start({ DATA_DIR: join(fresh, "data") });
    expect((await (await fetch(`${first.url}/api/petition/stats`)).json()) as PetitionStats).toMatchObject({
      signatureCount: 0,
    });
    expect((await first.end("SIGTERM")).code).toBe(0);
    const second = await start({ DATA_DIR: join(fresh, "data") });
    expect((await second.end("SIGTERM")).code).toBe(0);
    console.log(`Ready after ${first.millisecondsToReady} ms at first, ${second.millisecondsToReady} ms the second time.`);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
});

describe.each([
  ["SIGTERM", "embedded"],
  ["SIGINT", "server"],
] as const)("%s (%s database)", (signal, engine) => {
  test("ends the server with exit code 0, answers what is in flight, and nothing stays on the port", async () => {
    const inbox = await openInbox();
    const database = engine === "server" ? await createServerDatabase() : null;
    const settings = { SMTP_URL: inbox.url, ...(database && { DATABASE_URL: database.url }) };
    const server = await start(settings);
    const challenge = (await (await fetch(`${server.url}/api/captcha`)).json()) as CaptchaChallenge;
    const body = JSON.stringify({ ...anna, gdprConsent: true, ...solved(challenge) });

    // Half of a request is on its way when the signal comes; the other half follows.
    const { port } = new URL(server.url);
    const socket = connect(Number(port), "127.0.0.1").setEncoding("utf8");
    let answer = "";
    socket.on("data", (text: string) => {
      answer += text;
    });
    socket.write(
      `POST /api/petition/sign HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 20)}`,
    );
    // Answered after the half request was read: the server knows of it.
    await fetch(`${server.url}/healthz`);
    const ended = server.end(signal);
    await untilRefused(Number(port));
    socket.write(body.slice(20));
    const { code, stderr } = await ended;
    expect({ code, stderr: stderr.includes("Error") }).toEqual({ code: 0, stderr: false });
    const [head = "", sent = ""] = answer.split("\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1\.1 200 /);
    expect((JSON.parse(sent) as AnyOf<SignOutcome>).success).toBe(true);
    await expect(fetch(server.url)).rejects.toThrow();

    // What was acknowledged in the last moment is not lost: its e-mail comes, now or after the next start.
    const next = await start(settings);
    expect(await inbox.waitFor(anna.email)).toHaveLength(1);
    await next.end("SIGKILL");
    await inbox.close();
    await database?.drop();
  });
});

test("SIGTERM ends a start that still waits for its database, as the first process of a container, too", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const address = silent.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const asked = once(silent, "connection");
  const { ended, signal } = startUntilTold({
    DATA_DIR: dataFolder,
    DATABASE_URL: `postgres://petition@127.0.0.1:${port}/petition`,
  });
  await asked;
  signal("SIGTERM");
  // By a handler of its own: what the kernel does otherwise, it does not do to process 1.
  expect((await ended).code).toBe(0);
  silent.close();
});

/** Whether a server still takes connections can only be found out by asking. */
async function untilRefused(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    const isOpen = await Promise.race([
      once(socket, "connect").then(() => true),
      once(socket, "close").then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (!isOpen) return;
  }
}
