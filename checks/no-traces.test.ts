import { expect, test } from "vitest";
import { textOf, trackedFiles } from "./tracked.ts";

const PICTURE = /\.(png|jpe?g|webp|avif|ico|woff2?|pdf|gz|br)$/;
const texts = trackedFiles()
  .filter((file) => !PICTURE.test(file) && file !== "checks/no-traces.test.ts")
  .map((file) => ({ file, text: textOf(file) }));

function saying(pattern: RegExp): string[] {
  return texts.flatMap(({ file, text }) =>
    text
      .split("\n")
      .map((line, index) => ({ line, place: `${file}:${index + 1}` }))
      .filter(({ line }) => pattern.test(line))
      .map(({ place, line }) => `${place} ${line.trim().slice(0, 120)}`),
  );
}

test("no file names a folder of the machine it was written on", () => {
  expect(saying(/(?<![\w.-])\/(work|home|Users|root|mnt|workspace)\/(?!\*)/)).toEqual([]);
});

test("no file names a package registry or a mirror", () => {
  expect(saying(/registry\.npmjs|npm\.pkg\.github|_authToken|verdaccio|artifactory|^\s*registry\s*=/i)).toEqual([]);
});

test("no file holds a private key", () => {
  expect(saying(/-----BEGIN [A-Z ]*PRIVATE KEY-----/)).toEqual([]);
});

test("nothing is left for later in a comment", () => {
  expect(saying(/\b(TODO|FIXME|XXX|HACK)\b/)).toEqual([]);
});

test("no test is skipped or run alone", () => {
  const tests = texts.filter(({ file }) => /\.test\.tsx?$/.test(file));
  expect(tests.filter(({ text }) => /\b(test|it|describe)\.(only|skip|todo)\b/.test(text)).map(({ file }) => file)).toEqual([]);
});
