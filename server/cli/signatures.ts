import type { AdminOperations, UnnamedProxy } from "../../contract/administration/operations.ts";
import type { AdminSignature, AdminSignatureList, AdminStats } from "../../contract/administration/signatures.ts";
import { ADMIN_PAGE_SIZE, COUNTED_MAX, SEARCH_LENGTH_MAX } from "../../petition/search.ts";
import { readPage } from "../../petition/supporters.ts";
import { asId, type Command, noWords, onlyWord, WrongUse } from "./command.ts";
import { count, print, printable, remark, requireYes } from "./terminal.ts";

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

export const search: Command = {
  usage: "search <text> [--page N] [--json]",
  summary: "Signatures by part of a name or address, mail domain, IP address, network, day or month.",
  options: {
    page: { type: "string", help: `the page, ${ADMIN_PAGE_SIZE} signatures each, from 1` },
    json: { type: "boolean", help: "the answer of GET /api/admin/signatures, as it is" },
  },
  read({ words, options }) {
    const text = words.join(" ").trim();
    if (text === "") throw new WrongUse("search wants to know what for: search <text>.");
    if (text.length > SEARCH_LENGTH_MAX) throw new WrongUse(`search takes at most ${SEARCH_LENGTH_MAX} characters.`);
    const page = readPage(options.page ?? "1");
    if (page === null) throw new WrongUse("--page must be a whole number from 1 on.");
    return async (api) => {
      const query = new URLSearchParams({ search: text, page: String(page), limit: String(ADMIN_PAGE_SIZE) });
      const found = await api.ask<AdminSignatureList>("GET", `signatures?${query}`);
      if (options.json) return print(JSON.stringify(found, null, 2));
      for (const signature of found.signatures) print(lineOf(signature));
      remark(remarkOn(found, page));
    };
  },
};

function remarkOn({ total, totalIsExact, searchedTo }: AdminSignatureList, page: number): string {
  if (totalIsExact)
    return `${count(total)} found, page ${count(page)} of ${count(Math.max(1, Math.ceil(total / ADMIN_PAGE_SIZE)))}.`;
  const atLeast = total > COUNTED_MAX ? `More than ${count(COUNTED_MAX)}` : `At least ${count(total)}`;
  const said = `${atLeast} found, page ${count(page)}.`;
  return searchedTo ? `${said} Searched back to ${momentOf(searchedTo)}.` : said;
}

function lineOf({ id, confirmedAt, visibility, locale, quarantined, ...person }: AdminSignature): string {
  const state = quarantined ? "  (in quarantine)" : "";
  return `${id}  ${momentOf(confirmedAt)}  ${visibility.padEnd(7)}  ${locale}  ${personOf(person)}${state}`;
}

function personOf({ fullName, email }: Pick<AdminSignature, "fullName" | "email">): string {
  return `${printable(fullName)} <${printable(email)}>`;
}

function momentOf(iso: string): string {
  return `${iso.slice(0, 16).replace("T", " ")} UTC`;
}

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
