import type { AdminSignature, AdminSignatureList } from "../../contract/administration/signatures.ts";
import { ADMIN_PAGE_SIZE, COUNTED_MAX, SEARCH_LENGTH_MAX } from "../../petition/search.ts";
import { readPage } from "../../petition/supporters.ts";
import { type Command, WrongUse } from "./command.ts";
import { count, print, printable, remark } from "./terminal.ts";

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

export function personOf({ fullName, email }: Pick<AdminSignature, "fullName" | "email">): string {
  return `${printable(fullName)} <${printable(email)}>`;
}

export function momentOf(iso: string): string {
  return `${iso.slice(0, 16).replace("T", " ")} UTC`;
}
