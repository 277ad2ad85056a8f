/** The real nginx, where it is installed. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

export interface Nginx {
  /** Of its first process. */
  pid: number;
  end(): Promise<void>;
}

const PLACES = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];

/** Null where it is not installed. */
export function installedNginx(): string | null {
  return PLACES.map((folder) => join(folder, "nginx")).find(existsSync) ?? null;
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
): Promise<Nginx> {
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
  const child = spawn(program, ["-c", file, "-p", folder], { stdio: ["ignore", "inherit", "inherit"] });
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
    if (await fetch(`http://127.0.0.1:${port}/healthz`).then(drained, () => false)) return;
  throw new Error("nginx did not start.");
}

async function drained(answer: Response): Promise<true> {
  await answer.arrayBuffer();
  return true;
}

/**
 * `deploy/nginx.conf` as it is delivered, in front of these sites, at `port` of loopback, without its certificate and its
 * second name; what it keeps lies in `folder`.
 */
export function handedOut({ sites, port, folder }: { sites: { url: string }[]; port: number; folder: string }): string {
  const file = readFileSync(join(import.meta.dirname, "..", "deploy", "nginx.conf"), "utf8");
  const [beginning = "", , ...rest] = file.split(/^(?=server \{$)/m);
  return [beginning, ...rest]
    .join("")
    .replace(/^.*(listen \[::\]|ssl_|access_log|error_log).*$/gm, "")
    .replace(/listen 443 ssl[^;]*;/, `listen 127.0.0.1:${port};`)
    .replace(/server 127\.0\.0\.1:3000([^;]*);/, (_, how: string) =>
      sites.map(({ url }) => `server ${new URL(url).host}${how};`).join(" "),
    )
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
