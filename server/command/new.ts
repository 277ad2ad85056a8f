import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { readAnswers } from "./campaign/answers.ts";
import { askForAnswers } from "./campaign/ask.ts";
import { filesOf } from "./campaign/files.ts";
import { type Command, NotDone, onlyWord, WrongUse } from "./command.ts";
import { print, remark } from "./terminal.ts";

const PRODUCT = join(import.meta.dirname, "..", "..");

export const newCampaign: Command = {
  usage: "new FOLDER [--answers FILE]",
  summary: "Makes the folder of another petition: asks for name, languages, goal, colour and demands, and overwrites nothing.",
  options: { answers: { type: "string", help: "a JSON file with the answers (docs/another-petition.md); nobody is asked" } },
  notes:
    "CAMPAIGN_DIR=FOLDER npm start then opens it. What is still to be written is named by CAMPAIGN_DIR=FOLDER npm run petition -- doctor.",
  readAlone(typed) {
    const word = onlyWord(typed);
    if (word === null) throw new WrongUse("Say which folder is to be made.");
    const { answers: file } = typed.options;
    return async (environment) => {
      const { callersFolder } = await import("../configuration.ts");
      const from = callersFolder(environment);
      const folder = resolve(from, word);
      if (existsSync(folder))
        throw new NotDone(`${folder} is there already, and nothing is overwritten. Name a folder that is not.`);
      const answers = readAnswers(typeof file === "string" ? answersIn(resolve(from, file)) : await askForAnswers());
      if (Array.isArray(answers)) throw new NotDone(answers.join("\n"));
      for (const [path, text] of filesOf(answers, folder, PRODUCT)) {
        const place = join(folder, path);
        mkdirSync(dirname(place), { recursive: true });
        writeFileSync(place, text, { flag: "wx" });
        print(place);
      }
      // A setting is meant from the product's own folder.
      const named = isAbsolute(word) ? word : relative(PRODUCT, folder);
      remark(`Made. Open it: CAMPAIGN_DIR=${named} npm start. What is left: CAMPAIGN_DIR=${named} npm run petition -- doctor.`);
    };
  },
};

function answersIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (failure) {
    throw new NotDone(`${file} cannot be read as JSON: ${(failure as Error).message}`);
  }
}
