/** docs/reference/asvs.md, the table of OWASP ASVS 5.0.0, read back. */
import { isTest } from "./promises.ts";
import { textOf } from "./tracked.ts";

/** The level of each requirement, by section, in order; what is of level 3 is left out of the table. */
const LEVELS: Record<string, string> = {
  ...{ "1.1": "22", "1.2": "1111122223", "1.3": "112222222223", "1.4": "222", "1.5": "123" },
  ...{ "2.1": "122", "2.2": "112", "2.3": "12223", "2.4": "23" },
  ...{ "3.1": "3", "3.2": "113", "3.3": "12223", "3.4": "11222233", "3.5": "11122333", "3.6": "3", "3.7": "22333" },
  ...{ "4.1": "12233", "4.2": "23333", "4.3": "22", "4.4": "1222" },
  ...{ "5.1": "2", "5.2": "112333", "5.3": "113", "5.4": "222" },
  ...{ "6.1": "122", "6.2": "111111112222", "6.3": "11223333", "6.4": "112233", "6.5": "22222333", "6.6": "2223" },
  ...{ "6.7": "33", "6.8": "2222" },
  ...{ "7.1": "222", "7.2": "1111", "7.3": "22", "7.4": "11222", "7.5": "223", "7.6": "22" },
  ...{ "8.1": "1233", "8.2": "1123", "8.3": "133", "8.4": "23" },
  ...{ "9.1": "111", "9.2": "1222" },
  ...{ "10.1": "22", "10.2": "223", "10.3": "22223", "10.4": "1111122222233333", "10.5": "22222", "10.6": "22", "10.7": "222" },
  ...{ "11.1": "2233", "11.2": "22233", "11.3": "11233", "11.4": "1222", "11.5": "23", "11.6": "23", "11.7": "33" },
  ...{ "12.1": "12233", "12.2": "11", "12.3": "22223" },
  ...{ "13.1": "2333", "13.2": "222223", "13.3": "2233", "13.4": "1222233" },
  ...{ "14.1": "22", "14.2": "12223333", "14.3": "122" },
  ...{ "15.1": "12233", "15.2": "12233", "15.3": "1222222", "15.4": "3333" },
  ...{ "16.1": "2", "16.2": "22222", "16.3": "2222", "16.4": "222", "16.5": "2223" },
  ...{ "17.1": "23", "17.2": "22223333", "17.3": "22" },
};

/** The headings of the paper's tables. */
const STATES = ["Not met", "Operator", "Met", "Not applicable"] as const;

export interface Line {
  ids: string[];
  state: (typeof STATES)[number];
  by: string;
}

/** `1.2.3`, of levels 1 and 2. */
export const WANTED = Object.entries(LEVELS).flatMap(([section, levels]) =>
  [...levels].flatMap((level, index) => (level === "3" ? [] : [{ id: `${section}.${index + 1}`, level }])),
);

/** What a cell names: `1.2.3, **1.2.4**`, or a range, `1.2.6–1.2.8`. */
function idsIn(cell: string): string[] {
  return cell
    .replaceAll("*", "")
    .split(", ")
    .flatMap((one) => {
      const [first = "", last = first] = one.split("–");
      const [from, to] = [first, last].map((id) => WANTED.findIndex((wanted) => wanted.id === id));
      return from === undefined || to === undefined || from < 0 ? [one] : WANTED.slice(from, to + 1).map(({ id }) => id);
    });
}

function linesIn(paper: string): Line[] {
  return STATES.flatMap((state) => {
    const [, table = ""] = new RegExp(`\n## ${state}\n(.*?)\n## `, "s").exec(paper) ?? [];
    return [...table.matchAll(/^\| (\**\d[^|]*) \| (?:[^|]* \| )?(.*) \|$/gm)].map(([, cell = "", by = ""]) => ({
      ids: idsIn(cell),
      state,
      by,
    }));
  });
}

/** What is named there and is not: files, and the titles of tests behind them. */
export function faultsOf({ ids, state, by }: Line, files: string[]): string[] {
  const named = [...by.matchAll(/`([^`]+)`|"([^"]+)"/g)];
  const faults: string[] = [];
  let file = "";
  for (const [, path, title] of named) {
    // Calls, settings and commands stand in back quotes, too.
    if (path && /^\w[\w./-]*\.\w+$/.test(path)) file = path;
    if (path && file === path && !files.includes(path)) faults.push(`${ids}: there is no ${path}`);
    if (title && !isTest({ file, title })) faults.push(`${ids}: ${file} has no test "${title}"`);
  }
  if (state === "Met" && file === "") faults.push(`${ids}: met by nothing`);
  if (state !== "Met" && by.length < 4) faults.push(`${ids}: without a reason`);
  return faults;
}

const PAPER = textOf("docs/reference/asvs.md");

export const ASVS_LINES = linesIn(PAPER);

/** Those of level 1 are bold where a line names them one by one. */
export const ASVS_BOLD = [...PAPER.matchAll(/\*\*(\d+\.\d+\.\d+)\*\*/g)].map(([, id]) => id);

export const ASVS_SUM = STATES.map(
  (state) => `${ASVS_LINES.filter((line) => line.state === state).flatMap(({ ids }) => ids).length} ${state.toLowerCase()}`,
);
