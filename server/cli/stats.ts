import type { AdminOperations, UnnamedProxy } from "../../contract/administration/operations.ts";
import type { AdminStats } from "../../contract/administration/signatures.ts";
import { type Command, noWords } from "./command.ts";
import { count, print, remark } from "./terminal.ts";

export const stats: Command = {
  usage: "stats [--json]",
  summary: "How many have signed, today and in all, and what the anti-spam measures see.",
  options: { json: { type: "boolean", help: "the answer of GET /api/admin/stats, as it is" } },
  read(typed) {
    noWords(typed, "stats");
    return async (api) => {
      const figures = await api.ask<AdminStats>("GET", "stats");
      const { unnamedProxy } = await api.ask<AdminOperations>("GET", "operations");
      if (unnamedProxy) remark(warningOf(unnamedProxy));
      if (typed.options.json) return print(JSON.stringify(figures, null, 2));
      for (const [what, figure] of tableOf(figures)) print(`${what.padEnd(30)} ${figure}`);
    };
  },
};

function warningOf({ since, lastAt, requests }: UnnamedProxy): string {
  const seen = requests === 1 ? "1 request" : `${count(requests)} requests`;
  return (
    `Warning: ${seen} since ${since} (last ${lastAt}) with a proxy's header that is not believed: TRUST_PROXY does not name the proxy, or the header holds no address. ` +
    "If a proxy stands in front, all visitors share one limit: set TRUST_PROXY. If none does, somebody has made the header up."
  );
}

function tableOf({ antiSpam, ...figures }: AdminStats): [string, string][] {
  return [
    ["Signatures", `${count(figures.signatureCount)} (${figures.progressPercentage} % of ${count(figures.targetCount)})`],
    ["Today", count(figures.todaySignatures)],
    ["Yesterday until this time", count(figures.yesterdayByNow)],
    ["Waiting for confirmation", count(figures.pendingCount)],
    ["Sources tracked", count(antiSpam.totalTrackedIPs)],
    ["Sources blocked now", count(antiSpam.blockedIPs)],
    ["Suspicious acts in 24 hours", count(antiSpam.suspiciousActivity)],
    ["Names on hold", count(figures.namesOnHold)],
    ["E-mails given up", count(figures.failedMails)],
  ];
}
