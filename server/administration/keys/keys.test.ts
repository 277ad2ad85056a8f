import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { KeyRotated } from "../../../contract/administration/commands.ts";
import type { AdminSignature, AdminSignatureList } from "../../../contract/administration/signatures.ts";
import { type House, openHouse } from "../../testing/house.ts";
import { anna } from "../../testing/people.ts";

let house: House;
let file: string;
beforeAll(async () => {
  house = await openHouse("server", { TRUST_PROXY: "loopback" });
  file = join(house.dataFolder, "admin-key");
  await house.signAndConfirm(anna);
});
afterAll(() => house.close());

const keyNow = async () => (await readFile(file, "utf8")).trim();
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const enters = async (key: string) => (await house.get("/api/admin/stats", bearer(key))).status;
const rotate = <Body = KeyRotated>(body: object, headers: Record<string, string>) =>
  house.post<Body>("/api/admin/keys/rotate", body, headers);

test("a new key holds at once and opens /metrics, too; the answer does not hold it", async () => {
  const old = await keyNow();
  const { status, body } = await rotate({ key: "admin" }, bearer(old));
  expect({ status, body }).toEqual({ status: 200, body: { file, keys: 1 } });
  expect([await enters(old), await enters(await keyNow())]).toEqual([401, 200]);
  const metrics = async (key: string) =>
    (await house.get("/metrics", { ...bearer(key), "x-forwarded-for": "203.0.113.9" })).status;
  expect([await metrics(old), await metrics(await keyNow())]).toEqual([401, 200]);
});

test("whoever is not on this machine changes no key, even with the right one", async () => {
  const key = await keyNow();
  const { status, body } = await rotate<{ message: string }>(
    { key: "admin" },
    { ...bearer(key), "x-forwarded-for": "203.0.113.7" },
  );
  expect(status).toBe(403);
  expect(body.message).toMatch(/nur auf dem Rechner des Servers/);
  expect(await keyNow()).toBe(key);
  expect((await rotate({ key: "admin" }, {})).status).toBe(401);
});

test.each([{}, { key: "both" }, { key: "admin", forgetOld: "yes" }, []])("%j is refused with 400", async (body) => {
  expect((await rotate(body, bearer(await keyNow()))).status).toBe(400);
});

test("a key file that is gone or too short changes nothing", async () => {
  const key = await keyNow();
  await writeFile(file, "short\n");
  expect([await enters(key), await enters("short")]).toEqual([200, 401]);
  await rm(file);
  expect(await enters(key)).toBe(200);
  await writeFile(file, "a-key-that-was-written-by-hand\n");
  expect([await enters(key), await enters("a-key-that-was-written-by-hand")]).toEqual([401, 200]);
});

test("one signature by its id", async () => {
  const headers = bearer(await keyNow());
  const [listed] = (await house.get<AdminSignatureList>("/api/admin/signatures", headers)).body.signatures;
  expect((await house.get<AdminSignature>(`/api/admin/signatures/${listed?.id}`, headers)).body).toEqual(listed);
  expect((await house.get("/api/admin/signatures/00000000-0000-4000-8000-000000000000", headers)).status).toBe(404);
  expect((await house.get("/api/admin/signatures/1", headers)).status).toBe(400);
});
