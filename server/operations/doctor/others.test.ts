import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWitness, type Witness } from "../../../log-tools/witness/witness.ts";
import { surveySettings } from "../../platform/config/configuration.ts";
import { clockAt } from "../../testing/clock.ts";
import { openSheetsService, type SheetsService } from "../../testing/sheets-service.ts";
import type { Findings } from "./examine.ts";
import { keysAreSafe } from "./machine.ts";
import { analyticsAnswers, spreadsheetIsOpen, witnessesAnswer } from "./outside.ts";

const said = (findings: Findings) => [findings].flat().map(({ sign, seen }) => `${sign}: ${seen}`);

let folder: string;
let sheets: SheetsService;
let witness: Witness;
let account: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "petition-test-"));
  // Tokens are signed by the machine's clock.
  sheets = await openSheetsService(clockAt(new Date()));
  account = sheets.settings.GOOGLE_APPLICATION_CREDENTIALS ?? "";
  const keyFile = join(folder, "witness-key");
  witness = await openWitness({
    ...{ host: "127.0.0.1", port: 0, keyFile, name: "witness.example/petition", logs: new Map() },
    seconds: () => Math.floor(Date.now() / 1000),
  });
});
afterAll(async () => {
  await sheets.close();
  await witness.close();
  await rm(folder, { recursive: true, force: true });
});

test("the spreadsheet: open, not shared, its key refused, half a key file; no row is written", async () => {
  const { serviceAccountFile, configuration } = surveySettings(sheets.settings);
  const look = async (file = serviceAccountFile ?? "") => {
    const { id = "", endpoint = null } = configuration.spreadsheet ?? {};
    return said(await spreadsheetIsOpen({ id, endpoint, serviceAccountFile: file }, new AbortController().signal));
  };
  expect(await look()).toEqual(["good: the service account copy@petition.iam.example can open it."]);
  sheets.answerAll(403);
  expect(await look()).toEqual([expect.stringMatching(/^fault: the service account may not open it \(.*403/)]);
  sheets.answerAll(null);
  sheets.refuseTokens("invalid_grant");
  expect(await look()).toEqual(["fault: the service account's key is not taken (token invalid_grant)."]);
  sheets.refuseTokens(null);
  const half = join(folder, "half.json");
  await writeFile(half, '{"client_email":');
  expect(await look(half)).toEqual([
    expect.stringMatching(/^fault: GOOGLE_APPLICATION_CREDENTIALS: .+ is no service account's key/),
  ]);
  expect(sheets.writes()).toBe(0);
});

test("the service account's key file is one of the keys: others may not read it", async () => {
  const look = () => said(keysAreSafe({ dataFolder: folder, serviceAccountFile: account }, surveySettings({}).secrets));
  await chmod(account, 0o644);
  expect(look()).toEqual([`fault: ${account} can be read by others.`]);
  await chmod(account, 0o600);
  expect(look()).toEqual(["good: the first start makes them."]);
});

test("witnesses: one that runs, one that has gone, something else", async () => {
  const at = (address: string) => surveySettings({ LOG_WITNESSES: `${address} ${witness.key}` }).configuration.witnesses;
  expect(said(await witnessesAnswer(at(`http://127.0.0.1:${witness.port}`)))).toEqual([
    "good: witness.example/petition answers.",
  ]);
  expect(said(await witnessesAnswer(at("http://127.0.0.1:1")))).toEqual([
    "warning: witness.example/petition does not answer (ECONNREFUSED).",
  ]);
  const { address, close } = await answering(() => 200);
  expect(said(await witnessesAnswer(at(address)))).toEqual([
    "warning: witness.example/petition answers 200, as no witness does.",
  ]);
  await close();
});

test("the server for analytics answers, fails, is away", async () => {
  let status = 404;
  const { address, close } = await answering(() => status);
  const look = async () => said(await analyticsAnswers(`${address}/api/event`));
  expect(await look()).toEqual([expect.stringMatching(/^good: /)]);
  status = 503;
  expect(await look()).toEqual([expect.stringMatching(/^warning: .+ \(503\)/)]);
  await close();
  expect(await look()).toEqual([expect.stringMatching(/^warning: .+ does not answer \(ECONNREFUSED\)/)]);
});

async function answering(status: () => number): Promise<{ address: string; close(): Promise<unknown> }> {
  const server = createServer((_asked, answer) => answer.writeHead(status()).end()).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
