import type { AdminSignature } from "../../contract/administration/signatures.ts";
import { asId, type Command, onlyWord, requireYes, WrongUse } from "./command.ts";
import { momentOf, personOf } from "./search.ts";
import { remark } from "./terminal.ts";

export const deletion: Command = {
  usage: "delete <id> [--yes]",
  summary: "Erases one signature for good, after a question.",
  options: { yes: { type: "boolean", help: "do not ask" } },
  notes: "The id is the first column of search. Nothing brings the signature back.",
  read(typed) {
    const word = onlyWord(typed);
    if (word === null) throw new WrongUse("delete wants an id, the first column of search: delete <id>.");
    const id = asId(word);
    return async (api, signal) => {
      const signature = await api.ask<AdminSignature>("GET", `signatures/${id}`);
      remark(`${personOf(signature)}, confirmed ${momentOf(signature.confirmedAt)}`);
      if (!typed.options.yes) await requireYes("Delete this signature for good?", signal, "Nothing was deleted");
      await api.ask("DELETE", `signatures/${id}`);
      remark(
        `The signature is deleted${signature.quarantined ? "; in quarantine it was not counted." : ", the number is one lower."}`,
      );
    };
  },
};
