import { get } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type House, openHouse } from "../../testing/house.ts";
import { anna } from "../../testing/people.ts";
import { noteLastBackup } from "../backup/format.ts";

const KEY = "the-key-of-our-tests";
const HOUR = 60 * 60_000;
const FROM_AFAR = { "x-forwarded-for": "203.0.113.9" };
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

let house: House;
beforeAll(async () => {
  house = await openHouse("embedded", { ADMIN_KEY: KEY, TRUST_PROXY: "loopback" });
});
// What was refused in one test is forgotten in the next.
beforeEach(() => house.clock.forward(HOUR));
afterAll(() => house.close());

const metrics = (headers: Record<string, string> = {}) => house.get<string>("/metrics", headers);

test("sixty wrong keys at /metrics: after ten they are refused unlogged, and the right one still enters from there", async () => {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 60; attempt++)
    statuses.push((await metrics({ ...FROM_AFAR, ...bearer(`wrong-${attempt}`) })).status);
  expect(statuses).toEqual([...Array(10).fill(401), ...Array(50).fill(429)]);
  // The administrator's calls ask for it in the same place.
  expect((await house.get("/api/admin/stats", { ...FROM_AFAR, ...bearer("wrong") })).status).toBe(429);
  expect(await house.rows("select from audit_log where action = 'login-failed'")).toHaveLength(11);
  for (const path of ["/metrics", "/api/admin/stats"])
    expect((await house.get(path, { ...FROM_AFAR, ...bearer(KEY) })).status).toBe(200);
});

test("a key in the address is refused at /metrics as it is in the administration", async () => {
  expect((await house.get(`/metrics?token=${KEY}`, FROM_AFAR)).status).toBe(400);
});

test.each(["x-forwarded-for", "forwarded", "x-real-ip"])(
  "this machine needs no key; what a proxy on it passes on (%s) does, whatever address it names",
  async (header) => {
    expect((await metrics()).status).toBe(200);
    for (const named of ["203.0.113.9", "127.0.0.1", "for=127.0.0.1", ""])
      expect((await metrics({ [header]: named })).status, named).toBe(401);
  },
);

test("whoever is led to this machine by another name needs a key, such as through a proxy that says nothing of whom it asks for", async () => {
  // fetch sends its own.
  const askedAs = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const asked = get(`${house.url}/metrics`, { headers: { host } }, (answer) => resolve(answer.resume().statusCode));
      asked.on("error", reject);
    });
  for (const host of ["petition.example", "rebound.example:3000", "192.0.2.7"]) expect(await askedAs(host), host).toBe(401);
  expect(await askedAs("localhost:3000")).toBe(200);
});

test("each refusal is counted once, by its reason, and each act by what came of it", async () => {
  const counted = async () =>
    (await metrics()).body.split("\n").filter((line) => /^petition_(?:refusals|acts)_total/.test(line));
  const before = await counted();
  await house.sign(anna, { captcha: "0" });
  await house.sign(anna, { websiteNote: "http://robot.example" });
  await house.sign({ ...anna, email: "anna@mailinator.com" });
  await metrics({ ...FROM_AFAR, ...bearer("wrong-key-of-somebody") });
  for (let attempt = 0; attempt < 31; attempt++) await house.sign(anna, { captcha: "0" }, FROM_AFAR);
  await house.post("/en", "email=anna", { origin: "https://elsewhere.example" });
  const after = (await counted()).filter((line) => !before.includes(line));
  const increase = (line: string) => {
    const [name = "", value = ""] = line.split(" ");
    const was = before.find((one) => one.startsWith(`${name} `))?.split(" ")[1] ?? 0;
    return `${name.replace(/^petition_(\w+)_total/, "$1")} +${Number(value) - Number(was)}`;
  };
  expect(after.map(increase).sort()).toEqual([
    'acts{act="sign",outcome="accepted"} +1',
    'acts{act="sign",outcome="refused"} +32',
    'acts{act="sign",outcome="too-many-attempts"} +1',
    'refusals{reason="captcha-wrong"} +31',
    'refusals{reason="foreign-form"} +1',
    'refusals{reason="honeypot"} +1',
    'refusals{reason="sign-limit"} +1',
    'refusals{reason="throwaway-domain"} +1',
    'refusals{reason="wrong-key"} +1',
  ]);
});

test("an e-mail to nobody is counted nowhere", async () => {
  const mails = async () =>
    (await metrics()).body.split("\n").filter((line) => /^petition_(?:mails_total|mail_age_seconds_count)/.test(line));
  await house.sign(anna);
  await house.site.outbox.runDue();
  const before = await mails();
  expect(before.join()).toContain('petition_mail_age_seconds_count{kind="confirmation-email"}');
  await house.sign(anna);
  await house.site.outbox.runDue();
  expect(await house.rows("select from outbox")).toEqual([]);
  expect(await mails()).toEqual(before);
});

test("when the last backup was made, whether it is encrypted, and whether the administration calls it too old", async () => {
  const told = async () => {
    house.clock.forward(HOUR);
    const { body } = await metrics();
    return [/^petition_backup_\w+ (\d+)$/gm, /^petition_installation_alarm\{kind="backup"\} (\d)$/gm].flatMap((line) =>
      [...body.matchAll(line)].map(([, value]) => Number(value)),
    );
  };
  expect(await told()).toEqual([0, 0, 1]);
  const at = house.clock.now();
  await noteLastBackup(house.dataFolder, { at: at.toISOString(), file: "/b", size: 1, encrypted: true });
  expect(await told()).toEqual([at.getTime() / 1000, 1, 0]);
  house.clock.forward(30 * HOUR);
  expect(await told()).toEqual([at.getTime() / 1000, 1, 1]);
});

test("while the database is away it is told so, and nothing that only the database knows", async () => {
  expect((await metrics()).body).toMatch(/^petition_database_reachable 1$/m);
  await house.site.database.pool.end();
  const { status, body } = await metrics();
  expect([status, /^petition_database_reachable (\d)$/m.exec(body)?.[1]]).toEqual([200, "0"]);
  expect(body).toContain("petition_http_request_duration_seconds_count");
  expect(body).not.toMatch(/petition_(?:signatures|outbox|task_overdue|log_size)/);
});

test("HEAD asks like GET and gets no body; OPTIONS says what may be asked", async () => {
  const head = await fetch(`${house.url}/metrics`, { method: "HEAD" });
  expect([head.status, head.headers.get("content-type")]).toEqual([200, expect.stringContaining("text/plain")]);
  expect(await head.text()).toBe("");
  expect((await fetch(`${house.url}/metrics`, { method: "HEAD", headers: FROM_AFAR })).status).toBe(401);
  const options = await fetch(`${house.url}/metrics`, { method: "OPTIONS", headers: FROM_AFAR });
  expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, HEAD"]);
});
