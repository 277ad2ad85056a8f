import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CAMPAIGN_FOLDER } from "../../campaign-folder.ts";
import { startCommand } from "../testing/process.ts";

let place: string;

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "petition-new-"));
});

afterAll(() => rm(place, { recursive: true, force: true }));

/** As npm hands over where it was called. */
const make = (folder: string) => startCommand(["new", folder], { INIT_CWD: place }).ended;
const filesIn = async (folder: string) => (await readdir(folder, { recursive: true })).sort();
const textIn = (path: string) => readFile(join(place, path), "utf8");

describe("npm run petition -- new", () => {
  test("copies the campaign under an id of its own, and prints the placeholders that doctor lists", async () => {
    const { code, stdout } = await make("save-the-library");
    expect(code).toBe(0);
    const folder = join(place, "save-the-library");
    expect(await filesIn(folder)).toEqual(await filesIn(CAMPAIGN_FOLDER));
    const text = "messages/en/home.json";
    expect(await textIn(`save-the-library/${text}`)).toBe(await readFile(join(CAMPAIGN_FOLDER, text), "utf8"));
    expect(await textIn("save-the-library/petition.config.ts")).toContain('petitionId: "save-the-library"');

    const doctor = await startCommand(["doctor"], { CAMPAIGN_DIR: folder, DATA_DIR: join(place, "data") }).ended;
    expect(doctor.code).toBe(1);
    const placeholders = (said: string) => [...said.matchAll(/\S+ is still a placeholder/g)].map(([found]) => found).sort();
    expect(placeholders(stdout)).toContain("organisation.representative is still a placeholder");
    expect(placeholders(stdout)).toEqual(placeholders(doctor.stdout));
    expect(doctor.stdout).not.toContain("messages/");
  });

  test("each import of the copy leads to a file", async () => {
    const folder = join(place, "save-the-library");
    for (const path of (await filesIn(folder)).filter((one) => one.endsWith(".ts"))) {
      const text = await readFile(join(folder, path), "utf8");
      for (const [, way = ""] of text.matchAll(/from "(\.[^"]+)"/g))
        await expect(readFile(join(dirname(join(folder, path)), way)), `${path}: ${way}`).resolves.toBeDefined();
    }
  });

  test("overwrites nothing, and makes nothing whose name is no id", async () => {
    const before = await textIn("save-the-library/campaign.ts");
    const again = await make("save-the-library");
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("is there already, and nothing is overwritten")]);
    expect(await textIn("save-the-library/campaign.ts")).toBe(before);

    const wrong = await make("Save O'Hara's library");
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining("small letters, digits and hyphens")]);
    expect(await readdir(place)).toEqual(["save-the-library"]);
  });
});
