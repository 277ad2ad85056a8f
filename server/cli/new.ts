import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { CAMPAIGN_FOLDER } from "../../campaign-folder.ts";
import { petitionConfig } from "../../petition.config.ts";
import { callersFolder } from "../platform/config/configuration.ts";
import { findingsIn, sentenceFor, unwrittenTexts } from "../platform/config/petition-config.ts";
import { type Command, NotDone, onlyWord, WrongUse } from "./command.ts";
import { print, remark } from "./terminal.ts";

const PRODUCT = join(import.meta.dirname, "..", "..");
const CONFIG = "petition.config.ts";
const ID = /(?<=\bpetitionId"?: )"[^"]*"/;
/** Code and texts. What else is beside them (keys, exports, a repository) belongs to the campaign that is copied. */
const COPIED = /^(?:(?:[\w-]+\/)*[\w.-]+\.ts|messages\/[\w-]+\/[\w-]+\.json)$/;

export const newCampaign: Command = {
  usage: "new FOLDER",
  summary:
    "Copies the campaign into the folder of another petition, and prints which fields to fill in. It overwrites nothing.",
  notes:
    "The folder's name becomes the petition's id. CAMPAIGN_DIR=FOLDER npm start opens the petition. docs/another-petition.md says what to change.",
  readAlone(typed) {
    const word = onlyWord(typed);
    if (word === null) throw new WrongUse("Say which folder is to be made.");
    return async (environment) => {
      const folder = resolve(callersFolder(environment), word);
      const id = basename(folder);
      if (!/^[a-z\d-]+$/.test(id))
        throw new NotDone(`The folder's name becomes the petition's id: small letters, digits and hyphens, not "${id}".`);
      if (existsSync(folder))
        throw new NotDone(`${folder} is there already, and nothing is overwritten. Name a folder that is not.`);
      const paths = readdirSync(CAMPAIGN_FOLDER, { recursive: true, encoding: "utf8" }).filter((path) => COPIED.test(path));
      for (const path of paths) {
        const text = withOwnWays(readFileSync(join(CAMPAIGN_FOLDER, path), "utf8"), path, folder);
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), path === CONFIG ? text.replace(ID, `"${id}"`) : text, { flag: "wx" });
      }
      for (const sentence of [...findingsIn(petitionConfig).map(sentenceFor), ...unwrittenTexts()]) print(sentence);
      const named = isAbsolute(word) ? word : relative(PRODUCT, folder);
      remark(
        `${folder} is a copy of ${CAMPAIGN_FOLDER}: its texts, and all that is filled in, are still those of the original.`,
      );
      remark(`Open it: CAMPAIGN_DIR=${named} npm start. What is left: CAMPAIGN_DIR=${named} npm run petition -- doctor.`);
    };
  },
};

/** Imports of the product's modules, which are elsewhere when looked at from the copy. */
function withOwnWays(text: string, path: string, folder: string): string {
  return text.replace(/(?<=\bfrom ")\.[^"]+/g, (way) => {
    const to = join(dirname(join(CAMPAIGN_FOLDER, path)), way);
    if (!relative(CAMPAIGN_FOLDER, to).startsWith("..")) return way;
    return relative(dirname(join(folder, path)), to);
  });
}
