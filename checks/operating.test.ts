/** Who stands before a sentence of the site finds it in the operators' book. */
import { expect, test } from "vitest";
import { textOf, trackedFiles } from "./tracked.ts";

const WRONG = textOf("docs/operating/something-is-wrong.md");
const sources = trackedFiles().filter((file) => /^server\/(?!testing\/).*(?<!\.test)\.ts$/.test(file));

test("each line of doctor has its own there", () => {
  const names = [...textOf("server/operations/doctor/checks.ts").matchAll(/\bname: "([^"]+)"/g)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !WRONG.includes(`\n| \`${name}\` |`))).toEqual([]);
});

test("each loud line of the log stands there", () => {
  const loud = sources.flatMap((file) => [
    ...[...textOf(file).matchAll(/\blog\.(?:warn|error)\([^;]*?"([A-Z][^"]{11,})"/g)].map(([, line = ""]) => line),
    ...[...textOf(file).matchAll(/\blogFailure\([^;]*?["`]([a-z][^"`$]+?) ?(?:["`]|\$)/g)].map(
      ([, during]) => `failed: ${during}`,
    ),
  ]);
  expect(loud.length).toBeGreaterThan(25);
  expect(loud.filter((line) => !WRONG.includes(`\`${line}`))).toEqual([]);
});

test("each sentence of a start or a restoration that refuses stands there, by its beginning", () => {
  const refusing = [
    "start-failure.ts",
    "platform/database/migrate.ts",
    "platform/database/embedded.ts",
    "operations/backup/restore.ts",
    "operations/backup/format.ts",
  ];
  const sentences = refusing.flatMap((file) =>
    [...textOf(`server/${file}`).matchAll(/["`]((?:[A-Z_]+: |The |This |A |An |Another )[^"`]{25,})["`]/g)].map(
      ([, sentence = ""]) => sentence,
    ),
  );
  expect(sentences.length).toBeGreaterThan(15);
  const known = [...WRONG.matchAll(/`([^`]+)`/g)].map(([, quoted = ""]) => quoted.replace(/ ?…$/, ""));
  const begins = (sentence: string) =>
    known.some((quoted) => quoted.length > 12 && sentence.startsWith(quoted.split("…")[0] ?? ""));
  expect(sentences.filter((sentence) => !begins(sentence))).toEqual([]);
});

test("each command has its line in the list of commands", () => {
  const [, list = ""] = textOf("docs/operating/README.md").split("## Commands");
  const commands = sources
    .filter((file) => file.startsWith("server/cli/"))
    .flatMap((file) => [...textOf(file).matchAll(/^ {2}usage: ["`]([a-z]+)\b/gm)].map(([, name = ""]) => name));
  expect(commands.length).toBeGreaterThan(13);
  expect(commands.filter((name) => !list.includes(`\`npm run petition -- ${name}`))).toEqual([]);
});

test("each chapter stands in the contents", () => {
  const chapters = trackedFiles().flatMap((file) => /^docs\/operating\/(?!README)([\w-]+\.md)$/.exec(file)?.[1] ?? []);
  expect(chapters.length).toBe(8);
  expect(chapters.filter((chapter) => !textOf("docs/operating/README.md").includes(`](${chapter})`))).toEqual([]);
});

test("what the mail server's user reads does not lie where the site's user alone may enter", () => {
  const book = textOf("docs/operating/first-day.md");
  expect(book).toContain("install -d -m 750 -g petition /etc/petition\n");
  const [, settings = ""] = /petition: "\|.* bounce --settings (\S+) /.exec(book) ?? [];
  expect(settings).toMatch(/^\/etc\/(?!petition\/)/);
  expect(book).toContain(`install -m 400 -o nobody /dev/null ${settings} `);
});
