/** The real PgBouncer in transaction mode between two processes and one PostgreSQL. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { freePort } from "../bench/nginx.ts";
import type { CaptchaChallenge } from "../contract/signing.ts";
import type { PetitionStats } from "../contract/supporters.ts";
import { LIMITS } from "../server/platform/database/session.ts";
import { createServerDatabase } from "../server/testing/databases.ts";
import { solved } from "../server/testing/house.ts";
import { openInbox } from "../server/testing/inbox.ts";
import { crowd } from "../server/testing/people.ts";
import { administer } from "../server/testing/postgres-server.ts";
import { startServer, startUntilEnd } from "../server/testing/process.ts";

const PROGRAM = ["/usr/sbin/pgbouncer", "/usr/local/bin/pgbouncer", "/usr/bin/pgbouncer"].find(existsSync);
if (PROGRAM === undefined) console.warn("NOT TRIED: no PgBouncer is installed here, so nobody has seen the site behind it.");

const PEOPLE = 40;
/** Fewer than one process has connections of its own. */
const CONNECTIONS = 4;

test.skipIf(PROGRAM === undefined)(
  "Two processes behind PgBouncer, whose connections are fewer than ours: all are counted once; without its settings the start says which",
  async () => {
    const inbox = await openInbox();
    const database = await createServerDatabase({ migrated: false });
    const folder = await mkdtemp(join(tmpdir(), "petition-pooler-"));
    // What PgBouncer hands on may be set to anything; what it does not is refused.
    await administer(database.url, `alter database ${nameIn(database.url)} set datestyle = 'German, DMY'`);
    const pooler = await startPooler(folder, database.url);
    const serializable = await createServerDatabase({ migrated: false });
    await administer(
      serializable.url,
      `alter database ${nameIn(serializable.url)} set default_transaction_isolation = serializable`,
    );
    const other = await startPooler(folder, serializable.url);
    const settings = { DATABASE_URL: pooler.url, SMTP_URL: inbox.url, DATA_DIR: join(folder, "data"), TRUST_PROXY: "loopback" };
    try {
      const { code, stderr } = await startUntilEnd({ ...settings, DATABASE_URL: pooler.strictUrl });
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^DATABASE_URL: .+ ignore_startup_parameters = .+\.$/m)]);

      const strange = await startUntilEnd({ ...settings, DATABASE_URL: other.url });
      expect([strange.code, strange.stderr]).toEqual([
        1,
        expect.stringContaining("alter role … set default_transaction_isolation"),
      ]);

      // At once: the migrations, too, go through it.
      const servers = await Promise.all([startServer(settings), startServer(settings)]);
      await Promise.all(
        crowd(PEOPLE).map(async (person, number) => {
          const ask = async (turn: number, path: string, body?: unknown) => {
            const headers = { "content-type": "application/json", "x-forwarded-for": `10.0.${number}.1` };
            const request = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
            const answer = await fetch((servers[turn % 2]?.url ?? "") + path, request);
            expect(answer.status).toBe(200);
            return answer.json();
          };
          const challenge = (await ask(number, "/api/captcha")) as CaptchaChallenge;
          await ask(number + 1, "/api/petition/sign", { ...person, gdprConsent: true, ...solved(challenge) });
          const [letter] = await inbox.waitFor(person.email);
          const link = letter?.links.find((one) => one.includes("/confirm?")) ?? "";
          await ask(number, `/api/petition/confirm/${new URL(link).searchParams.get("token")}`);
        }),
      );
      for (const { url } of servers)
        await expect
          .poll(async () => ((await (await fetch(`${url}/api/petition/stats`)).json()) as PetitionStats).signatureCount)
          .toBe(PEOPLE);
      for (const server of servers) expect((await server.end("SIGTERM")).code).toBe(0);
    } finally {
      await pooler.end();
      await other.end();
      await serializable.drop();
      await inbox.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    }
  },
  240_000,
);

function nameIn(url: string): string {
  return new URL(url).pathname.slice(1);
}

/** `strictUrl` is that of one which takes none of our time limits. */
async function startPooler(
  folder: string,
  databaseUrl: string,
): Promise<{ url: string; strictUrl: string; end(): Promise<void> }> {
  const { hostname, port: behind, username } = new URL(databaseUrl);
  const name = nameIn(databaseUrl);
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  await chmod(folder, 0o755);
  const start = async (kind: string, ignored: string) => {
    const port = await freePort();
    const file = join(folder, `${kind}.ini`);
    await writeFile(
      file,
      `[databases]
${name} = host=${hostname} port=${behind} dbname=${name} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${CONNECTIONS}
max_client_conn = 100
${ignored}
`,
    );
    const child = spawn(PROGRAM ?? "", ["-q", file], { stdio: "ignore", ...user });
    const kill = () => void child.kill("SIGKILL");
    process.once("exit", kill);
    const ended = once(child, "exit");
    await untilTaken(port);
    const end = async () => {
      process.off("exit", kill);
      kill();
      await ended;
    };
    return { url: `postgres://${username}@127.0.0.1:${port}/${name}`, end };
  };
  const lenient = await start("lenient", `ignore_startup_parameters = ${Object.keys(LIMITS).join(", ")}`);
  const strict = await start("strict", "");
  return {
    url: lenient.url,
    strictUrl: strict.url,
    async end() {
      await lenient.end();
      await strict.end();
    },
  };
}

async function untilTaken(port: number): Promise<void> {
  for (const deadline = performance.now() + 10_000; performance.now() < deadline; await pause(50)) {
    const socket = connect(port, "127.0.0.1");
    const isTaken = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isTaken) return;
  }
  throw new Error("PgBouncer did not start.");
}
