/** The real nginx, Caddy and HAProxy with the files that we hand out: what they log, and how much one address gets. */
import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, Agent as PlainAgent, type RequestOptions, request as requestPlain, type Server } from "node:http";
import { request as requestSecure, Agent as SecureAgent } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort, handedOut, installed, type RunningProxy, startNginx, startProxy } from "../bench/nginx.ts";
import { makeCertificate } from "../server/testing/certificate.ts";
import { type House, openHouse } from "../server/testing/house.ts";
import { anna } from "../server/testing/people.ts";
import { tellingHeaders } from "../server/testing/telling-headers.ts";

const NAMES = ["nginx", "caddy", "haproxy"] as const;
type Name = (typeof NAMES)[number];
const isThere = (name: Name) => installed(name) !== null;
for (const name of NAMES.filter((one) => !isThere(one)))
  console.warn(`NOT TRIED: ${name} is not installed here, so nobody has seen its file at work.`);

const MARK = "m4rk3r";
const marked = tellingHeaders(MARK);

/** What stands behind the proxies. It answers with what a log of answers would tell, and breaks off where it is told to. */
let site: Server;
let behind: number;
let folder: string;
/** Addresses that the real site gives out, each with a token. */
const asked: string[] = [];
/** Headers as they arrived there last. */
let arrived: NodeJS.Dict<string | string[]>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "petition-proxies-"));
  site = createServer((request, answer) => {
    arrived = request.headers;
    request.resume();
    if (request.url?.startsWith("/broken")) return request.socket.destroy();
    if (request.url?.startsWith("/half"))
      return answer.writeHead(200, { "content-length": 100 }).write("half", () => request.socket.destroy());
    return answer.writeHead(200, { location: `/x?${MARK}`, "set-cookie": `signed=${MARK}`, "x-request-id": MARK }).end("here");
  }).listen(0, "127.0.0.1");
  await once(site, "listening");
  behind = (site.address() as AddressInfo).port;
  const house = await openHouse("server");
  await findAddresses(house).finally(() => house.close());
});
afterAll(async () => {
  site.close();
  site.closeAllConnections();
  await rm(folder, { recursive: true, force: true });
});

async function findAddresses(house: House): Promise<void> {
  await house.sign(anna);
  const token = await house.tokenOf(anna);
  asked.push(`/api/petition/confirm/${token}`, `/api/petition/%63onfirm/${token}`, `/api/petition/confirm/${token}.?lang=de`);
  await house.confirm(token);
  house.clock.forward(60_000);
  await house.sign(anna);
  await house.site.outbox.runDue();
  await house.post("/api/petition/delete", { email: anna.email, confirmDeletion: true });
  await house.site.outbox.runDue();
  for (const { links } of house.inbox.of(anna.email))
    for (const link of links.filter((one) => one.includes("token="))) {
      const { pathname, search } = new URL(link);
      asked.push(pathname + search, `${pathname}.data${search}`);
    }
}

test("the e-mails lead to every kind of address with a token", () => {
  for (const kind of ["/api/petition/confirm/", "/confirm?", "/nicht-ich?", "/meine-daten?", "/wiederherstellen?"])
    expect(asked.filter((address) => address.startsWith(kind)).length, kind).toBeGreaterThan(0);
  for (const address of asked) expect(secretsIn(address).length, address).toBeGreaterThan(0);
});

interface Tried {
  port: number;
  isSecure: boolean;
  /** Ends it, and answers all that it has written anywhere. */
  end(): Promise<string>;
}

/** `real`: lines by which a test says where a request comes from. */
const start: Record<Name, (place: string, real?: boolean) => Promise<Tried>> = {
  async nginx(place, real = false) {
    const port = await freePort();
    const http = handedOut({ sites: [{ url: `http://127.0.0.1:${behind}` }], port, folder: place });
    const from = real ? "set_real_ip_from 127.0.0.0/8; real_ip_header X-From;" : "";
    const proxy = await startNginx(installed("nginx") ?? "", { folder: place, port, http: `${from}\n${http}` });
    const logs = () =>
      readdirSync(place)
        .filter((name) => /log$|^errors$/.test(name))
        .map((name) => readFileSync(join(place, name), "utf8"));
    return { port, isSecure: false, end: () => ended(proxy, logs) };
  },
  async caddy(place) {
    const port = await freePort();
    const written: string[] = [];
    const file = join(import.meta.dirname, "..", "deploy", "Caddyfile");
    const environment = {
      ...{ PETITION_HOST: `http://127.0.0.1:${port}`, PETITION_SITE: `127.0.0.1:${behind}` },
      ...{ HOME: place, XDG_DATA_HOME: place, XDG_CONFIG_HOME: place },
    };
    const args = ["run", "--config", file, "--adapter", "caddyfile"];
    const proxy = await startProxy(installed("caddy") ?? "", args, { port, environment, said: (text) => written.push(text) });
    return { port, isSecure: false, end: () => ended(proxy, () => written) };
  },
  async haproxy(place, real = false) {
    const [plain, port] = [await freePort(), await freePort()];
    const written: string[] = [];
    const log = createSocket("udp4", (message) => written.push(`${message}\n`)).bind(0, "127.0.0.1");
    await once(log, "listening");
    const { cert, key } = makeCertificate(["petition.example"]);
    writeFileSync(`${place}.pem`, cert + key);
    const file = readFileSync(join(import.meta.dirname, "..", "deploy", "haproxy.cfg"), "utf8")
      .replace("/dev/log", `127.0.0.1:${log.address().port}`)
      .replace(/(?<=bind ):80$/m, `127.0.0.1:${plain}`)
      .replace(/(?<=bind ):443/, `127.0.0.1:${port}`)
      .replace("/etc/haproxy/petition.pem", `${place}.pem`)
      .replace("127.0.0.1:3000", `127.0.0.1:${behind}`)
      // Only root may become another user.
      .replace(/^ {2}(?:user|group) haproxy$/gm, (line) => (process.getuid?.() === 0 ? line : ""))
      .replace(/^frontend .*$/m, (line) =>
        real ? `${line}\n  http-request set-src hdr(x-from) if { hdr(x-from) -m found }` : line,
      );
    writeFileSync(`${place}.cfg`, file);
    const proxy = await startProxy(installed("haproxy") ?? "", ["-db", "-f", `${place}.cfg`], {
      port: plain,
      said: (text) => written.push(text),
    });
    return { port, isSecure: true, end: () => ended(proxy, () => written, log) };
  },
};

async function ended(proxy: RunningProxy, logs: () => string[], log?: Socket): Promise<string> {
  await proxy.end();
  log?.close();
  return logs().join("");
}

interface From {
  address: string;
  headers?: Record<string, string>;
  method?: string;
  body?: string;
  agent?: PlainAgent | SecureAgent | false;
}

/** Status and the port that was asked from; null where the connection broke. */
function ask({ port, isSecure }: Tried, path: string, { address, headers, method = "GET", body, agent = false }: From) {
  const { promise, resolve } = Promise.withResolvers<{ status: number; from: number | undefined } | null>();
  const options: RequestOptions = { host: "127.0.0.1", port, path, method, localAddress: address, agent };
  const secure = { ...options, rejectUnauthorized: false };
  const sent = isSecure ? requestSecure({ ...secure, headers }) : requestPlain({ ...options, headers });
  let from: number | undefined;
  sent.on("socket", (socket) =>
    socket.once("connect", () => {
      from = socket.localPort;
    }),
  );
  sent.on("response", (answer) => {
    answer.resume();
    answer.on("close", () => resolve({ status: answer.statusCode ?? 0, from }));
  });
  sent.on("error", () => resolve(null));
  sent.end(body);
  return promise;
}

async function shout(port: number, text: string): Promise<void> {
  const socket = connect({ port, host: "127.0.0.1", localAddress: "127.0.0.77" });
  socket.on("error", () => {});
  socket.end(text);
  await once(socket.resume(), "close");
}

/** The long random parts of an address. */
function secretsIn(address: string): string[] {
  return address.match(/[\w-]{30,}/g) ?? [];
}

/** Everything that may be asked for and everything that may go wrong. Answers the ports it was asked from, and the headers that arrived. */
async function askForEverything(tried: Tried) {
  const ports: number[] = [];
  const host = tried.isSecure ? "petition.example" : `127.0.0.1:${tried.port}`;
  const from = { address: "127.0.0.77", headers: { host, ...marked } };
  for (const path of ["/impressum", ...asked, `/broken?${MARK}`, `/half?${MARK}`]) {
    const answer = await ask(tried, path, from);
    if (answer?.from) ports.push(answer.from);
  }
  const headers = arrived;
  await ask(tried, "/impressum", { ...from, headers: { ...marked, host: `${MARK}.example` } });
  await ask(tried, `/widerruf?${MARK}`, { ...from, method: "POST", body: `email=${MARK}` });
  await ask(tried, `/unterstuetzer?${MARK.repeat(4000)}`, from);
  for (const line of [`GET /x?${MARK} HTTP/1.1\r\nno header ${MARK}\r\n\r\n`, `${MARK}\r\n\r\n`, `GET /${MARK}?`])
    await shout(tried.port, line);
  return { ports, headers };
}

describe.each(NAMES)("The log of %s", (name) => {
  test.skipIf(!isThere(name))(
    "says nothing of who asked, and no token, whatever comes and whatever fails",
    async () => {
      const tried = await start[name](join(folder, name));
      let written = "";
      const { ports, headers } = await askForEverything(tried).finally(async () => {
        written = await tried.end();
      });
      const lines = written.split("\n");
      expect(lines.filter((line) => line.includes("/impressum")).length).toBeGreaterThan(0);
      expect(lines.filter((line) => line.includes("/api/petition/")).length).toBeGreaterThan(2);
      expect(ports.length).toBeGreaterThan(10);
      for (const told of [MARK, "127.0.0.77", ...asked.flatMap(secretsIn)])
        expect(lines.find((line) => line.includes(told))).toBeUndefined();
      for (const port of ports) expect(lines.find((line) => new RegExp(`\\b${port}\\b`).test(line))).toBeUndefined();
      // To the second.
      expect(lines.find((line) => line.includes("/impressum") && /:\d\d[.,]\d|"ts":\d/.test(line))).toBeUndefined();
      for (const chosen of ["x-request-id", "traceparent"]) expect(headers).not.toHaveProperty(chosen);
    },
    60_000,
  );
});

test.skipIf(!isThere("nginx"))("nginx answers over TLS, too, by the file whole", async () => {
  const place = join(folder, "tls");
  const tried = await start.nginx(place);
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const options = { socketPath: join(place, "443"), servername: "petition.example", rejectUnauthorized: false };
  requestSecure({ ...options, path: "/impressum" }, (answer) => resolve(answer.resume().statusCode))
    .on("error", reject)
    .end();
  expect(await promise.finally(tried.end)).toBe(200);
});

describe.each(["nginx", "haproxy"] as const)("%s limits each address", (name) => {
  test.skipIf(!isThere(name))(
    "two hundred readers behind one meet no limit, a flood does; another address, files and the machine itself do not",
    async () => {
      const tried = await start[name](join(folder, `${name}-limits`), true);
      const Agent = tried.isSecure ? SecureAgent : PlainAgent;
      const statuses = async (address: string, paths: string[], headers: Record<string, string> = {}) => {
        const agent = new Agent({ keepAlive: true, maxSockets: 20, ...(tried.isSecure && { rejectUnauthorized: false }) });
        const said = { host: "petition.example", ...headers };
        const answers = await Promise.all(paths.map((path) => ask(tried, path, { address, headers: said, agent })));
        agent.destroy();
        return Map.groupBy(answers, (answer) => answer?.status ?? 0);
      };
      const times = (count: number, paths: string[]) => Array.from({ length: count }, () => paths).flat();
      const opened = ["/", "/api/petition/stats", "/api/petition/supporters?lang=de", "/api/captcha"];
      const files = Array.from({ length: 10 }, (_, number) => `/assets/${number}.js`);
      try {
        expect([...(await statuses("127.0.0.2", times(200, [...opened, ...files]))).keys()]).toEqual([200]);
        const flood = await statuses("127.0.0.3", times(4000, ["/confirm?token=x"]));
        expect([...flood.keys()].sort()).toEqual([200, 429]);
        expect([...(await statuses("127.0.0.3", times(3, files))).keys()]).toEqual([200]);
        for (const address of ["127.0.0.4", "127.0.0.1"]) expect([...(await statuses(address, opened)).keys()]).toEqual([200]);
        expect([...(await statuses("127.0.0.1", times(4000, ["/healthz"]))).keys()]).toEqual([200]);
        // An IPv6 address counts with its /64.
        const half = (rest: string) => statuses("127.0.0.5", times(2500, ["/x"]), { "x-from": `2001:db8:0:1::${rest}` });
        expect((await half("1")).get(200)?.length).toBeGreaterThan(900);
        expect((await half("2")).get(429)?.length).toBeGreaterThan(500);
        expect([...(await statuses("127.0.0.5", opened, { "x-from": "2001:db8:0:2::1" })).keys()]).toEqual([200]);
      } finally {
        await tried.end();
      }
    },
    120_000,
  );
});
