import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CaptchaChallenge } from "../contract/signing.ts";
import type { PetitionStats } from "../contract/supporters.ts";
import { solved } from "../server/testing/house.ts";
import { type Inbox, openInbox } from "../server/testing/inbox.ts";
import { anna, bruno, ewa, type Person } from "../server/testing/people.ts";
import { type PostgresServer, startPostgres } from "../server/testing/postgres-server.ts";
import { type ServerProcess, startServer } from "../server/testing/process.ts";

let postgres: PostgresServer;
let inbox: Inbox;
let dataFolder: string;
let server: ServerProcess;

beforeAll(async () => {
  postgres = await startPostgres();
  inbox = await openInbox();
  dataFolder = await mkdtemp(join(tmpdir(), "petition-test-"));
  server = await startServer({ DATA_DIR: dataFolder, DATABASE_URL: postgres.url, SMTP_URL: inbox.url });
});
afterAll(async () => {
  // A PostgreSQL would outlive us.
  if (server) await server.end("SIGTERM");
  if (inbox) await inbox.close();
  if (postgres) await postgres.remove();
  await rm(dataFolder, { recursive: true, force: true });
});

async function ask<Body extends object>(
  path: string,
  init?: RequestInit,
): Promise<{ status: number; body: Body; headers: Headers }> {
  const answer = await fetch(server.url + path, init);
  return { status: answer.status, body: (await answer.json()) as Body, headers: answer.headers };
}

async function sign(person: Person): Promise<{ status: number; body: { message: string }; headers: Headers }> {
  const { body } = await ask<CaptchaChallenge>("/api/captcha");
  return ask("/api/petition/sign", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...person, gdprConsent: true, ...solved(body) }),
  });
}

async function tokenOf({ email }: Person): Promise<string> {
  const [letter] = await inbox.waitFor(email);
  const link = letter?.links.find((one) => one.includes("/confirm?")) ?? "";
  return new URL(link).searchParams.get("token") ?? "";
}

async function untilReady(): Promise<void> {
  while ((await ask("/readyz")).status !== 200) await pause(50);
}

test("PostgreSQL is away for a while: writing is 503 with a sentence, reading comes from memory, and everything mends itself", async () => {
  expect((await sign(anna)).status).toBe(200);
  await ask(`/api/petition/confirm/${await tokenOf(anna)}`);
  expect((await ask<PetitionStats>("/api/petition/stats")).body.signatureCount).toBe(1);
  const listed = await ask<object>("/api/petition/supporters-paginated");
  expect((await sign(bruno)).status).toBe(200);
  const brunos = await tokenOf(bruno);

  await postgres.stop();
  try {
    await whileItIsAway({ brunos, listed: listed.body });
  } finally {
    await postgres.start();
  }
  await untilReady();
  expect((await ask(`/api/petition/confirm/${brunos}`)).status).toBe(200);
  expect((await sign(ewa)).status).toBe(200);
  expect((await ask(`/api/petition/confirm/${await tokenOf(ewa)}`)).status).toBe(200);
  expect((await ask<PetitionStats>("/api/petition/stats")).body.signatureCount).toBe(3);
});

async function whileItIsAway({ brunos, listed }: { brunos: string; listed: object }): Promise<void> {
  expect((await ask("/readyz")).status).toBe(503);
  expect((await ask("/healthz")).status).toBe(200);

  const refused = await sign(ewa);
  expect(refused).toMatchObject({
    status: 503,
    body: { message: "Strona chwilowo nie odpowiada. Wróci za kilka minut." },
  });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  const resent = await ask<{ message: string }>("/api/petition/resend", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: bruno.email }),
  });
  expect(resent).toMatchObject({ status: 503, body: { message: expect.stringMatching(/\p{L}{3}/u) } });
  expect(await ask(`/api/petition/confirm/${brunos}`)).toMatchObject({
    status: 503,
    body: { message: expect.stringMatching(/\p{L}{3}/u) },
  });
  // A forged link can be told without asking.
  expect((await ask("/api/petition/confirm/forged")).status).toBe(404);

  expect(await ask("/api/petition/stats")).toMatchObject({ status: 200, body: { signatureCount: 1 } });
  expect((await ask("/api/petition/supporters-paginated")).body).toEqual(listed);
  // In a size that nobody has asked for, too: it is put together from what is known.
  expect((await ask("/api/petition/supporters-paginated?pageSize=7")).body).toEqual(listed);
  expect(server.hasEnded()).toBe(false);
}
