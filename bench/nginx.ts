/** The real nginx and other proxies, where they are installed. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { makeCertificate } from "../server/testing/certificate.ts";

export interface RunningProxy {
  /** Of its first process. */
  pid: number;
  end(): Promise<void>;
}

const PLACES = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];

export const installedNginx = () => installed("nginx");

/** Null where it is not installed. */
export function installed(name: string): string | null {
  return PLACES.map((folder) => join(folder, name)).find(existsSync) ?? null;
}

/** Such as "nginx/1.22.1". */
export function versionOfNginx(program: string): string {
  // It says so where errors go.
  return execFileSync("sh", ["-c", `'${program}' -v 2>&1`], { encoding: "utf8" })
    .replace("nginx version:", "")
    .trim();
}

/** `http`: what stands in the block of that name; it listens at `port` of loopback. `folder` is made, and takes its temporary files. */
export async function startNginx(
  program: string,
  { folder, port, http }: { folder: string; port: number; http: string },
): Promise<RunningProxy> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, "nginx.conf");
  const bodies = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${join(folder, kind)};`);
  // As root it would give its files to another user, who may not enter the folder.
  const user = process.getuid?.() === 0 ? "user root;" : "";
  await writeFile(
    file,
    `daemon off; ${user} pid ${join(folder, "pid")}; error_log ${join(folder, "errors")} crit; worker_processes auto;
worker_rlimit_nofile 16384;
events { worker_connections 4096; }
http { access_log off; keepalive_requests 1000000; ${bodies.join(" ")}\n${http}\n}\n`,
  );
  return startProxy(program, ["-c", file, "-p", folder], { port });
}

/** What answers at `port` of loopback; `said` gets what it writes. */
export async function startProxy(
  program: string,
  args: string[],
  { port, environment, said }: { port: number; environment?: Record<string, string>; said?: (text: string) => void },
): Promise<RunningProxy> {
  const output = said ? "pipe" : "inherit";
  const child = spawn(program, args, { stdio: ["ignore", output, output], env: { ...process.env, ...environment } });
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", (text: string) => said?.(text));
  const kill = () => void child.kill("SIGTERM");
  process.once("exit", kill);
  const ended = once(child, "exit");
  await untilAnswers(port, ended);
  return {
    pid: child.pid ?? 0,
    async end() {
      process.off("exit", kill);
      kill();
      await ended;
    },
  };
}

async function untilAnswers(port: number, ended: Promise<unknown>): Promise<void> {
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  for (const deadline = performance.now() + 10_000; performance.now() < deadline && !isOver; await pause(50))
    if (await fetch(`http://127.0.0.1:${port}/healthz`, { redirect: "manual" }).then(drained, () => false)) return;
  throw new Error("The proxy did not start.");
}

async function drained(answer: Response): Promise<true> {
  await answer.arrayBuffer();
  return true;
}

/**
 * `deploy/nginx.conf` whole, in front of these sites: paths are below `folder`, which is made, and with them the sockets that it listens at
 * instead of ports, `443` the one with TLS; besides at `port` of loopback, without TLS.
 */
export function handedOut({ sites, port, folder }: { sites: { url: string }[]; port: number; folder: string }): string {
  const file = readFileSync(join(import.meta.dirname, "..", "deploy", "nginx.conf"), "utf8");
  const { cert, key } = makeCertificate(["petition.example"]);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "fullchain.pem"), cert);
  writeFileSync(join(folder, "privkey.pem"), key);
  return file
    .replace(/server 127\.0\.0\.1:3000([^;]*);/, (_, how: string) =>
      sites.map(({ url }) => `server ${new URL(url).host}${how};`).join(" "),
    )
    .replace(/(?<=listen )443(?= ssl)/, `127.0.0.1:${port}; listen 443`)
    .replace(/(?<=listen )(?:\[::\]:)?(?:80|443)\b/g, (place) => `unix:${join(folder, place.replace("[::]:", "v6-"))}`)
    .replaceAll("/etc/letsencrypt/live/petition.example", folder)
    .replaceAll("/var/log/nginx", folder)
    .replaceAll("/var/cache/nginx/petition", join(folder, "kept"));
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}
