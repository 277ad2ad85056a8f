import { rm } from "node:fs/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { copyOfTemplate } from "../server/testing/databases.ts";
import { FILLED_IN, readingInstead } from "../server/testing/petition-config.ts";
import { type ServerProcess, startServer } from "../server/testing/process.ts";
import { figure, KEY, logIn } from "./administration.ts";
import { visits } from "./visit.ts";

let dataFolder: string;
let server: ServerProcess;
beforeEach(async () => {
  dataFolder = await copyOfTemplate();
});
afterEach(async () => {
  await server.end("SIGTERM");
  await rm(dataFolder, { recursive: true, force: true });
});
// Leaves its pages before the server ends: what a page still asks for must not meet one that is gone.
const visit = visits();

test("the administrator sees at once what nobody has filled in yet, and on the overview alone", async () => {
  server = await startServer({ DATA_DIR: dataFolder, ADMIN_KEY: KEY });
  const page = await visit(server.url);
  await logIn(page);
  const notice = page.getByRole("region", { name: "Noch nicht ausgefüllt." });
  await notice.waitFor();
  expect(await notice.getByRole("listitem").allTextContents()).toEqual(
    expect.arrayContaining(["organisation.email", "dataProtection.officer.email", "sourceUrl", "handover.date"]),
  );
  await page.getByRole("link", { name: "Betrieb", exact: true }).click();
  await notice.waitFor({ state: "detached" });
});

test("where all is filled in the overview says nothing of it", async () => {
  server = await startServer({ DATA_DIR: dataFolder, ADMIN_KEY: KEY, ...readingInstead(FILLED_IN) });
  const page = await visit(server.url);
  const operations = page.waitForResponse(/\/api\/admin\/operations$/);
  await logIn(page);
  expect(await (await operations).json()).toMatchObject({ placeholders: [] });
  await figure(page, "Unterschriften").first().waitFor();
  expect(await page.getByText("petition.config.ts").count()).toBe(0);
});
