import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, expectTypeOf, test } from "vitest";
import type { PetitionStats } from "../contract/supporters.ts";
import { type House, openHouse, solved } from "../server/testing/house.ts";
import { anna, bruno } from "../server/testing/people.ts";
import { CallFailed, type Client, createClient } from "./client.ts";

const ROOT = join(import.meta.dirname, "..");

let house: House;
let petition: Client;
let administrator: Client;
beforeAll(async () => {
  house = await openHouse("server");
  petition = createClient({ baseUrl: `${house.url}/`, language: "en" });
  const key = (await readFile(join(house.dataFolder, "admin-key"), "utf8")).trim();
  administrator = createClient({ baseUrl: house.url, language: "en", key });
});
afterAll(() => house.close());

const consented = { gdprConsent: true, visibility: "public" } as const;

test("A program signs, confirms and reads the number", async () => {
  const { fullName, email } = anna;
  const signed = await petition.sign({ fullName, email, ...consented, ...solved(await petition.captcha()) });
  expect(signed.outcome).toBe("accepted");
  const confirmed = await petition.confirm({ token: await house.tokenOf(anna) });
  expect(confirmed).toMatchObject({ outcome: "confirmed", signedAs: { fullName } });
  const stats = await petition.stats();
  expectTypeOf(stats).toEqualTypeOf<PetitionStats>();
  expect(stats.signatureCount).toBe(1);
  const { supporters } = await petition.supporters({ pageSize: 1 });
  expect(supporters.map(({ name }) => name)).toEqual([fullName]);
});

test("What is refused by name is an answer, whose fields are known by that name", async () => {
  const said = await petition.sign({ fullName: "A", email: "nowhere", ...consented, ...solved(await petition.captcha()) });
  if (said.outcome !== "refused") throw new Error(said.outcome);
  expect(said.errors.map(({ field }) => field)).toEqual(expect.arrayContaining(["fullName", "email"]));
  expect((await petition.confirm({ token: "forged" })).outcome).toBe("unknown");
});

test("Whatever else is no success is thrown, with status and answer", async () => {
  const failure = await petition.supporters({ page: 0 }).catch((thrown: unknown) => thrown);
  expect(failure).toBeInstanceOf(CallFailed);
  expect(failure).toMatchObject({ status: 400, answer: { message: expect.any(String) } });
  await expect(petition.adminStats()).rejects.toMatchObject({ status: 401 });
});

test("Sentences and lists come in the language of the client, or of the call", async () => {
  const polish = createClient({ baseUrl: house.url, language: "pl" });
  const said = async (client: Client) => (await client.confirm({ token: "forged" })).message;
  expect(await said(polish)).not.toBe(await said(petition));
  expect((await polish.confirm({ token: "forged", lang: "en" })).message).toBe(await said(petition));
});

test("With the key it administers; the key goes with no other call", async () => {
  await house.signAndConfirm(bruno);
  const { signatures, total } = await administrator.adminSignatures({ search: "kessler" });
  expect([total, signatures[0]?.fullName]).toEqual([1, bruno.fullName]);
  const { message } = await administrator.removeSignature({ id: signatures[0]?.id ?? "" });
  expect(message).not.toBe("");
  expect((await administrator.adminStats()).signatureCount).toBe(1);
  expect(new TextDecoder().decode(await administrator.exportSignatures({ separator: "semicolon" }))).toContain(anna.email);

  const sent: (string | undefined)[] = [];
  const watched = createClient({
    baseUrl: house.url,
    key: "secret",
    fetch(address, request) {
      sent.push(new Headers(request.headers).get("authorization") ?? undefined);
      return fetch(address, request);
    },
  });
  await watched.stats();
  await watched.adminStats().catch(() => {});
  expect(sent).toEqual([undefined, "Bearer secret"]);
});

test("What is filled into a path leads to no other call; a tile keeps its place", async () => {
  const asked: string[] = [];
  const watched = createClient({
    baseUrl: house.url,
    key: "secret",
    fetch(address, request) {
      asked.push(new URL(String(address)).pathname);
      return fetch(address, request);
    },
  });
  await watched.removeSignature({ id: "../collection" }).catch(() => {});
  await watched.logTile({ level: 0, tile: "x001/067.p/8" }).catch(() => {});
  expect(asked).toEqual(["/api/admin/signatures/..%2Fcollection", "/log/tile/0/x001/067.p/8"]);
});

test("The paper's example runs as it is written", async () => {
  const paper = await readFile(join(ROOT, "docs/reference/for-programs.md"), "utf8");
  const [example = ""] = /(?: {4}.*createClient.*\n)(?:(?: {4}.*)?\n)+/.exec(paper) ?? [];
  const code = example.replaceAll("./client/", `${join(ROOT, "client")}/`).replace("http://localhost:3000", house.url);
  const file = join(house.dataFolder, "example.ts");
  await writeFile(file, code);
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [file]);
  expect(stderr).toBe("");
  expect(stdout).toMatch(/^\d+ have signed\. \d+ [+-] \d+ = \?/);
});

test("A call can be given up", async () => {
  await expect(petition.stats({}, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
});
