/** What `npm run dev` has beside the site: the mailbox, and the gallery of design components. */
import { readdirSync, readFileSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BUILD_FOLDER } from "../campaign-folder.ts";
import { slugOf } from "../gallery/state.ts";
import { copyOfTemplate } from "../server/testing/databases.ts";
import { openHouse } from "../server/testing/house.ts";
import { anna } from "../server/testing/people.ts";
import { type ServerProcess, startServer } from "../server/testing/process.ts";
import { barriers, WCAG } from "./barriers.ts";
import { sign } from "./person.ts";
import { visits } from "./visit.ts";
import { wordsIn } from "./words.ts";

const visit = visits();
/** Milliseconds: what a page needs is made when it is first asked for. */
const PATIENCE = 60_000;

const DEVELOP = [process.execPath, "--import", "./server/prepare.mjs", "server/main.ts", "--develop"];

describe("While one develops", () => {
  let dataFolder: string;
  let server: ServerProcess;
  let address: string;
  beforeAll(async () => {
    // Within the project, where it lies unless told otherwise.
    dataFolder = await mkdtemp(join(BUILD_FOLDER, "data-"));
    const template = await copyOfTemplate();
    await cp(template, dataFolder, { recursive: true });
    await rm(template, { recursive: true });
    server = await startServer({ DATA_DIR: dataFolder }, { command: DEVELOP });
    address = server.url.replace("127.0.0.1", "localhost");
  });
  afterAll(async () => {
    await server?.end("SIGTERM");
    await rm(dataFolder, { recursive: true, force: true });
  });

  test("Anna signs, her e-mail lies in the mailbox, and its link confirms", async () => {
    const page = await visit(address);
    page.context().setDefaultTimeout(PATIENCE);
    await page.goto("/dev");
    await page.getByRole("link", { name: "The mailbox" }).click();
    await page.getByText("Nothing has been sent yet.").waitFor();
    await page.goto("/");
    expect(await page.locator("body").evaluate((body) => getComputedStyle(body).fontFamily)).toContain("Source Sans 3");
    await sign(page, wordsIn("de"), anna, { script: true });

    await expect
      .poll(async () => {
        await page.goto("/dev/mailbox");
        return page.getByText(anna.email).count();
      })
      .toBe(1);
    expect(await barriers(page, WCAG)).toEqual([]);
    await page.getByRole("row", { name: anna.email }).getByRole("link").click();
    const [confirmation] = await Promise.all([
      page.context().waitForEvent("page"),
      page
        .frameLocator("iframe")
        .getByRole("link", { name: /bestätigen/ })
        .first()
        .click(),
    ]);
    await confirmation.getByRole("heading", { level: 1, name: "E-Mail bestätigt. Deine Unterschrift zählt." }).waitFor();
  });

  test("what serves the sources serves no key, by whichever address", async () => {
    const key = join(dataFolder, "admin-key");
    const inProject = `/${relative(join(import.meta.dirname, ".."), key)}`;
    for (const path of [inProject, `${inProject}?raw`, `/@fs${key}?import&raw`])
      expect((await fetch(new URL(path, server.url))).status).toBe(403);
  });

  test("the gallery shows each state of each component in both schemes; none bars anybody or fails unseen", async () => {
    // A frame may take its time for the first words that use a font.
    const page = await visit(address, { width: 360, provokes: /preload/ });
    page.context().setDefaultTimeout(PATIENCE);
    await page.goto("/en/dev/gallery/button?scheme=both");
    expect(await barriers(page, WCAG)).toEqual([]);
    const background = (scheme: string) =>
      page
        .frameLocator(`iframe[title="solid, ${scheme}"]`)
        .locator("body")
        .evaluate((body) => getComputedStyle(body).backgroundColor);
    const light = await background("light");
    await expect.poll(() => background("dark")).not.toBe(light);

    const shown = await statesKnown(page);
    expect(Object.keys(shown).length).toBeGreaterThan(10);
    const states = Object.entries(shown).flatMap(([component, names]) => names.map((name) => `${component}/${slugOf(name)}`));
    const found: Record<string, string[]> = {};
    for (const [place, state] of states.entries()) {
      await page.emulateMedia({ colorScheme: place % 2 === 0 ? "light" : "dark" });
      await page.goto(`/en/dev/gallery/${state}`);
      await page.locator(`[data-shown="${state}"]`).waitFor({ state: "attached" });
      const barred = await barriers(page, WCAG);
      if (barred.length > 0) found[state] = barred;
    }
    expect(found).toEqual({});
    // Dozens of states, each a page that a development server serves module by module.
  }, 300_000);
});

test("whoever runs the site has neither: they are not in the build, and nobody answers there", async () => {
  const house = await openHouse("server");
  try {
    for (const path of ["/dev", "/dev/gallery", "/en/dev/gallery/button", "/dev/mailbox"])
      expect((await house.get(path)).status, path).toBe(404);
  } finally {
    await house.close();
  }
  for (const part of ["client", "server"]) {
    const folder = join(BUILD_FOLDER, part);
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => /\.(?:js|css)$/.test(file));
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => /gallery/.test(readFileSync(join(folder, file), "utf8")))).toEqual([]);
  }
});

/** As the gallery's page was handed them. */
function statesKnown(page: Page): Promise<Record<string, string[]>> {
  return page.evaluate(() => JSON.parse(document.getElementById("payload")?.textContent ?? "").loaderData.states);
}
