/** The files of deploy/, as far as they can be judged without a container engine. What they start is tried in e2e/installed.test.ts. */
import { spawnSync } from "node:child_process";
import { accessSync, constants, globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { DockerfileParser } from "dockerfile-ast";
import { validate } from "dockerfile-utils";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { COUNT_FORMATS, COUNT_STEPS } from "../contract/open-data.ts";
import manifest from "../package.json" with { type: "json" };
import { PAGES, type Page, pageIn } from "../petition/addresses.ts";
import { LANGUAGES } from "../petition/language.ts";
import { SETTINGS } from "../server/platform/config/schema.ts";
import { LISTENERS } from "../server/platform/http/listeners.ts";
import { keyOf } from "../server/platform/http/response-cache.ts";
import { isThere, readPapers } from "./papers.ts";
import { SCHEMAS } from "./settings-paper.ts";
import { textOf, trackedFiles } from "./tracked.ts";

const ROOT = join(import.meta.dirname, "..");
const papers = readPapers();
const settings = new Set<string>(Object.keys(SCHEMAS));
/** Of Node.js, of the C library and of the shell. */
const NO_SETTINGS = ["NODE_ENV", "MALLOC_ARENA_MAX", "PATH"];
/** How `npm start` starts the server once there is a build, and with which environment. */
const [, ENVIRONMENT = "", START = ""] = /exec env (\S+) (.*)$/.exec(manifest.scripts.start) ?? [];

const unknown = (names: string[]) => names.filter((name) => !settings.has(name) && !NO_SETTINGS.includes(name));
/** What lines of the form `NAME=value` set. */
const namesIn = (text: string) => [...text.matchAll(/^([A-Z_]+)=/gm)].map(([, name = ""]) => name);

describe("Dockerfile", () => {
  const text = textOf("deploy/Dockerfile");
  const file = DockerfileParser.parse(text);
  const stages = text.split(/^(?=FROM )/m).slice(1);
  const last = DockerfileParser.parse(stages.at(-1) ?? "");

  test("the linter finds nothing", () => {
    expect(validate(text).map(({ message }) => message)).toEqual([]);
  });

  test("what it copies, and what it runs, is there", () => {
    const copied = file
      .getCOPYs()
      .filter((copy) => !copy.getFlags().some((flag) => flag.getName() === "from"))
      .flatMap((copy) => copy.getArguments().slice(0, -1))
      .map((source) => source.getValue());
    expect(copied.filter((path) => path !== "." && !isThere(path, papers))).toEqual([]);
    const scripts = [...text.matchAll(/\bnpm run ([\w-]+)/g)].map(([, name = ""]) => name);
    expect(scripts).toEqual(["build", "slim"]);
    expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([]);
  });

  test("the last stage starts as `npm start` does, with settings that are read, as a user that is not root", () => {
    const environment = last.getENVs().flatMap((env) => env.getProperties());
    expect(environment.map((one) => `${one.getName()}=${one.getValue()}`)).toContain(ENVIRONMENT);
    expect(unknown(environment.map((one) => one.getName()))).toEqual([]);
    const [command] = last.getCMDs();
    expect(command?.getJSONStrings().map((word) => word.getJSONValue())).toEqual(START.split(" "));
    expect(/^USER (\S+)$/m.exec(stages.at(-1) ?? "")?.[1]).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(Number(/^EXPOSE (\d+)$/m.exec(text)?.[1])).toBe(SETTINGS.shape.PORT.parse(undefined));
  });

  test("its check of health, and the command for operators, are in the image and may be run", () => {
    const [, check = ""] = /^HEALTHCHECK .* CMD \["node", "(.*)"\]$/m.exec(text) ?? [];
    expect(isThere(check, papers)).toBe(true);
    accessSync(join(ROOT, "deploy/petition"), constants.X_OK);
    expect(textOf("deploy/petition")).toMatch(/^#!\/site\/node_modules\/\.bin\/node\n/);
    expect(text).toMatch(/^ENV PATH=\/site\/node_modules\/\.bin:\/site\/deploy /m);
    for (const [, path = ""] of textOf("deploy/petition").matchAll(/import[ (]"\.\.\/(.*?)"/g))
      expect(isThere(path, papers), path).toBe(true);
  });

  /** As Docker reads .dockerignore: the last pattern that fits a path or a folder above it decides. */
  function isSent(path: string): boolean {
    const parts = path.split("/");
    const above = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
    const patterns = textOf(".dockerignore")
      .split("\n")
      .filter((line) => line && !line.startsWith("#"));
    const fits = (path: string, pattern: string) =>
      new RegExp(
        `^${pattern.replace(/[.+]/g, "\\$&").replaceAll("**/", "(?:@/)?").replaceAll("*", "[^/]*").replace("@", ".*")}$`,
      ).test(path);
    const last = patterns.findLast((pattern) => above.some((one) => fits(one, pattern.replace("!", ""))));
    return last?.startsWith("!") ?? true;
  }

  test("whatever lies beside the code stays out of the image: exports, backups, keys, settings, data", () => {
    const planted = [
      ...[
        "deploy/signatures.xlsx",
        "signatures.csv",
        "deploy/backups/x",
        "petition-backup.key",
        "moving.backup",
        "x.backup.age",
      ],
      ...[
        ".env",
        "deploy/.env",
        "deploy/.env.old",
        "data/admin-key",
        "data/database/base/1",
        "build/server/index.js",
        ".git/config",
      ],
      ...[
        "campaign/petition-backup.key",
        "server/export.csv",
        "campaigns/mine/.env",
        "server/secret-key",
        "web/privkey.pem",
        "notes.txt",
      ],
    ];
    expect(planted.filter(isSent)).toEqual([]);
  });

  test("what the build reads and the site runs is sent, and no test is", () => {
    const [, sources = ""] = /const SOURCES = \[([^\]]*)\]/.exec(textOf("server/build-stamp.ts")) ?? [];
    const read = globSync(
      [...sources.matchAll(/"(.+?)"/g)].map(([, pattern = ""]) => pattern),
      { cwd: ROOT },
    );
    const ours = trackedFiles().filter((file) => read.includes(file) || /^(?:server|campaign|log-tools)\//.test(file));
    expect(ours.length).toBeGreaterThan(1000);
    const isForTests = (file: string) => /\.test\.tsx?$|^server\/testing\//.test(file);
    expect(ours.filter((file) => isSent(file) === isForTests(file))).toEqual([]);
    for (const file of [".npmrc", "package.json", "tsconfig.json", "deploy/slim.ts", "deploy/petition", "deploy/healthy.mjs"])
      expect(isSent(file), file).toBe(true);
  });
});

interface Service {
  environment: Record<string, string | number>;
  volumes: string[];
  read_only: boolean;
  cap_drop: string[];
  security_opt: string[];
  mem_limit: string;
  ports?: string[];
  networks: string[];
  build?: { context: string; dockerfile: string };
}

describe("compose.yaml", () => {
  const text = textOf("deploy/compose.yaml");
  const composition = parse(text, { merge: true }) as {
    services: Record<"site" | "postgres" | "caddy", Service>;
    volumes: Record<string, null>;
    networks: Record<string, unknown>;
  };
  const { services } = composition;
  const given = namesIn(textOf("deploy/compose.env.example"));

  test("runs the site, its database and the proxy; all are confined, and only the proxy can be reached", () => {
    expect(Object.keys(services)).toEqual(["site", "postgres", "caddy"]);
    for (const [name, service] of Object.entries(services)) {
      expect([name, service.read_only, service.cap_drop]).toEqual([name, true, ["ALL"]]);
      expect(service.security_opt).toEqual(["no-new-privileges:true"]);
      expect(service.mem_limit).toMatch(/^\d+m$/);
      expect([name, service.ports !== undefined]).toEqual([name, name === "caddy"]);
    }
    expect(services.caddy.networks).not.toContain(services.postgres.networks[0]);
  });

  test("holds no secret: what it asks for stands in the example beside it, which sets what is read", () => {
    const asked = [...text.matchAll(/\$\{(\w+)(:[?-][^}]*)?\}/g)];
    expect(asked.length).toBeGreaterThan(2);
    expect(asked.filter(([, , otherwise]) => otherwise === undefined)).toEqual([]);
    const names = new Set(asked.map(([, name = ""]) => name));
    expect([...names].filter((name) => !given.includes(name))).toEqual([]);
    expect(unknown(given.filter((name) => !names.has(name)))).toEqual([]);
    expect(unknown(Object.keys(services.site.environment))).toEqual([]);
    expect(textOf(".gitignore")).toContain("/deploy/.env\n");
  });

  test("each path, volume and network in it is there", () => {
    const volumes = Object.values(services).flatMap((service) => service.volumes.map((volume) => volume.split(":")[0] ?? ""));
    const paths = volumes.filter((volume) => volume.startsWith("."));
    expect(paths.filter((path) => !isThere(posix.join("deploy", path), papers))).toEqual([]);
    expect(volumes.filter((volume) => !volume.startsWith(".")).sort()).toEqual(Object.keys(composition.volumes).sort());
    const networks = Object.values(services).flatMap((service) => service.networks);
    expect([...new Set(networks)].sort()).toEqual(Object.keys(composition.networks).sort());
    const { context = "", dockerfile = "" } = services.site.build ?? {};
    expect(isThere(posix.join("deploy", context, dockerfile), papers)).toBe(true);
  });

  test("the proxy finds the site, by the names that the Caddyfile asks for", () => {
    const asked = [...textOf("deploy/Caddyfile").matchAll(/\{\$(\w+):/g)].map(([, name = ""]) => name);
    expect(asked.sort()).toEqual(Object.keys(services.caddy.environment).sort());
    const port = /^EXPOSE (\d+)$/m.exec(textOf("deploy/Dockerfile"))?.[1];
    expect(services.caddy.environment.PETITION_SITE).toBe(`site:${port}`);
    expect(services.site.networks).toContain(services.caddy.networks[0]);
  });

  test("gives the site the memory that docs/operating/first-day.md says it needs", () => {
    const [, needed = ""] =
      /Give a container .*?\b(\d+) MB with `DATABASE_URL`/.exec(textOf("docs/operating/first-day.md")) ?? [];
    expect(services.site.mem_limit).toBe(`${needed}m`);
  });
});

describe("nginx.conf", () => {
  const [, map = ""] = /^map \$request_uri \$kept_as \{\n([\s\S]*?)\n\}/m.exec(textOf("deploy/nginx.conf")) ?? [];
  const rules = map
    .split("\n")
    .map((line) => line.trim().replace(/;$/, "").split(/\s+/))
    .filter(([pattern]) => pattern?.startsWith("~"));
  /** As nginx reads the map: the first pattern that fits decides; null where nothing is kept. */
  function keptAs(address: string): string | null {
    for (const [pattern = "", name = ""] of rules) {
      const found = new RegExp(pattern.slice(1)).exec(address);
      if (found) return name === "$request_uri" ? address : (found.groups?.[name.slice(1)] ?? null);
    }
    return null;
  }

  test("keeps calls, badge and card under every value that the contract gives their parameters, in one order, and under no other", () => {
    const withLanguage = ["/api/petition/supporters", "/badge.svg", "/embed"];
    const known = [
      ...["/api/petition/stats", "/api/petition/supporters-paginated", "/api/open/counts", ...withLanguage],
      ...LANGUAGES.flatMap((lang) => withLanguage.map((path) => `${path}?lang=${lang}`)),
      ...LANGUAGES.map((lang) => `/api/petition/supporters-paginated?page=5&lang=${lang}`),
      ...COUNT_STEPS.flatMap((by) => COUNT_FORMATS.map((format) => `/api/open/counts?by=${by}&format=${format}`)),
    ];
    for (const address of known) expect(keptAs(address)).toBe(address);
    // The site keeps the calls for pages under the same names.
    for (const address of known.filter((one) => one.startsWith("/api/petition/"))) expect(keyOf(address)).toBe(address);
    const made = known.map((address) => `${address}${address.includes("?") ? "&" : "?"}x=1`);
    const unknown = [
      "/embed?lang=xx",
      "/badge.svg?lang=de&lang=de",
      "/api/petition/stats?lang=de",
      "/api/captcha",
      "/log/checkpoint",
    ];
    for (const address of [...made, ...unknown]) expect(keptAs(address), address).toBeNull();
  });

  test("keeps a page by its path, whatever follows it, and a path that is written in another way not at all", () => {
    for (const path of LANGUAGES.flatMap((language) => Object.keys(PAGES).map((page) => pageIn(language, page as Page)))) {
      expect(keptAs(path)).toBe(path);
      expect(keptAs(`${path}?fbclid=x&page=2`)).toBe(path);
    }
    for (const path of ["//", "/a//b", "/%65n", "/en/../it", "/.x", "/é"]) expect(keptAs(path), path).toBeNull();
  });
});

describe("petition.service", () => {
  const text = textOf("deploy/petition.service");
  const line = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(text)?.[1] ?? "";
  const code = line("WorkingDirectory");
  const example = textOf("deploy/petition.env.example");

  test("starts as `npm start` does, by the Node.js of the lock file", () => {
    expect(line("ExecStart")).toBe(START.replace(/^node/, `${code}/node_modules/.bin/node`));
    expect(line("Environment").split(" ")).toContain(ENVIRONMENT);
  });

  test("its settings are read, and keep what is kept where it may be written", () => {
    expect(unknown(namesIn(example))).toEqual([]);
    expect(example).toContain(`\nDATA_DIR=/var/lib/${line("StateDirectory")}\n`);
    expect(textOf("docs/operating/first-day.md")).toContain(` ${line("EnvironmentFile")} `);
    expect(line("ProtectSystem")).toBe("strict");
    expect(text).not.toMatch(/^ReadWritePaths=/m);
  });

  test("gives the site the memory that docs/operating/first-day.md says it needs", () => {
    expect(textOf("docs/operating/first-day.md")).toContain(
      `Give a container ${line("MemoryMax").replace("M", " MB")} with the embedded database`,
    );
  });
});

describe("petition@.service and its socket", () => {
  const site = textOf("deploy/petition.service");
  const unit = textOf("deploy/petition@.service");
  const socket = textOf("deploy/petition@.socket");
  const settingsOf = (text: string) => text.split("\n").filter((line) => /^\w+=/.test(line));

  test("are petition.service at a port of each one's own, but for what several processes need", () => {
    const added = settingsOf(unit).filter((line) => !settingsOf(site).includes(line));
    expect(added.map((line) => line.split("=")[0])).toEqual(["Description", "Requires", "After", "Environment", "MemoryMax"]);
    const missing = settingsOf(site).filter((line) => !settingsOf(unit).includes(line));
    expect(missing.map((line) => line.split("=")[0])).toEqual(["Description", "After", "MemoryMax"]);
    expect(unknown([...unit.matchAll(/[= ]([A-Z_]{3,})=/g)].map(([, name = ""]) => name))).toEqual([]);
    const listening = [...socket.matchAll(/^ListenStream=(.+):(.+)$/gm)].map(([, ...at]) => at);
    const [[address = "", port = ""] = []] = listening;
    expect(listening).toEqual(Array(LISTENERS).fill([address, port]));
    expect(settingsOf(socket)).toContain("ReusePort=yes");
    expect([address, unit.includes(`PORT=${port} `)]).toEqual([SETTINGS.shape.HOST.parse(undefined), true]);
  });

  test("it goes on answering for longer than the proxy keeps an idle connection, and is not killed in the middle of it", () => {
    const [, kept = ""] = /^ {2}keepalive_timeout (\d+)s;$/m.exec(textOf("deploy/nginx.conf")) ?? [];
    const [, grace = ""] = /SHUTDOWN_GRACE=(\d+)s$/m.exec(unit) ?? [];
    const [, killed = ""] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? [];
    expect(Number(grace)).toBeGreaterThan(Number(kept) + 1);
    expect(Number(killed)).toBeGreaterThan(Number(grace) * 3);
  });
});

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;
if (!hasSystemd) console.warn("NOT TRIED: systemd is not installed here, so it has not read the units.");

test.skipIf(!hasSystemd)(
  "systemd finds nothing wrong with the units as they are handed out",
  () => {
    const folder = mkdtempSync(join(tmpdir(), "petition-units-"));
    const units = [
      "petition.service",
      "petition@.service",
      "petition@.socket",
      "petition-backup.service",
      "petition-backup.timer",
    ];
    const files = units.map((unit) => {
      const file = join(folder, unit.replace("@", "@3001"));
      writeFileSync(file, textOf(`deploy/${unit}`).replaceAll("/opt/petition", ROOT));
      return file;
    });
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", ...files], { encoding: "utf8" });
    rmSync(folder, { recursive: true });
    expect([status, stderr]).toEqual([0, ""]);
  },
  60_000,
);

describe("petition-backup", () => {
  const site = textOf("deploy/petition.service");
  const unit = textOf("deploy/petition-backup.service");
  const lineOf = (text: string, name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(text)?.[1] ?? "";

  test("runs the command of that name as the site runs, and may do no more", () => {
    for (const name of ["User", "WorkingDirectory", "EnvironmentFile", "Environment", "StateDirectoryMode", "UMask"])
      expect(lineOf(unit, name)).toBe(lineOf(site, name));
    const [, called = ""] = /(node .+)$/.exec(manifest.scripts.petition) ?? [];
    const [start = "", out] = lineOf(unit, "ExecStart").split(" backup --out ");
    expect(start).toBe(called.replace(/^node/, `${lineOf(site, "WorkingDirectory")}/node_modules/.bin/node`));
    expect(out).toBe(`/var/lib/${lineOf(unit, "StateDirectory").split(" ").at(-1)}/`);
    expect(lineOf(unit, "StateDirectory").split(" ")).toContain(lineOf(site, "StateDirectory"));
    const sandbox = (text: string) => text.split("\n").slice(text.split("\n").indexOf("ProtectSystem=strict"));
    const settings = (text: string) => sandbox(text).filter((line) => /^\w+=/.test(line) && !line.startsWith("WantedBy="));
    expect(settings(site).length).toBeGreaterThan(15);
    expect(settings(unit)).toEqual(settings(site));
  });

  test("every night, and again where a night was missed", () => {
    const timer = textOf("deploy/petition-backup.timer");
    expect(lineOf(timer, "OnCalendar")).toBe("*-*-* 04:30");
    expect(lineOf(timer, "Persistent")).toBe("yes");
    expect(unit).not.toContain("WantedBy=");
  });

  test("in containers it is the same command, of the service that the composition has", () => {
    const [, service = "", command = "", folder = ""] =
      /^# .* docker compose run .*--no-TTY (\S+) petition (\S+) --out (\S+)$/m.exec(textOf("deploy/compose.env.example")) ?? [];
    const { services } = parse(textOf("deploy/compose.yaml"), { merge: true }) as { services: Record<string, Service> };
    expect([service in services, command]).toEqual([true, "backup"]);
    expect(services[service]?.volumes.some((volume) => folder.startsWith(`${volume.split(":")[1]}/`))).toBe(true);
  });
});
