import { describe, expect, test } from "vitest";
import { importsOf } from "./imports.ts";
import { textOf, trackedFiles } from "./tracked.ts";
import { brokenWall } from "./walls.ts";

const sources = trackedFiles().filter((file) => /\.tsx?$/.test(file));

test("no import crosses a wall of the house", () => {
  const running = sources.filter((file) => !/\.test\.tsx?$/.test(file) && !file.startsWith("server/testing/"));
  const broken = running.flatMap((file) => importsOf(file, textOf(file))).map(brokenWall);
  expect(broken.filter((sentence) => sentence !== null)).toEqual([]);
});

describe("the walls stand", () => {
  const cases: Array<[from: string, source: string, isBroken: boolean]> = [
    ["petition/signing.ts", 'import { randomBytes } from "node:crypto";', true],
    ["petition/signing.ts", 'import { sign } from "../server/signing/sign.ts";', true],
    ["petition/signing.ts", 'import { isLetter } from "./letters.ts";', false],
    ["contract/signing.ts", 'import { z } from "zod";', false],
    ["contract/signing.ts", 'import type { Tools } from "../server/signing/sign.ts";', true],
    ["web/pages/home.tsx", 'import type { Tools } from "../../server/signing/sign.ts";', true],
    ["web/pages/home.tsx", 'import { SignForm } from "../signing/sign-form.tsx";', false],
    ["web/signing/sign-form.tsx", 'import { Progress } from "../progress/progress-block.tsx";', true],
    ["web/signing/sign-form.tsx", 'const late = await import("../progress/progress-block.tsx");', true],
    ["web/signing/sign-form.tsx", 'import { Button } from "../design/button.tsx";', false],
    ["web/design/button.tsx", 'import { useTranslations } from "../say.tsx";', true],
    ["web/translation.tsx", 'import home from "./pages/home.tsx";', true],
    ["server/signing/sign.ts", 'export { page } from "../../web/pages/home.tsx";', true],
    ["server/signing/sign.ts", 'import { confirm } from "../confirmation/confirm.ts";', true],
    ["server/signing/sign.ts", 'import type { Confirm } from "../confirmation/confirm.ts";', false],
    ["server/signing/sign.ts", 'import { type Confirm } from "../confirmation/confirm.ts";', false],
    ["server/outbox/outbox.ts", 'import {\n  confirm,\n  type Confirm,\n} from "../confirmation/confirm.ts";', true],
    ["server/main.ts", 'import { confirm } from "./confirmation/confirm.ts";', false],
  ];

  test.each(cases)("%s with %s", (from, source, isBroken) => {
    expect(importsOf(from, source).some((found) => brokenWall(found) !== null)).toBe(isBroken);
  });
});

test("a broken wall says where the code belongs instead", () => {
  const [found] = importsOf("web/pages/home.tsx", 'import { sign } from "../../server/signing/sign.ts";');
  expect(found && brokenWall(found)).toBe(
    "web/pages/home.tsx imports server/signing/sign.ts: pages never import the server, not even its types. " +
      "Put the interface into contract/ and fulfil it in server/.",
  );
});

test("the environment is understood in server/configuration.ts alone, which main.ts hands it to", () => {
  const isScript = (file: string) => file.includes(".test.") || /^server\/(testing\/|build-once\.ts$)/.test(file);
  const running = sources.filter((file) => /^(petition|contract|messages|server|web)\//.test(file) && !isScript(file));
  const readers = running.filter((file) => /\bprocess\.env\b/.test(textOf(file)));
  const mains = ["server/main.ts", "server/command/main.ts"];
  expect(readers.filter((file) => ![...mains, "server/configuration.ts"].includes(file))).toEqual([]);
  for (const file of mains) expect(textOf(file).match(/process\.env\b.*/g)).toEqual(["process.env);"]);
});

test("nothing is named after no thing: a helper lives with its noun", () => {
  const nameless = /(^|\/)(utils?|helpers?|commons?|misc|managers?)(\/|\.|$)|-(utils?|helpers?|manager)\./;
  expect(trackedFiles().filter((file) => nameless.test(file))).toEqual([]);
});

test("the server holds no JSX, which Node cannot strip", () => {
  expect(sources.filter((file) => file.endsWith(".tsx") && !file.startsWith("web/"))).toEqual([]);
});
