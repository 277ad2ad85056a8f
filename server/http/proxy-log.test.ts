/** What the examples for proxies log, tried on the addresses that the site really gives out. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type House, openHouse } from "../testing/house.ts";
import { anna } from "../testing/people.ts";
import { redirectFor } from "./redirects.ts";

const ROOT = join(import.meta.dirname, "../..");
const [NGINX, CADDY, HAPROXY] = ["deploy/nginx.conf", "deploy/Caddyfile", "docs/operating/first-day.md"].map((file) =>
  readFileSync(join(ROOT, file), "utf8"),
) as [string, string, string];

let house: House;
/** Paths with queries, as browsers ask for them, each with a token. */
const asked: string[] = [];

beforeAll(async () => {
  house = await openHouse("server");
  await house.sign(anna);
  const token = await house.tokenOf(anna);
  for (const address of [`/api/petition/confirm/${token}`, `/api/petition/confirm/${token}.?lang=de`]) asked.push(address);
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
});
afterAll(() => house.close());

/** The long random parts of an address. */
function secretsIn(address: string): string[] {
  return address.match(/[\w-]{30,}/g) ?? [];
}

test("the e-mails lead to every kind of address with a token", () => {
  for (const kind of ["/api/petition/confirm/", "/confirm?", "/nicht-ich?", "/meine-daten?", "/wiederherstellen?"])
    expect(asked.filter((address) => address.startsWith(kind)).length, kind).toBeGreaterThan(0);
  for (const address of asked) expect(secretsIn(address).length, address).toBeGreaterThan(0);
});

test("nginx: the format that we advise holds no token", () => {
  const format = /log_format petition '(.*)';/.exec(NGINX)?.[1] ?? "";
  expect(format.match(/\$\w+/g)).toEqual(["$time_local", "$request_method", "$address_to_log", "$status", "$body_bytes_sent"]);
  const [, map = ""] = /map \$uri \$address_to_log \{\n([\s\S]*?)\}/.exec(NGINX) ?? [];
  const [otherwise, ...rules] = map
    .trim()
    .split("\n")
    .map((line) => line.trim().replace(/;$/, "").split(/\s+/));
  expect(otherwise).toEqual(["default", "$uri"]);
  for (const address of asked) {
    // `$uri` is decoded and has no query.
    const uri = decodeURIComponent(address.split("?")[0] ?? "");
    const rule = rules.find(([pattern = ""]) => new RegExp(pattern.replace(/^~/, "")).test(uri));
    const logged = rule?.[1] ?? uri;
    for (const secret of secretsIn(address)) expect(logged).not.toContain(secret);
  }
});

test("Caddy: the filter that we advise leaves no token", () => {
  const [, pattern = "", replacement = ""] = /request>uri regexp "(.*?)" "(.*?)"/.exec(CADDY) ?? [];
  for (const address of asked) {
    const logged = address.replaceAll(new RegExp(pattern, "g"), replacement);
    for (const secret of secretsIn(address)) expect(logged).not.toContain(secret);
  }
});

test("Caddy logs the headers of answers, too: where a redirect leads is left out", () => {
  const redirects = asked.map((address) => redirectFor(...(address.split("?") as [string, string]), "en")?.to ?? "");
  expect(redirects.flatMap(secretsIn).length).toBeGreaterThan(0);
  expect(CADDY).toMatch(/fields \{[^}]*resp_headers>Location delete[^}]*\}/);
});

test("no log that we advise says who asked", () => {
  expect(NGINX + HAPROXY).not.toMatch(/log_format[^;]*\$(?:remote_|http_x_forwarded|realip)|log-format.*%(?:ci|\[src\]|hr)/);
  for (const field of ["request>remote_ip", "request>client_ip", "request>headers>X-Forwarded-For"])
    expect(CADDY).toMatch(new RegExp(`fields \\{[^}]*${field} delete[^}]*\\}`));
});

test("HAProxy: what we advise logs a path that has no token", () => {
  const begin = /set-var\(txn\.address\) str\((\S+)\) if \{ path_beg (\S+) \}/.exec(HAPROXY);
  expect(/log-format "(.*)"/.exec(HAPROXY)?.[1]).toBe("[%tr] %HM %[var(txn.address)] %ST %B");
  for (const address of asked) {
    const path = address.split("?")[0] ?? "";
    const logged = path.startsWith(begin?.[2] ?? "none") ? begin?.[1] : path;
    for (const secret of secretsIn(address)) expect(logged).not.toContain(secret);
  }
});
