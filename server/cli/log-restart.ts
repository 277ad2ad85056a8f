import type { AdminLog, LogRestartRequest } from "../../contract/administration/log.ts";
import type { Environment } from "../platform/config/kinds.ts";
import type { AdminApi } from "./calls.ts";
import { NotDone, onlyWord, type Typed, WrongUse } from "./command.ts";
import { askYesOrNo, count, print, remark } from "./terminal.ts";
import { withApi } from "./with-api.ts";

export function restartFrom(typed: Typed): (environment: Environment) => Promise<void> {
  const word = onlyWord(typed);
  if (word !== null) throw new WrongUse(`log restart takes no words, but got "${word}".`);
  const yes = typed.options.yes === true;
  return (environment) =>
    withApi(environment, async (api, signal) => {
      const old = await api.ask<AdminLog>("GET", "log");
      for (const line of await meaningOf(old, api)) remark(line);
      if (!yes) await ask(old, signal);
      const wanted: LogRestartRequest = { origin: old.origin };
      const begun = await api.ask<AdminLog>("POST", "log/restart", wanted);
      print(begun.origin ?? "");
      remark(
        `The new log has begun. ${count(begun.waiting)} entries more come into it ${api.isRunning ? "within a minute" : "while the site runs"}.`,
      );
    });
}

/** To be read before saying yes: nothing brings the old log back. */
async function meaningOf({ origin, size, count: signatures, publishedAt, checkpoint, fault }: AdminLog, api: AdminApi) {
  const { FAULT_SENTENCES } = await import("../ledger/public-log/faults.ts");
  const head =
    checkpoint === null
      ? ["The database holds no log."]
      : [
          `The log ${origin}, published last at ${publishedAt}: ${count(size)} entries, ${count(signatures)} signatures. Its last head:`,
          checkpoint.replace(/^/gm, "    ").trimEnd(),
        ];
  // Only who has run with it knows what is wrong.
  const found = fault ? FAULT_SENTENCES[fault] : "The site that answers finds nothing wrong with this log.";
  return [
    ...head,
    ...(api.isRunning ? [found] : []),
    "A new log takes its place, under another name and with this head as the last of the old one. Receipts that were given out",
    "are for the old log, whose entries are served no more; signers get new ones on their own page. Whoever has kept the old",
    "name, a verifier or a witness, will say that it is another log: tell them why. The line stays in the audit log.",
  ];
}

async function ask({ origin }: AdminLog, signal: AbortSignal): Promise<void> {
  const answer = await askYesOrNo(origin === null ? "Begin a new log?" : `End the log ${origin}, and begin a new one?`, signal);
  if (answer === null) throw new NotDone("Nothing was changed: nobody answered. With --yes nobody is asked.");
  if (!answer) throw new NotDone("Nothing was changed.");
}
