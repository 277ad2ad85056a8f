import { afterEach, beforeEach, expect, test } from "vitest";
import { type House, openHouse } from "../testing/house.ts";

const KEY = "the-key-of-our-tests";
const FROM_AFAR = { "x-forwarded-for": "203.0.113.9" };
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

let house: House;
beforeEach(async () => {
  house = await openHouse("embedded", { ADMIN_KEY: KEY, TRUST_PROXY: "loopback" });
});
afterEach(() => house.close());

const metrics = (headers: Record<string, string> = {}) => house.get<string>("/metrics", headers);

test("sixty wrong keys at /metrics: after ten nobody from there gets in, with the right one neither, and each is in the log", async () => {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 60; attempt++)
    statuses.push((await metrics({ ...FROM_AFAR, ...bearer(`wrong-${attempt}`) })).status);
  expect(statuses).toEqual([...Array(10).fill(401), ...Array(50).fill(429)]);
  const refused = await metrics({ ...FROM_AFAR, ...bearer(KEY) });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(800);
  // The administrator's calls ask for it in the same place.
  expect((await house.get("/api/admin/stats", { ...FROM_AFAR, ...bearer(KEY) })).status).toBe(429);
  expect(await house.rows("select from audit_log where action = 'login-failed'")).toHaveLength(11);
  expect((await metrics({ "x-forwarded-for": "203.0.113.10", ...bearer(KEY) })).status).toBe(200);
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

test("HEAD asks like GET and gets no body; OPTIONS says what may be asked", async () => {
  const head = await fetch(`${house.url}/metrics`, { method: "HEAD" });
  expect([head.status, head.headers.get("content-type")]).toEqual([200, expect.stringContaining("text/plain")]);
  expect(await head.text()).toBe("");
  expect((await fetch(`${house.url}/metrics`, { method: "HEAD", headers: FROM_AFAR })).status).toBe(401);
  const options = await fetch(`${house.url}/metrics`, { method: "OPTIONS", headers: FROM_AFAR });
  expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, HEAD"]);
});
