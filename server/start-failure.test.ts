/** Whatever is between us and the database: one sentence, and the setting that helps. */
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TLSSocket } from "node:tls";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { readConfiguration } from "./platform/config/configuration.ts";
import { openClient } from "./platform/database/session.ts";
import { sentenceOf } from "./start-failure.ts";
import { makeCertificate } from "./testing/certificate.ts";

const certificate = makeCertificate(["localhost"]);
let folder: string;
/** Says yes to TLS, with a certificate of its own CA, and hangs up at the first word after that. */
const server = createServer((socket) => {
  socket.on("error", () => {});
  socket.once("data", () => {
    socket.write("S");
    const secure = new TLSSocket(socket, { isServer: true, ...certificate });
    secure.on("error", () => {});
    secure.once("data", () => secure.end());
  });
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "petition-test-"));
  await writeFile(join(folder, "ca.pem"), certificate.cert);
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

async function sentenceAt(url: string): Promise<string> {
  const { secrets } = readConfiguration({ DATA_DIR: folder, DATABASE_URL: url });
  return openClient({ connectionString: secrets.databaseUrl ?? "" }).then(() => "", sentenceOf);
}
const own = () => `postgres://petition@localhost:${(server.address() as AddressInfo).port}/petition`;

test.each(["require", "prefer", "verify-ca", "verify-full"])(
  "sslmode=%s and the provider's own CA: sslrootcert is named, and with it the certificate is believed",
  async (mode) => {
    expect(await sentenceAt(`${own()}?sslmode=${mode}`)).toMatch(/^DATABASE_URL: [^\n]+sslrootcert=[^\n]+\.$/);
    expect(await sentenceAt(`${own()}?sslmode=${mode}&sslrootcert=${folder}/ca.pem`)).toMatch(
      /^DATABASE_URL: the database does not answer/,
    );
  },
);

test("a certificate for another name", async () => {
  expect(await sentenceAt(`${own().replace("localhost", "127.0.0.1")}?sslmode=require&sslrootcert=${folder}/ca.pem`)).toMatch(
    /^DATABASE_URL: [^\n]+another name[^\n]+\.$/,
  );
});

test("a server that speaks no TLS", async () => {
  expect(await sentenceAt(`${inject("databases").serverUrl}?sslmode=require`)).toMatch(/^DATABASE_URL: [^\n]+ no TLS[^\n]+\.$/);
});

test("a socket that is not there; an address that is none says how one is written", async () => {
  expect(await sentenceAt("postgres:///petition?host=/nowhere")).toBe("DATABASE_URL: the database does not answer (ENOENT).");
  await expect(sentenceAt("postgres://petition@/petition?host=/nowhere")).rejects.toThrow(
    /^DATABASE_URL [^\n]+\?host=\/run\/postgresql\.$/,
  );
});

test("a file for TLS that cannot be read", async () => {
  await expect(sentenceAt(`${own()}?sslmode=require&sslrootcert=/nowhere`)).rejects.toThrow(
    /^DATABASE_URL [^\n]+sslrootcert[^\n]+\.$/,
  );
});
