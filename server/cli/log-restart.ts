import type { AdminLog, LogRestartRequest } from "../../contract/administration/log.ts";
import type { Environment } from "../platform/config/kinds.ts";
import { type AdminApi, noWords, requireYes, type Typed } from "./command.ts";
import { count, print, remark } from "./terminal.ts";
import { withApi } from "./with-api.ts";

export function restartFrom(typed: Typed): (environment: Environment) => Promise<void> {
  noWords(typed, "log restart");
  const yes = typed.options.yes === true;
  return (environment) =>
    withApi(environment, async (api, signal) => {
      const old = await api.ask<AdminLog>("GET", "log");
      for (const line of await meaningOf(old, api)) remark(line);
      const question = old.origin === null ? "Begin a new log?" : `End the log ${old.origin}, and begin a new one?`;
      if (!yes) await requireYes(question, signal);
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
