import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { textOf, trackedFiles } from "../../../checks/tracked.ts";
import { SAMPLES, sampleTranslators } from "../../testing/email-samples.ts";
import { openHouse } from "../../testing/house.ts";
import { anna } from "../../testing/people.ts";
import { hereAlone } from "../http/protections.ts";
import { saying } from "./compiled-template.ts";
import { MAILBOX, showMailbox } from "./shown-mails.ts";
import { openTransport } from "./transport.ts";

const HOSTILE = "<script>alert(1)</script>";

let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mail-"));
  app = fastify();
  showMailbox(app, folder);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = async (path: string) => {
  const { statusCode, body, headers } = await app.inject(path);
  return { status: statusCode, body, policy: String(headers["content-security-policy"]) };
};

test("before anything was sent it says so; then each e-mail is listed and shown with its links, its text, its headers and its HTML", async () => {
  expect((await get(MAILBOX)).body).toContain("Nothing has been sent yet.");
  const [confirmation] = SAMPLES;
  const letter = confirmation?.letter("pl", sampleTranslators().pl);
  if (!letter) throw new Error("no sample");
  const transport = openTransport({
    outboxFolder: folder,
    from: "petition@petition.example",
    replyTo: "us@petition.example",
    log: console,
  });
  await transport.send({ words: saying("pl", letter), to: anna.email, id: "one", date: new Date("2026-11-21T12:00:00Z") });
  transport.close();
  const [file = ""] = await readdir(folder);

  const { body: list } = await get(MAILBOX);
  for (const part of [anna.email, letter.subject, `href="${MAILBOX}/${file}"`]) expect(list).toContain(part);
  const { body: shown } = await get(`${MAILBOX}/${file}`);
  for (const part of [`<a href="${letter.link}">`, "Content-Language", `src="${MAILBOX}/${file}/html" sandbox="`])
    expect(shown).toContain(part);
  const html = await get(`${MAILBOX}/${file}/html`);
  expect(html.body).toContain(letter.link);
  expect(html.policy).toMatch(/default-src 'none'.* sandbox /);
});

test("what stands in an e-mail is text and runs nowhere; no other file can be read", async () => {
  await writeFile(join(folder, "2026.eml"), `To: <a@b.example>\r\nSubject: ${HOSTILE}\r\nX-Odd: ${HOSTILE}\r\n\r\n${HOSTILE}`);
  await writeFile(join(folder, "key"), "secret");
  for (const path of [MAILBOX, `${MAILBOX}/2026.eml`]) {
    const { body, policy } = await get(path);
    expect(body).toContain("&lt;script&gt;");
    expect(body).not.toContain(HOSTILE);
    expect(policy).not.toContain("script-src");
    expect(policy).toContain("default-src 'none'");
  }
  for (const file of ["key", "..%2Fkey", "none.eml"]) {
    const { status, body } = await get(`${MAILBOX}/${file}`);
    expect([status, body.includes("secret")]).toEqual([404, false]);
  }
});

test("only whoever sits at this machine reads them: nobody through a proxy, from a network, or by a page that calls itself so", async () => {
  const own = fastify();
  hereAlone(own);
  showMailbox(own, folder);
  const status = async (request: object) => (await own.inject({ url: MAILBOX, ...request })).statusCode;
  for (const host of ["localhost:3000", "127.0.0.1:3000", "[::1]:3000"]) expect(await status({ headers: { host } })).toBe(200);
  expect(await status({ headers: { host: "rebound.example:3000" } })).toBe(404);
  expect(await status({ headers: { "x-forwarded-for": "127.0.0.1" } })).toBe(404);
  expect(await status({ remoteAddress: "192.0.2.7" })).toBe(404);
  await own.close();
});

test("a site that is not being developed has none, and loads none", async () => {
  const house = await openHouse("server");
  try {
    expect((await house.get(MAILBOX)).status).toBe(404);
  } finally {
    await house.close();
  }
  const importers = trackedFiles().filter(
    (file) => !file.endsWith(".test.ts") && /from "\.[^"]*\/shown-mails\.ts"/.test(textOf(file)),
  );
  expect(importers).toEqual(["server/development.ts"]);
  expect(textOf("server/main.ts")).toContain('isDeveloping ? await (await import("./development.ts"))');
});
