import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compileFile } from "../../messages/catalogue.ts";
import type { Colours } from "../../petition/look.ts";
import { startCommand } from "../testing/process.ts";
import { paletteFrom } from "./campaign/palette.ts";

const TEXTS = {
  name: "Save O'Hara's library",
  headline: "The library must stay.",
  lede: "A petition to keep our library open.",
  demands: ["It stays open.", "Nobody loses their job."],
};
const ANSWERS = {
  ...{ id: "save-the-library", languages: ["en"], goal: 1200, colour: "#7a3b8f" },
  ...{ organisation: "Friends of the Library", email: "friends@library.org", texts: { en: TEXTS } },
};
/** As somebody types them, one after the other; the first goal cannot be used. */
const TYPED = [
  ...[ANSWERS.organisation, ANSWERS.email, ANSWERS.id, "en", "many", "1200", ANSWERS.colour],
  ...[TEXTS.name, TEXTS.headline, TEXTS.lede, "2", ...TEXTS.demands],
];

let place: string;

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "petition-new-"));
});

afterAll(() => rm(place, { recursive: true, force: true }));

/** As npm hands over where it was called. */
async function make(folder: string, answers?: object, typed = "") {
  if (answers) await writeFile(join(place, "answers.json"), JSON.stringify(answers));
  const options = answers ? ["--answers", "answers.json"] : [];
  return startCommand(["new", folder, ...options], { INIT_CWD: place }, typed).ended;
}

const filesIn = async (folder: string) => (await readdir(join(place, folder), { recursive: true })).sort();
const textIn = (path: string) => readFile(join(place, path), "utf8");

describe("npm run petition -- new", () => {
  test("makes a folder out of a file of answers, whose messages are valid, and names what is left to be written", async () => {
    const { code, stdout } = await make("answered", ANSWERS);
    expect(code).toBe(0);
    expect(stdout).toContain(join(place, "answered", "messages", "en", "home.json"));
    expect(() => compileFile("en", "frame", { name: "Save O’Hara’s library" })).not.toThrow();
    expect(JSON.parse(await textIn("answered/messages/en/frame.json")).name).toBe("Save O’Hara’s library");
    const doctor = await startCommand(["doctor"], { CAMPAIGN_DIR: join(place, "answered"), DATA_DIR: join(place, "data") })
      .ended;
    expect(doctor.code).toBe(1);
    expect(doctor.stdout).toContain("organisation.representative is still a placeholder");
    expect(doctor.stdout).not.toContain("messages/");
  });

  test("asks the same of whoever sits there, and again for what cannot be used", async () => {
    const { code, stderr } = await make("typed", undefined, `${TYPED.join("\n")}\n`);
    expect(code).toBe(0);
    expect(stderr).toContain("The goal must be a whole number.");
    const same = (await filesIn("answered")).filter((path) => /\.(?:ts|json)$/.test(path));
    for (const path of same) expect(await textIn(`typed/${path}`), path).toBe(await textIn(`answered/${path}`));
  });

  test("overwrites nothing, and makes nothing of half the answers", async () => {
    const before = await textIn("answered/campaign.ts");
    const again = await make("answered", { ...ANSWERS, goal: 7 });
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("is there already, and nothing is overwritten")]);
    expect(await textIn("answered/campaign.ts")).toBe(before);

    const { texts, ...half } = ANSWERS;
    const wrong = await make("wrong", { ...half, goal: 0, texts: { de: texts.en } });
    expect(wrong.stderr.split("\n")).toEqual(expect.arrayContaining(["goal: The goal is at least 1."]));
    expect((await make("wrong", { ...ANSWERS, texts: { de: TEXTS } })).stderr).toContain("texts.en is missing.");
    expect((await make("wrong", undefined, "Friends\n")).stderr).toContain("Nothing was made");
    await expect(filesIn("wrong")).rejects.toThrow("no such file");
  });
});

describe("a palette", () => {
  const over = (fronts: (keyof Colours)[], grounds: (keyof Colours)[]) =>
    fronts.flatMap((front) => grounds.map((ground) => [front, ground] as const));
  const PAIRS = [
    ...over(["ink", "inkSoft", "inkOver", "hand", "moss", "brass", "madder"], ["desk", "sheet"]),
    ...over(["onFooting", "onFootingSoft", "footingLink"], ["footing"]),
    ...([
      ["onHand", "hand"],
      ["moss", "mossTint"],
      ["brass", "brassTint"],
      ["madder", "madderTint"],
      ["hand", "handTint"],
    ] as const),
  ];

  test.each(["#cc2222", "#cc7722", "#a0a000", "#22aa22", "#11aaaa", "#2244cc", "#8822cc", "#cc2288", "#808080", "#000000"])(
    "out of %s can be read, in light and dark",
    (colour) => {
      const { light, dark } = paletteFrom(colour);
      for (const colours of [light, { ...light, ...dark }]) {
        const faint = PAIRS.filter(([front, ground]) => contrast(colours[front], colours[ground]) < 4.5);
        expect(faint).toEqual([]);
        expect(contrast(colours.line, colours.desk)).toBeGreaterThan(3);
      }
    },
  );
});

/** WCAG 2.2, 1.4.3. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [one, other].map(luminanceOf).sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminanceOf(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
