/** The real nginx with the configuration that we hand out (deploy/nginx.conf), in front of the real site. */
import { randomBytes, randomInt } from "node:crypto";
import { readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort, handedOut, installedNginx, type RunningProxy, startNginx } from "../bench/nginx.ts";
import { BUILD_FOLDER } from "../campaign-folder.ts";
import type { PetitionStats, SupporterPage } from "../contract/supporters.ts";
import { anna, ewa } from "../server/testing/people.ts";
import { answerWithin } from "./answer-within.ts";
import { anew, openWalkedSite, type WalkedSite } from "./site.ts";

const PROGRAM = installedNginx();
if (PROGRAM === null) console.warn("NOT TRIED: no nginx is installed here, so nobody has seen what it keeps of the site.");

const LIST = "/api/petition/supporters-paginated?page=1&lang=de";
const SCRIPT = `/assets/${readdirSync(join(BUILD_FOLDER, "client", "assets")).find((name) => name.endsWith(".js"))}`;
/** Milliseconds: nginx counts whole seconds, so what it may keep for one it keeps for up to two. */
const SOON = 2000;

let site: WalkedSite;
let folder: string;
let url: string;
let nginx: RunningProxy;

describe.skipIf(PROGRAM === null)("A cache in front", () => {
  beforeAll(async () => {
    site = await openWalkedSite("server", { TRUST_PROXY: "loopback", DELETE_BY: "request" });
    folder = await mkdtemp(join(tmpdir(), "petition-nginx-"));
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    nginx = await startNginx(PROGRAM ?? "", { folder, port, http: handedOut({ sites: [{ url: site.url }], port, folder }) });
  });
  afterAll(async () => {
    await nginx.end();
    await site.close();
    await rm(folder, { recursive: true, force: true });
  });

  test.each(["/", "/en", "/unterstuetzer/seite/1", "/api/petition/stats", "/api/petition/supporters?lang=de", LIST, SCRIPT])(
    "keeps %s",
    async (path) => {
      await expect.poll(async () => (await ask(path)).kept).toBe("HIT");
    },
  );

  test.each([
    ...["/admin", "/confirm?token=x", "/meine-daten?token=x", "/?signed=1", "/nirgendwo", "/unterstuetzer"],
    ...["/api/captcha", "/healthz", "/api/petition/supporters-paginated?page=6", "/unterstuetzer/seite/6"],
    ...["/log/checkpoint", "/api/language/preference"],
  ])("never keeps %s", async (path) => {
    const asked = [await ask(path), await ask(path), await ask(path)];
    expect(asked.map(({ kept }) => kept)).not.toContain("HIT");
  });

  test.each([
    "/api/open/counts?by=hour&format=csv",
    "/badge.svg?lang=fr",
    "/embed?lang=fr",
    "/feed.xml?lang=fr",
    "/api/petition/stats",
  ])("what %s knows may be asked for is kept, and so is what says nothing", async (path) => {
    const [plain = ""] = path.split("?");
    for (const one of [path, plain]) await expect.poll(async () => (await ask(one)).kept).toBe("HIT");
  });

  test("5,000 made-up queries, cookies, spellings and encodings make no file of their own, and are answered from what is kept", async () => {
    const kept = [
      "/",
      "/en",
      "/unterstuetzer/seite/1",
      "/impressum",
      "/api/petition/stats",
      LIST,
      SCRIPT,
      "/badge.svg?lang=en",
      "/feed.xml?lang=en",
    ];
    for (const path of kept) await ask(path);
    const before = filesKept();
    expect(before).toBeGreaterThanOrEqual(kept.length);
    const junk = () => randomBytes(8).toString("hex");
    await askAll(kept, 4000, (path) => {
      const address = `${path}${path.includes("?") ? "&" : "?"}${junk()}=${junk()}`;
      return [
        address.replace(/(?<=\/)[a-z]/, (letter) => (randomInt(2) === 0 ? letter : percent(letter))),
        { cookie: `other=${junk()}` },
      ];
    });
    expect(filesKept()).toBe(before);
    await askAll(kept, 1000, (path) => [
      path,
      { "accept-encoding": `${["br, gzip", "gzip", "deflate"][randomInt(3)]}, ${junk()}` },
    ]);
    expect(filesKept()).toBeLessThanOrEqual(3 * before);
    await expect.poll(async () => [await ask("/"), (await ask("/?fbclid=1")).kept][1]).toBe("HIT");
  }, 120_000);

  test("whoever asks for what is never kept waits for nobody else who does", async () => {
    const crowd = 5;
    const asking: ServerResponse[] = [];
    // Answers nobody before all of them have asked.
    const slow = createServer(({ url }, answer) => {
      if (url === "/healthz") return answer.end();
      asking.push(answer.setHeader("cache-control", "no-store"));
      if (asking.length === crowd) for (const one of asking) one.end();
    });
    const [port, behind] = [await freePort(), await freePort()];
    await new Promise<void>((resolve) => slow.listen(behind, "127.0.0.1", resolve));
    // Where one waited for another, it would do so for longer than anybody waits for a test.
    const place = { port, folder: join(folder, "slow") };
    const http = `proxy_cache_lock_timeout 10m; proxy_cache_lock_age 10m;\n${handedOut({ sites: [{ url: `http://127.0.0.1:${behind}` }], ...place })}`;
    const other = await startNginx(PROGRAM ?? "", { ...place, http });
    const answers = await Promise.all(Array.from({ length: crowd }, () => fetch(`http://127.0.0.1:${port}/api/captcha`)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await other.end();
    slow.close();
    slow.closeAllConnections();
  });

  test("what a browser would run as a script is refused, however fresh the answer that is kept", async () => {
    await ask(LIST);
    expect((await ask(LIST, { "sec-fetch-dest": "script" })).status).toBe(403);
    expect((await ask(SCRIPT, { "sec-fetch-dest": "script" })).status).toBe(200);
  });

  test("two visitors with different languages never meet", async () => {
    for (let round = 0; round < 3; round++) {
      expect((await ask("/")).body).toContain('<html lang="de"');
      expect(await ask("/", { cookie: "language=fr" })).toMatchObject({ status: 302, to: "/fr" });
      expect(await ask("/", { cookie: "other=1; language=pl" })).toMatchObject({ status: 302, to: "/pl" });
      expect((await ask("/", { "accept-language": "en" })).body).toContain('<html lang="de"');
      expect((await ask("/en", { cookie: "language=fr" })).body).toContain('<html lang="en"');
    }
  });

  test("who has just signed is thanked alone", async () => {
    const signed = await site.sign(anew(anna));
    const cookie = signed.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
    const email = signed.body.email ?? "";
    await ask("/?signed=1");
    expect((await ask("/?signed=1", { cookie })).body).toContain(email);
    for (let round = 0; round < 3; round++) expect((await ask("/?signed=1")).body).not.toContain(email);
  });

  test("a signature counts and a name is gone within two seconds", async () => {
    const person = anew(ewa);
    const count = async () => (JSON.parse((await ask("/api/petition/stats")).body) as PetitionStats).signatureCount;
    const names = async () => (JSON.parse((await ask(LIST)).body) as SupporterPage).supporters.map(({ name }) => name);
    const before = await count();
    await names();
    await site.sign(person);
    // The clock stays as it is: nginx goes by its own.
    await site.confirm(await site.tokenOf(person));
    expect(await answerWithin(SOON, count, (shown) => shown !== before)).toBe(before + 1);
    const isNamed = (shown: string | string[]) => shown.includes(person.fullName);
    expect(await answerWithin(SOON, names, isNamed)).toContain(person.fullName);
    await site.post("/api/petition/delete", { email: person.email, confirmDeletion: true });
    expect(await answerWithin(SOON, names, (shown) => !isNamed(shown))).not.toContain(person.fullName);
    expect((await ask("/unterstuetzer/seite/1")).status).toBe(200);
    const page = async () => (await ask("/unterstuetzer/seite/1")).body;
    expect(await answerWithin(SOON, page, (shown) => !isNamed(shown))).not.toContain(person.fullName);
  });

  test("while the site is away, what was kept last stands there; what is personal does not", async () => {
    const paths = ["/", "/en", "/api/petition/stats"];
    for (const path of paths) await ask(path);
    await site.site.app.close();
    for (const path of paths) expect((await ask(path)).status).toBe(200);
    await expect.poll(async () => (await ask("/")).kept).toBe("STALE");
    expect((await ask("/api/captcha")).status).toBe(502);
  });
});

async function askAll(paths: string[], times: number, made: (path: string) => [path: string, Record<string, string>]) {
  let left = times;
  const hands = Array.from({ length: 10 }, async () => {
    while (left-- > 0) {
      const { status } = await ask(...made(paths[left % paths.length] ?? "/"));
      if (status >= 500) throw new Error(`Answered with ${status}`);
    }
  });
  await Promise.all(hands);
}

const percent = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;

function filesKept(): number {
  return readdirSync(join(folder, "kept"), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
}

interface Seen {
  status: number;
  /** As nginx names it: HIT, MISS, EXPIRED, …; null where it was not looked for. */
  kept: string | null;
  to: string | null;
  body: string;
}

async function ask(path: string, headers: Record<string, string> = {}): Promise<Seen> {
  const answer = await fetch(url + path, { headers, redirect: "manual" });
  const { status, headers: said } = answer;
  return { status, kept: said.get("x-cache"), to: said.get("location"), body: await answer.text() };
}
