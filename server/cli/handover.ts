import type { Dirent } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import type { AdminLog } from "../../contract/administration/commands.ts";
import { Commitments } from "../../log-tools/verifier/commitments.ts";
import { verifyTools } from "../../log-tools/verifier/ed25519.ts";
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGES, NOWHERE_LANGUAGE } from "../../petition/language.ts";
import { checkFolder, type Finding, MANIFEST } from "../../petition/transparency/handover.ts";
import { Lie, Unreadable } from "../../petition/transparency/lie.ts";
import type { OwnNumbers } from "../../petition/transparency/numbers.ts";
import { encryptingTo } from "../operations/backup/packing.ts";
import { NotHandedOver, openDraft } from "../operations/handover/draft.ts";
import { makeHandover } from "../operations/handover/make.ts";
import { callersFolder, readConfiguration } from "../platform/config/configuration.ts";
import type { Environment } from "../platform/config/kinds.ts";
import { allTranslators } from "../platform/translators.ts";
import { withApi } from "./admin-api.ts";
import { type AdminApi, type Command, NotDone, noWords, type Typed, WrongUse } from "./command.ts";
import { count, print, printable, remark, requireYes, showProgress } from "./terminal.ts";

const UNREAD = 2;

export const handover: Command = {
  usage: "handover --into FOLDER [--language de] | handover --check FOLDER",
  summary: "Makes the folder that is handed over, which its recipient checks without a network; or checks one.",
  options: {
    into: { type: "string", help: "the folder, new or empty; it appears under this name once it is whole" },
    language: { type: "string", help: `of letter, report and check page: ${LANGUAGES.join(", ")}` },
    "with-names": { type: "boolean", help: "with the public names, encrypted: needs --for" },
    for: { type: "string", help: "the recipient's public key of age (age1…)" },
    yes: { type: "boolean", help: "do not ask about the names" },
    check: { type: "string", help: "the folder to check instead: exit code 0, 1 if anything is wrong, 2 if it cannot be read" },
  },
  notes:
    "It holds both numbers, the petition's texts and the whole public log of one head, and no names and no addresses.\n" +
    "Everything in it is signed with the log's key. --check needs no site, no key and no network.",
  readAlone(typed) {
    noWords(typed, "handover", ": name the folder with --into");
    const { into, check, ...others } = typed.options;
    if (check && into === undefined && Object.keys(others).length === 0)
      return (environment) => checkIt(resolve(callersFolder(environment), String(check)));
    if (into && check === undefined)
      return (environment) => makeIt(environment, resolve(callersFolder(environment), String(into)), typed);
    throw new WrongUse("handover wants either --into FOLDER or --check FOLDER.");
  },
};

async function makeIt(environment: Environment, into: string, { options }: Typed): Promise<void> {
  const { language = DEFAULT_LANGUAGE, yes } = options;
  if (!isLanguage(language)) throw new NotDone(`--language must be one of: ${LANGUAGES.join(", ")}.`);
  const encrypt = encryptingFor(options);
  const { configuration, secrets } = readConfiguration(environment, { isStart: false });
  await withApi(environment, async (api, signal) => {
    const question = `Hand over the public names, readable by ${options.for}?`;
    if (encrypt && yes !== true) await requireYes(question, signal, "Nothing was handed over");
    const progress = showProgress(await sizeOf(api), "entries");
    const draft = await openDraft(into, signal).catch(explained);
    try {
      const { numbers, key } = await makeHandover(
        {
          ...{ published: api.published, keys: secrets.logKeys, t: allTranslators()[language], now: new Date() },
          address: configuration.publicUrl,
          names: encrypt && { recipient: String(options.for), encrypted: encrypt(publicNames(api, signal)) },
          progress: process.stderr.isTTY ? progress.at : () => {},
        },
        draft,
      ).finally(progress.end);
      await draft.finish();
      print(into);
      if (configuration.placeholders.length > 0)
        remark("Fields of the petition are not filled in, and the letter says so: npm run petition -- doctor lists them.");
      remark(`${sentenceOf(numbers)}. Signed with ${key}: publish it where the recipient can compare it.`);
    } catch (failure) {
      explained(failure);
    } finally {
      await draft.discard();
    }
  });
}

/** Null without names. */
function encryptingFor({ "with-names": withNames = false, for: recipient }: Typed["options"]) {
  if (!withNames && recipient !== undefined) throw new NotDone("--for is for --with-names alone.");
  try {
    return withNames ? encryptingTo([String(recipient)]) : null;
  } catch {
    throw new NotDone("--with-names wants --for with the recipient's public key of age, which begins with age1.");
  }
}

async function* publicNames(api: AdminApi, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  yield* (await api.download("export?format=csv&names=public", signal)).bytes;
}

/** Of the log that can be handed over. */
async function sizeOf(api: AdminApi): Promise<number> {
  const { origin, fault, waiting, size } = await api.ask<AdminLog>("GET", "log");
  if (origin === null) throw new NotDone("There is no public log yet: start the site once, and wait a minute.");
  if (fault) throw new NotDone("The public log is not being signed at present: npm run petition -- doctor says why.");
  if (waiting > 0) remark(`${count(waiting)} changes wait for the next head, and are not in the folder.`);
  return size;
}

function explained(failure: unknown): never {
  const isSaid = [NotHandedOver, Lie, Unreadable].some((kind) => failure instanceof kind);
  throw isSaid ? new NotDone(printable((failure as Error).message)) : failure;
}

async function checkIt(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(unread(folder));
  const files = entries.filter((entry) => !entry.isDirectory());
  const pathOf = ({ parentPath, name }: Dirent) => relative(folder, join(parentPath, name));
  const odd = files.find((entry) => !entry.isFile());
  if (odd) throw new NotDone(printable(`The folder is not as it was handed over: ${pathOf(odd)} is no file of its own.`));
  const paths = files.map(pathOf);
  if (!paths.includes(MANIFEST)) throw new NotDone(`There is no handover in ${folder}: ${MANIFEST} is missing.`, UNREAD);
  const commitments = new Commitments();
  const checked = await checkFolder(
    { ...verifyTools, progress() {}, counted: (entry) => entry.kind === "added" && commitments.add(entry.commitment) },
    { paths, read: (path) => readFile(join(folder, path)).catch(unread(path)) },
  );
  const found = checked.findings.map(saidOf);
  const repeated = commitments.repeated();
  if (repeated) found.push(`two entries of log/ add the same commitment, which begins with ${repeated}`);
  if (found.length > 0 || !checked.numbers)
    throw new NotDone(printable(`The folder is not as it was handed over: ${found.join("; ")}.`));
  const bytes = checked.files.reduce((sum, file) => sum + file.bytes, 0);
  const whole = `All ${count(checked.files.length)} files (${count(bytes)} bytes) are as they were handed over`;
  print(printable(`${whole}: ${sentenceOf(checked.numbers)}. Compare the key: ${checked.keys.join(" ")}`));
}

const unread = (what: string) => (failure: NodeJS.ErrnoException) => {
  throw new NotDone(`${what} cannot be read (${failure.code}).`, UNREAD);
};

function saidOf({ fault, path, says }: Finding): string {
  const what = allTranslators()[NOWHERE_LANGUAGE](`handover.check.finding.${fault}`);
  return says ? `${what} ${says}` : `${path} ${what}`;
}

function sentenceOf({ signatureCount, paperCount, size }: OwnNumbers): string {
  return `${count(signatureCount)} signatures online and ${count(paperCount)} on paper, by ${count(size)} entries`;
}
