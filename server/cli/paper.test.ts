import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tellAddress } from "../platform/database/address.ts";
import { runCommand } from "../testing/command.ts";
import { type House, openHouse } from "../testing/house.ts";

const KEY = "the-key-of-our-tests";
const PAUSE = 10 * 60_000;

let house: House;
beforeAll(async () => {
  house = await openHouse("embedded", { ADMIN_KEY: KEY });
  await tellAddress(house.dataFolder, house.url);
});
afterAll(() => house.close());

const typed = (input: string, ...args: string[]) =>
  runCommand(["paper", ...args], { DATA_DIR: house.dataFolder, ADMIN_KEY: KEY }, input);
const paper = (...args: string[]) => typed("", ...args);

test("without options all is asked for, and counted again the batch counts", async () => {
  const added = await typed("2026-11-21\nGroup Kassel\n312\n4\n\n3\n\n", "add");
  expect(added).toMatchObject({ code: 0, stdout: "1\n" });
  expect(added.stderr).toMatch(/^Received on \(2026-12-01\): Brought by: Valid lines: Invalid lines, double \(0\): /);
  const early = await paper("count", "1", "--valid", "312", "--double", "4", "--unsigned", "3");
  expect(early).toMatchObject({ code: 1, stderr: expect.stringMatching(/^The same key may count again from \d/) });
  expect((await paper("list")).stdout).toBe("    1  2026-11-21  counting; brought by Group Kassel\n");
  house.clock.forward(PAUSE);
  const counted = await typed("312\n4\n0\n3\n0\n", "confirm", "1");
  expect(counted).toMatchObject({ code: 0, stdout: "" });
  expect(counted.stderr).toMatch(/Batch 1 is counted\. 312 signatures on paper count\.\n$/);
});

test("with options nobody is asked", async () => {
  const options = ["--received", "2026-11-21", "--from", "Bruno", "--valid", "8"];
  expect(await paper("add", ...options)).toMatchObject({ code: 0, stdout: "2\n" });
  const again = await paper("add", ...options);
  expect(again).toMatchObject({ code: 1, stderr: expect.stringMatching(/^This may be batch 2: /) });
  expect(await paper("add", ...options, "--another")).toMatchObject({ code: 0, stdout: "3\n" });
  house.clock.forward(PAUSE);
  expect((await paper("count", "2", "--valid", "7")).stderr).toMatch(/^Batch 2: the two entries differ, nothing has changed\./);
  expect((await paper("count", "2", "--valid", "7")).stderr).toMatch(/^Batch 2: entered\./);
  house.clock.forward(PAUSE);
  expect((await paper("count", "2", "--valid", "7")).stderr).toBe("Batch 2 is counted. 319 signatures on paper count.\n");
});

test("a batch is corrected and withdrawn by two entries with a reason; the list says where it stands", async () => {
  const lower = ["correct", "1", "--valid", "300", "--reason", "Twelve were there twice"];
  await paper(...lower);
  const [, , first] = (await paper("list")).stdout.split("\n");
  expect(first).toBe(
    "    1  2026-11-21  counted    312 valid, 7 not; counted by first, twice, ten minutes apart; a correction waits for its second entry; brought by Group Kassel",
  );
  house.clock.forward(PAUSE);
  expect((await paper(...lower)).stderr).toBe("Batch 1 is corrected. 307 signatures on paper count.\n");
  const gone = ["correct", "1", "--withdraw", "--reason", "Lost"];
  await paper(...gone);
  house.clock.forward(PAUSE);
  expect((await paper(...gone)).stderr).toBe("Batch 1 is withdrawn. 7 signatures on paper count.\n");
  const { stdout, stderr } = await paper("list", "--json");
  expect([JSON.parse(stdout), stderr]).toMatchObject([
    { paperCount: 7, batches: [{}, {}, { batch: 1, state: "withdrawn" }] },
    "",
  ]);
});

describe("What is typed wrongly gets one sentence, and enters nothing", () => {
  test.each<[args: string[], input: string, code: number, sentence: RegExp]>([
    [[], "", 2, /^paper wants to know what: paper list, paper add/],
    [["burn"], "", 2, /^paper wants to know what/],
    [["list", "4"], "", 2, /^paper list takes no words/],
    [["list", "--valid", "4"], "", 2, /^paper list knows no --valid/],
    [["count"], "", 2, /^paper count wants the number of a batch/],
    [["count", "two", "--valid", "1"], "", 2, /^paper count wants the number of a batch/],
    [["count", "2", "--valid", "many"], "", 2, /^--valid must be a number/],
    [["count", "2", "--double", "1"], "", 2, /^--valid is missing/],
    [["correct", "2", "--withdraw", "--valid", "0", "--reason", "Lost"], "", 2, /^--withdraw takes no lines/],
    [["count", "3"], "8\n", 1, /Nothing was entered: nobody answered/],
    [["count", "3"], "8\nfour\n0\n0\n0\n", 2, /Each of the lines must be a number/],
    [["count", "3", "--valid=-1"], "", 1, /^Lines are whole numbers from 0 on\./],
    [["count", "4711", "--valid", "1"], "", 1, /^There is no batch 4711\./],
    [["add", "--received", "2027-01-01", "--from", "Bruno", "--valid", "1"], "", 1, /^The day of receipt is in the future\./],
  ])("paper %j", async (args, input, code, sentence) => {
    const before = (await paper("list", "--json")).stdout;
    const { stderr, ...ended } = await typed(input, ...args);
    expect(ended).toEqual({ code, stdout: "" });
    expect(stderr).toMatch(new RegExp(sentence, "m"));
    expect((await paper("list", "--json")).stdout).toBe(before);
  });
});
