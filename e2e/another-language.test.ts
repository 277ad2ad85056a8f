/** An eighth language, and a ninth that runs from right to left, made by the steps of docs/another-language.md in a copy. */
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PSEUDO_LANGUAGES } from "../checks/pseudo-language/add.ts";
import type { PseudoLanguage } from "../checks/pseudo-language/alphabets.ts";
import { copyWithPseudoLanguages } from "../checks/pseudo-language/copy.ts";
import { compileFile } from "../messages/catalogue.ts";
import { type Catalogue, type Translate, translator } from "../messages/translate.ts";
import { PAGES } from "../petition/addresses.ts";
import { copyOfTemplate } from "../server/testing/databases.ts";
import { type Inbox, openInbox } from "../server/testing/inbox.ts";
import { anna, type Person } from "../server/testing/people.ts";
import { type ServerProcess, startServer } from "../server/testing/process.ts";
import { VIEWS } from "../web/administration/place.ts";
import { enter, openView } from "./administration.ts";
import { follow, sign } from "./person.ts";
import { expectNoSideways } from "./sideways.ts";
import { untranslatedIn } from "./untranslated.ts";
import { visits } from "./visit.ts";

const ADMIN_KEY = "another-language-key";
const PHONE = 360;
const NOBODY_READS = ["/meine-daten/herunterladen", "/einwilligung", "/unterstuetzer/seite", "/admin"];
const VISITED = [
  ...Object.values(PAGES).filter((path) => !NOBODY_READS.includes(path)),
  ...["/unterstuetzer/seite/1", "/material/plakat-a4", "/material/kassenschild-a5"],
];

const run = promisify(execFile);
const visit = visits();
let folder: string;
let dataFolder: string;
let inbox: Inbox;
let server: ServerProcess;

beforeAll(async () => {
  folder = copyWithPseudoLanguages();
  const prepared = ["--import", "./server/prepare.mjs", "server/build-once.ts"];
  await run(process.execPath, prepared, { cwd: folder });
  inbox = await openInbox();
  dataFolder = await copyOfTemplate();
  server = await startServer({ DATA_DIR: dataFolder, SMTP_URL: inbox.url, ADMIN_KEY }, { folder });
}, 400_000);

afterAll(async () => {
  await server?.end("SIGTERM");
  await inbox?.close();
  for (const made of [folder, dataFolder]) await rm(made, { recursive: true, force: true });
});

test("The guide's steps leave nothing that does not compile", async () => {
  const bin = (name: string) => join(folder, "node_modules", ".bin", name);
  await run(bin("react-router"), ["typegen"], { cwd: folder });
  await run(bin("tsc"), [], { cwd: folder });
});

describe.each(PSEUDO_LANGUAGES)("The site in $code, $direction", (language) => {
  const { code, direction } = language;
  const person: Person = { ...anna, email: `anna.${code}@example.org` };

  test("is signed and confirmed, with an e-mail in it", async () => {
    const t = wordsOf(language);
    const page = await visit(home(), { locale: code, width: PHONE });
    await page.goto(`/${code}`);
    await sign(page, t, person, { script: true });
    await looksRight(page, language, `/${code}, signed`);
    const [letter] = await inbox.waitFor(person.email);
    expect(letter?.subject).toBe(t("mail.email.confirmation.subject"));
    // Beside the site, whose policy lets nobody write a page.
    const mail = await page.context().newPage();
    await mail.setContent(letter?.html ?? "");
    await looksRight(mail, language, "the e-mail");
    await mail.close();
    await follow(page, t, letter?.links[0] ?? "", { script: true });
    await page.getByText(t("confirmation.confirmed.counts")).first().waitFor();
    await looksRight(page, language, `/${code}/confirm`);
  });

  test("has every page in it", async () => {
    const page = await visit(home(), { locale: code, width: PHONE });
    for (const path of [...VISITED, `/digital-euro-${code}`]) {
      await page.goto(`/${code}${path === "/" ? "" : path}`);
      await looksRight(page, language, path);
    }
    await page.goto(`/embed?lang=${code}`);
    await looksRight(page, language, "/embed");
  });

  test("begins each line where the language does", async () => {
    const page = await visit(home(), { locale: code });
    await page.goto(`/${code}`);
    const mark = await page.locator("header .mark").evaluate((element) => element.getBoundingClientRect());
    const isOnTheLeft = mark.left + mark.width / 2 < 640;
    expect(isOnTheLeft).toBe(direction === "ltr");
    const form = await page.locator("#sign").evaluate((element) => element.getBoundingClientRect());
    expect(form.left > 640).toBe(direction === "ltr");
    const fields = ["fullName", "email"].map((name) => page.locator(`input[name="${name}"]`));
    expect(await Promise.all(fields.map((field) => field.getAttribute("dir")))).toEqual(["auto", "ltr"]);
  });

  test("is administered in it", async () => {
    const t = wordsOf(language);
    const page = await visit(home(), { locale: code, width: PHONE });
    await page.goto(`/${code}/admin`);
    await looksRight(page, language, "/admin");
    await enter(page, ADMIN_KEY);
    for (const view of VIEWS) {
      await openView(page, t(`administration.nav.${view}`), t("administration.nav.label"));
      await page.waitForLoadState("networkidle");
      await looksRight(page, language, `/admin, ${view}`);
    }
  });
});

test("A name in Arabic letters does not turn over the line of a page that runs from left to right", async () => {
  const t = wordsOf(PSEUDO_LANGUAGES[0] as PseudoLanguage);
  expect(t("administration.remove.label", { name: "ليلى" })).toContain("\u2068ليلى\u2069");
});

const home = () => server.url.replace("127.0.0.1", "localhost");

async function looksRight(page: Page, { code, direction }: PseudoLanguage, where: string): Promise<void> {
  const root = page.locator("html");
  expect([await root.getAttribute("lang"), await root.getAttribute("dir")], where).toEqual([code, direction]);
  expect(await untranslatedIn(page, code), where).toEqual([]);
  await expectNoSideways(page, where);
}

function wordsOf({ code }: PseudoLanguage): Translate {
  const catalogue: Catalogue = {};
  for (const messages of ["messages", "campaign/messages"].map((path) => join(folder, path, code)))
    for (const file of existsSync(messages) ? readdirSync(messages) : [])
      Object.assign(
        catalogue,
        compileFile(code, file.replace(/\.json$/, ""), JSON.parse(readFileSync(join(messages, file), "utf8"))),
      );
  return translator(code, { [code]: catalogue });
}
