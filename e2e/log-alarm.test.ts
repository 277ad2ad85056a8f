import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type House, openHouse } from "../server/testing/house.ts";
import { bruno } from "../server/testing/people.ts";
import { KEY, logIn, openView } from "./administration.ts";
import { visits } from "./visit.ts";

const visit = visits();
let house: House;
beforeAll(async () => {
  house = await openHouse("server", { ADMIN_KEY: KEY });
  await house.signAndConfirm(bruno);
  await house.site.publicLog.run();
  await house.site.close();
  await rm(join(house.dataFolder, "log"), { recursive: true });
  await house.restart();
});
afterAll(() => house.close());

test("the copy of the log is lost: the administrator sees it at once, wherever they are, and how far the log is", async () => {
  const page = await visit(house.url);
  await logIn(page);
  const alarm = page.locator(".alarm", { hasText: "Die Kopie des öffentlichen Verzeichnisses fehlt." });
  await alarm.waitFor();
  expect(await alarm.textContent()).toContain("npm run petition -- log restart");
  await openView(page, "Betrieb");
  const log = page.getByRole("region", { name: "Öffentliches Verzeichnis" });
  expect(await log.textContent()).toMatch(/Einträge8, davon 1 Unterschrift gezählt/);
  expect(await log.getByText("signiert nichts").count()).toBe(1);
  await alarm.waitFor();
  await fetch(`${house.url}/api/admin/log/restart`, {
    method: "POST",
    headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
    body: JSON.stringify({ origin: (await house.site.petition.transparency())?.origin }),
  });
  await page.reload();
  await logIn(page);
  await openView(page, "Betrieb");
  await log.getByText("signiert", { exact: true }).waitFor();
  expect(await alarm.count()).toBe(0);
});
