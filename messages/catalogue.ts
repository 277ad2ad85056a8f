import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import compile from "icu-minify/compile";
import type { CompiledMessage } from "icu-minify/format";
import { CAMPAIGN_FOLDER } from "../campaign-folder.ts";
import { type Catalogue, isolating } from "./translate.ts";

const SERVER_ONLY = ["email", "answer"];
const SERVER_ONLY_TEXTS = ["signing.consent"];
/** Long texts: a page gets finished sentences. */
const SERVER_ONLY_FILES = [
  "accessibility",
  "alarms",
  "article",
  "charts",
  "discovery",
  "handover",
  "legal",
  "material",
  "privacy",
];
const ADMINISTRATION = [
  ...["administration", "administration-collection", "administration-installation", "administration-log"],
  ...["administration-paper", "audit", "export", "suspicion"],
];
/** The home page gets finished sentences of these groups. */
const TOLD = ["home.behind", "home.figures", "home.honesty"];
/** Reasons, in groups named by the campaign. */
const REASON = /^home\.why\.(?!demands\.|handover\.)\w+\./;
const SUPPORTERS = ["supporters.list", "supporters.pages", "supporters.report", "supporters.tooMany"];
const TRANSPARENCY = "transparency";
/** Not loaded with the home page. */
const BEYOND_HOME = ["login", "confirmation", "consent", "own-sheet", "personal", "receipt", "withdrawal"];

/** By dotted key: `signing.form.title` is in `signing.json` under `form`, `title`. Texts of the campaign win. */
export function readMessages(language: string, campaignFolder = CAMPAIGN_FOLDER): Map<string, string> {
  return new Map([...messagesIn(join(import.meta.dirname, language)), ...messagesOfCampaign(language, campaignFolder)]);
}

export function messagesOfCampaign(language: string, campaignFolder = CAMPAIGN_FOLDER): Map<string, string> {
  return messagesIn(join(campaignFolder, "messages", language));
}

function messagesIn(folder: string): Map<string, string> {
  const messages = new Map<string, string>();
  for (const file of existsSync(folder) ? readdirSync(folder).sort() : [])
    collect(file.replace(/\.json$/, ""), JSON.parse(readFileSync(join(folder, file), "utf8")), messages);
  return messages;
}

/** Throws where a message is not valid ICU. */
export function compileMessages(language: string, { forBrowser }: { forBrowser: boolean }): Catalogue {
  const isLeftOut = (key: string) => [null, "administration"].includes(partOf(key));
  return compileAll(
    language,
    [...readMessages(language)].filter(([key]) => !forBrowser || !isLeftOut(key)),
  );
}

export type CataloguePart = "home" | "told" | "beyond-home" | "administration" | "supporters" | "thanks" | typeof TRANSPARENCY;

export function compilePart(language: string, part: CataloguePart): Catalogue {
  return compileAll(
    language,
    [...readMessages(language)].filter(([key]) => partOf(key) === part),
  );
}

export function compileFile(language: string, file: string, texts: unknown): Catalogue {
  const messages = new Map<string, string>();
  collect(file, texts, messages);
  return compileAll(language, messages);
}

function compileAll(language: string, messages: Iterable<[key: string, message: string]>): Catalogue {
  const catalogue: Record<string, CompiledMessage> = {};
  for (const [key, message] of messages) {
    try {
      catalogue[key] = isolating(message, compile(typeset(language, message)));
    } catch (cause) {
      throw new Error(`messages/${language}: ${key} is not a valid message`, { cause });
    }
  }
  return catalogue;
}

function typeset(language: string, message: string): string {
  if (language === "pl") return withPolishSpaces(message);
  return language === "fr" ? withFrenchSpaces(message) : message;
}

/** Polish leaves no word of one letter at the end of a line, and no year without its "r.". */
function withPolishSpaces(message: string): string {
  return message.replace(/(?<=^|[\s({>„])([aiouwz]) (?=\S)/giu, "$1\u00a0").replace(/(?<=[\d}]) (?=r\.)/g, "\u00a0");
}

/** French has a narrow space before ; ! ? and %, a whole one before the colon and inside « ». `12:30` stays as it is. */
function withFrenchSpaces(message: string): string {
  return message
    .replace(/(?<=\S)[ \u00a0\u202f]*([;!?]+)(?=[\s<{}»)]|$)/g, "\u202f$1")
    .replace(/(?<=[\d}])[ \u00a0\u202f]*%/g, "\u202f%")
    .replace(/(?<=\S)[ \u00a0\u202f]+:(?=[\s<{}]|$)/g, "\u00a0:")
    .replace(/«[ \u00a0\u202f]*/g, "«\u00a0")
    .replace(/[ \u00a0\u202f]*»/g, "\u00a0»");
}

/** Null: for the server alone. */
export function partOf(key: string): CataloguePart | null {
  const [file = "", group = ""] = key.split(".");
  if (SERVER_ONLY_FILES.includes(file) || SERVER_ONLY.includes(group) || SERVER_ONLY_TEXTS.includes(key)) return null;
  if (isIn(TOLD, key) || REASON.test(key)) return "told";
  if (isIn(SUPPORTERS, key)) return "supporters";
  // Fetched with the sheet that thanks.
  if (`${file}.${group}` === "signing.thanks") return "thanks";
  if (ADMINISTRATION.includes(file)) return "administration";
  if (file === TRANSPARENCY) return TRANSPARENCY;
  return BEYOND_HOME.includes(file) ? "beyond-home" : "home";
}

function isIn(groups: string[], key: string): boolean {
  return groups.some((group) => key.startsWith(`${group}.`));
}

function collect(path: string, value: unknown, into: Map<string, string>): void {
  if (typeof value === "string") into.set(path, value);
  else if (typeof value === "object" && value !== null && !Array.isArray(value))
    for (const [name, inner] of Object.entries(value)) collect(`${path}.${name}`, inner, into);
  else throw new Error(`messages: ${path} is neither a text nor a group of texts`);
}
