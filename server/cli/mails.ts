import type { MailRetried } from "../../contract/administration/operations.ts";
import { asId, type Command, onlyWord, WrongUse } from "./command.ts";
import { count, remark } from "./terminal.ts";

export const mails: Command = {
  usage: "mails retry [id]",
  summary: "Sends e-mails again that were given up: one, or all.",
  notes:
    "The ids stand in the administration, under E-Mails, and in GET /api/admin/mail. The link in the e-mail stays the same, with the same end.",
  read({ words: [verb, ...words] }) {
    if (verb !== "retry") throw new WrongUse("mails knows one word: mails retry [id].");
    const word = onlyWord({ words });
    const path = word === null ? "mail/retry" : `mail/${asId(word)}/retry`;
    return async (api) => {
      const { retried } = await api.ask<MailRetried>("POST", path);
      const when = api.isRunning || retried === 0 ? "" : " They go out while the site runs.";
      remark(`${count(retried)} ${retried === 1 ? "e-mail waits" : "e-mails wait"} to be sent again.${when}`);
    };
  },
};
