import type { Environment } from "../settings/kinds.ts";
import { type Command, NotDone, onlyWord, WrongUse } from "./command.ts";
import { logIsKept, logIsSigned } from "./doctor-log.ts";
import { print, remark } from "./terminal.ts";

/** Each line says what is wrong and what to do about it; none where all is well. */
type Check = (environment: Environment) => Promise<string[]>;

/** A further check is a further entry. */
const CHECKS: Check[] = [petitionIsFilledIn, logIsKept, logIsSigned];

export const doctor: Command = {
  usage: "doctor",
  summary: "What is still to be done before this installation can go public; exit code 1 as long as there is something.",
  notes: "Needs no site that runs, and no database. Where one runs, it is asked whether it signs the public log.",
  readAlone(typed) {
    const word = onlyWord(typed);
    if (word !== null) throw new WrongUse(`doctor takes no words, but got "${word}".`);
    return async (environment) => {
      const found = (await Promise.all(CHECKS.map((check) => check(environment)))).flat();
      for (const line of found) print(line);
      if (found.length > 0)
        throw new NotDone(found.length === 1 ? "One thing is left to do." : `${found.length} things are left to do.`);
      remark("Nothing is left to do.");
    };
  },
};

async function petitionIsFilledIn(environment: Environment): Promise<string[]> {
  const { petitionFindings } = await import("../configuration.ts");
  const { sentenceFor } = await import("../settings/petition-config.ts");
  return petitionFindings(environment).map(sentenceFor);
}
