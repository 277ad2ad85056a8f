/** The numbers that are handed over, as the log itself makes them up: by day and by class. */
import { parsedJson } from "../json.ts";
import { toBase64 } from "./bytes.ts";
import type { Added, LogEntry, Paper, Removed } from "./entry.ts";
import { type ReadFile, textOf } from "./files.ts";
import { readKey } from "./note.ts";
import type { VerifyTools } from "./receipt.ts";
import { signedHead } from "./signed-head.ts";
import { WholeLog } from "./whole-log.ts";

/** `paper`: by how much the number on paper changed. `signatureCount`, `paperCount`: at its end. */
interface Figures {
  signatureCount: number;
  paperCount: number;
  added: Partial<Record<Added, number>>;
  removed: Partial<Record<Removed, number>>;
  paper: Partial<Record<Paper, number>>;
}

export interface Numbers extends Figures {
  origin: string;
  size: number;
  root: string;
  /** In UTC; those without an entry are missing. */
  days: ({ day: string } & Figures)[];
  texts: { language: string; hash: string; hour: string; index: number; file: string }[];
  /** From the database at `languagesAt`: the log knows no languages. Small ones together, or left out. */
  languages: { language: string; count: number }[];
  languagesAt: string;
}

interface LogTools extends VerifyTools {
  progress(entries: number, all: number): unknown;
  counted?(entry: LogEntry): void;
}

export type OwnNumbers = Omit<Numbers, "languages" | "languagesAt">;

/** Reads and checks a whole log. Throws `Lie` or `Unreadable`. */
export async function recountLog({ progress, counted, ...tools }: LogTools, read: ReadFile) {
  const keys = (await textOf(read, "key")).split("\n").filter(Boolean);
  const origin = readKey(tools.sha256, keys[0] ?? "")?.name ?? "";
  const head = await signedHead(tools, await textOf(read, "checkpoint"), { origin, keys });
  const numbers: OwnNumbers = { origin, size: head.size, root: toBase64(head.root), ...noFigures(), days: [], texts: [] };
  const log = new WholeLog({
    ...{ ...tools, read },
    counted(entry) {
      const { number: signatureCount, paper: paperCount, entries } = log.recount;
      const day = dayOf(numbers, entry);
      for (const figures of [numbers, day]) {
        if (entry.kind === "added") add(figures.added, entry.reason, 1);
        if (entry.kind === "removed") add(figures.removed, entry.reason, 1);
        if (entry.kind === "paper") add(figures.paper, entry.reason, paperCount - figures.paperCount);
        Object.assign(figures, { signatureCount, paperCount });
      }
      if (entry.kind === "text") numbers.texts.push({ ...entry, index: entries - 1, file: `texts/${entry.language}.txt` });
      counted?.(entry);
    },
  });
  await log.readTo(head, (entries) => progress(entries, head.size));
  numbers.texts = numbers.texts.map(({ language, hash, hour, index, file }, at, all) => {
    const isOlder = all.some((other, place) => place > at && other.language === language);
    return { language, hash, hour, index, file: isOlder ? file.replace(".", `-${hash.slice(0, 16)}.`) : file };
  });
  return { keys, head, numbers };
}

function noFigures(): Figures {
  return { signatureCount: 0, paperCount: 0, added: {}, removed: {}, paper: {} };
}

function dayOf({ days, paperCount }: OwnNumbers, { hour }: LogEntry): Numbers["days"][number] {
  const day = hour.slice(0, "2026-11-22".length);
  if (days.at(-1)?.day !== day) days.push({ day, ...noFigures(), paperCount });
  return days.at(-1) as Numbers["days"][number];
}

function add<Reason extends string>(sums: Partial<Record<Reason, number>>, reason: Reason, number: number): void {
  sums[reason] = (sums[reason] ?? 0) + number;
}

/** Null where they are not those of the log, as far as it knows. */
export function readNumbers(text: string, own: OwnNumbers): Numbers | null {
  const numbers = parsedJson(text) as Numbers | undefined;
  if (!Array.isArray(numbers?.languages)) return null;
  return JSON.stringify({ ...numbers, ...own }) === JSON.stringify(numbers) ? numbers : null;
}

/** A line for each figure (RFC 4180). `by`: total, day or language. */
export function numbersAsCsv({ days, languages, ...total }: Numbers): string {
  const rows = [
    ...figuresOf(total).map((figure) => ["total", "", ...figure]),
    ...days.flatMap((day) => figuresOf(day).map((figure) => ["day", day.day, ...figure])),
    ...languages.map(({ language, count }) => ["language", language, "online", count]),
  ];
  return [["by", "of", "class", "count"], ...rows].map((row) => `${row.join(",")}\r\n`).join("");
}

function figuresOf({ signatureCount, paperCount, added, removed, paper }: Figures): [kind: string, count: number][] {
  const onPaper = Object.entries(paper).map(([reason, change]): [string, number] => [`paper-${reason}`, change]);
  return [["online", signatureCount], ["paper", paperCount], ...Object.entries({ ...added, ...removed }), ...onPaper];
}
