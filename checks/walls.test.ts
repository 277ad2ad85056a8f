import { describe, expect, test } from "vitest";
import { circlesIn, importsOf } from "./imports.ts";
import { textOf, trackedFiles } from "./tracked.ts";
import { brokenWall, serverRoom, WEB_ROOMS } from "./walls.ts";

const sources = trackedFiles().filter((file) => /\.tsx?$/.test(file));
const running = sources.filter((file) => !/\.test\.tsx?$/.test(file) && !file.startsWith("server/testing/"));

test("no import crosses a wall of the house", () => {
  const broken = running.flatMap((file) => importsOf(file, textOf(file))).map(brokenWall);
  expect(broken.filter((sentence) => sentence !== null)).toEqual([]);
});

test("every folder of web is named by a wall, and every file of server has a room", () => {
  const folders = trackedFiles().map((file) => /^web\/[^/]+(?=\/)/.exec(file)?.[0]);
  expect([...new Set(folders)].filter((folder) => folder !== undefined).sort()).toEqual(WEB_ROOMS);
  expect(running.filter((file) => file.startsWith("server/") && serverRoom(file) === null)).toEqual([]);
});

test("no files import each other in a circle, not even types", () => {
  const imports = running.flatMap((file) => importsOf(file, textOf(file)));
  expect(circlesIn(imports)).toEqual([]);
});

test("a circle is found however long it is, and once", () => {
  const one = (from: string, to: string) => importsOf(from, `import type { Some } from ".//${to}";`);
  const circle = [...one("a.ts", "b.ts"), ...one("b.ts", "c.ts"), ...one("c.ts", "a.ts")];
  expect(circlesIn([...one("start.ts", "a.ts"), ...circle, ...one("c.ts", "end.ts")])).toEqual([["a.ts", "b.ts", "c.ts"]]);
  expect(circlesIn([...one("a.ts", "b.ts"), ...one("a.ts", "c.ts"), ...one("b.ts", "c.ts")])).toEqual([]);
});

describe("the walls stand", () => {
  const cases: Array<[from: string, source: string, isBroken: boolean]> = [
    ["petition/signing.ts", 'import { randomBytes } from "node:crypto";', true],
    ["petition/signing.ts", 'import { sign } from "../server/features/signing/sign.ts";', true],
    ["petition/signing.ts", 'import { isLetter } from "./letters.ts";', false],
    ["contract/signing.ts", 'import { z } from "zod";', false],
    ["contract/signing.ts", 'import type { Tools } from "../server/features/signing/sign.ts";', true],
    ["web/pages/home.tsx", 'import type { Tools } from "../../server/features/signing/sign.ts";', true],
    ["web/pages/home.tsx", 'import { SignForm } from "../signing/sign-form.tsx";', false],
    ["web/signing/sign-form.tsx", 'import { Progress } from "../progress/progress-block.tsx";', true],
    ["web/signing/sign-form.tsx", 'const late = await import("../progress/progress-block.tsx");', true],
    ["web/signing/sign-form.tsx", 'import { Button } from "../design/button.tsx";', false],
    ["web/design/button.tsx", 'import { useTranslations } from "../translation.tsx";', true],
    ["gallery/shown/button.tsx", 'import { Button } from "../../web/design/button.tsx";', false],
    ["web/signing/sign-form.tsx", 'import { LONG_NAME } from "../../gallery/people.ts";', true],
    ["web/translation.tsx", 'import home from "./pages/home.tsx";', true],
    ["server/features/signing/sign.ts", 'export { page } from "../../../web/pages/home.tsx";', true],
    ["server/features/signing/sign.ts", 'import { confirm } from "../confirmation/confirm.ts";', true],
    ["server/features/signing/sign.ts", 'import type { Confirm } from "../confirmation/confirm.ts";', true],
    ["server/features/signing/sign.ts", 'import { makeSum } from "./captcha/captcha.ts";', false],
    ["server/features/signing/sign.ts", 'import { put } from "../../platform/jobs/outbox.ts";', false],
    ["server/features/signing/sign.ts", 'import type { Context } from "../../context.ts";', false],
    ["server/features/signing/sign.ts", 'import type { Site } from "../../site.ts";', true],
    ["server/features/signing/sign.ts", 'import { anna } from "../../testing/people.ts";', true],
    ["server/features/signing/sign.ts", 'import { verifyTools } from "../../../log-tools/verifier/ed25519.ts";', true],
    ["server/administration/keys/routes.ts", 'import { confirm } from "../../features/confirmation/confirm.ts";', false],
    ["server/administration/keys/routes.ts", 'import { search } from "../signatures/store.ts";', false],
    ["server/ledger/count/count.ts", 'import type { Context } from "../../context.ts";', true],
    ["server/ledger/count/count.ts", 'import { erase } from "../erasure/erase.ts";', true],
    ["server/ledger/erasure/erase.ts", 'import { count } from "../count/count.ts";', false],
    [
      "server/platform/jobs/outbox.ts",
      'import {\n  confirm,\n  type Confirm,\n} from "../../features/confirmation/confirm.ts";',
      true,
    ],
    ["server/platform/jobs/outbox.ts", 'import type { Email } from "../mail/emails.ts";', true],
    ["server/platform/mail/deliver.ts", 'import { openOutbox } from "../jobs/outbox.ts";', false],
    ["server/platform/http/app.ts", 'import { allRoutes } from "../../routes.ts";', true],
    ["server/context.ts", 'import type { Signing } from "./features/signing/sign.ts";', true],
    ["server/main.ts", 'import { openSite } from "./site.ts";', false],
    ["server/site.ts", 'import { confirm } from "./features/confirmation/confirm.ts";', false],
    ["server/routes.ts", 'import { confirmationRoutes } from "./features/confirmation/routes.ts";', false],
    ["server/cli/log.ts", 'import { verifyLog } from "../../log-tools/verifier/verify.ts";', false],
    ["log-tools/verifier/verify.ts", 'import type { PetitionStats } from "../../contract/supporters.ts";', false],
    ["log-tools/verifier/verify.ts", 'import { sha256 } from "../../server/platform/crypto/crypto.ts";', true],
    ["log-tools/witness/files.ts", 'import { verifyTools } from "../verifier/ed25519.ts";', false],
    ["log-tools/witness/serve.ts", 'import fastify from "fastify";', true],
    ["web/signing/sign-form.tsx", 'import { signRequest } from "../../contract/signing.ts";', true],
    ["web/signing/sign-form.tsx", 'import type { SignRequest } from "../../contract/signing.ts";', false],
    ["client/client.ts", 'import { API } from "../contract/api.ts";', true],
    ["client/client.ts", 'import { CALLS, type CallName } from "../contract/calls.ts";', false],
    ["contract/calls.ts", 'import { moment } from "./described.ts";', true],
  ];

  test.each(cases)("%s with %s", (from, source, isBroken) => {
    expect(importsOf(from, source).some((found) => brokenWall(found) !== null)).toBe(isBroken);
  });
});

test("a broken wall says where the code belongs instead", () => {
  const [found] = importsOf("web/pages/home.tsx", 'import { sign } from "../../server/features/signing/sign.ts";');
  expect(found && brokenWall(found)).toBe(
    "web/pages/home.tsx imports server/features/signing/sign.ts: pages never import the server, not even its types. " +
      "Put the interface into contract/ and fulfil it in server/.",
  );
});

test("the environment is understood in server/platform/config/configuration.ts alone, which main.ts hands it to", () => {
  const isScript = (file: string) => file.includes(".test.") || /^server\/(testing\/|build-once\.ts$)/.test(file);
  const asked = sources.filter((file) => /^(petition|contract|messages|server|web)\//.test(file) && !isScript(file));
  const readers = asked.filter((file) => /\bprocess\.env\b/.test(textOf(file)));
  const mains = ["server/main.ts", "server/cli/main.ts"];
  expect(readers.filter((file) => ![...mains, "server/platform/config/configuration.ts"].includes(file))).toEqual([]);
  for (const file of mains) expect(textOf(file).match(/process\.env\b.*/g)).toEqual(["process.env);"]);
});

test("nothing is named after no thing: a helper lives with its noun", () => {
  const nameless = /(^|\/)(utils?|helpers?|commons?|misc|managers?)(\/|\.|$)|-(utils?|helpers?|manager)\./;
  expect(trackedFiles().filter((file) => nameless.test(file))).toEqual([]);
});

test("the server holds no JSX, which Node cannot strip", () => {
  expect(sources.filter((file) => file.endsWith(".tsx") && !/^(web|gallery)\//.test(file))).toEqual([]);
});
