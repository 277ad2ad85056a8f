import type {
  AdminPaper,
  PaperAdded,
  PaperBatch,
  PaperCorrectionRequest,
  PaperCountRequest,
  PaperDecided,
  PaperRequest,
} from "../../contract/administration/paper.ts";
import { INVALID_REASONS } from "../../petition/paper.ts";
import { type AdminApi, type Command, NotDone, noWords, onlyWord, type Typed, WrongUse } from "./command.ts";
import { askLines, count, print, printable, remark } from "./terminal.ts";

type Act = (api: AdminApi, signal: AbortSignal) => Promise<void>;

const FIGURES = ["valid", ...INVALID_REASONS] as const;

const VERBS: Record<string, { options: readonly string[]; read(typed: Typed): Act }> = {
  list: { options: ["json"], read: listed },
  add: { options: [...FIGURES, "received", "from", "another"], read: added },
  count: { options: FIGURES, read: counted },
  // Another name of it.
  confirm: { options: FIGURES, read: counted },
  correct: { options: [...FIGURES, "reason", "withdraw"], read: corrected },
};

const LINES = { type: "string" } as const;

export const paper: Command = {
  usage: "paper list | paper add | paper count BATCH | paper correct BATCH",
  summary: "Signatures on paper, in batches that are counted twice: only if both counts agree, a batch counts.",
  options: {
    received: { type: "string", help: "add: the day on which the batch came, such as 2026-12-01" },
    from: { type: "string", help: "add: who brought it; erased with the petition's end" },
    valid: { ...LINES, help: "valid lines; with it, reasons that are left out have none, and nothing is asked" },
    double: { ...LINES, help: "invalid: there twice" },
    unreadable: { ...LINES, help: "invalid: unreadable" },
    unsigned: { ...LINES, help: "invalid: no signature" },
    other: { ...LINES, help: "invalid: anything else" },
    another: { type: "boolean", help: "add: although there is one of that day and person already" },
    reason: { type: "string", help: "correct: why, for the audit log; without names" },
    withdraw: { type: "boolean", help: "correct: the batch counts no more; it stays withdrawn" },
    json: { type: "boolean", help: "list: the answer of GET /api/admin/paper, as it is" },
  },
  notes:
    "What no option says is asked for. The second count (count, or confirm) needs another administrator's key than the first,\n" +
    "or, while there is one only, ten minutes. If they differ, nothing counts, and both count again. A correction is entered\n" +
    "twice in the same way; until then the old figures count.",
  read(typed) {
    const [name = "", ...words] = typed.words;
    const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined;
    if (!verb) throw new WrongUse(`paper wants to know what: paper ${Object.keys(VERBS).join(", paper ")}.`);
    const foreign = Object.keys(typed.options).find((option) => !verb.options.includes(option));
    if (foreign !== undefined) throw new WrongUse(`paper ${name} knows no --${foreign}.`);
    return verb.read({ ...typed, words });
  },
};

function listed(typed: Typed): Act {
  noWords(typed, "paper list");
  return async (api) => {
    const answer = await api.ask<AdminPaper>("GET", "paper");
    if (typed.options.json) return print(JSON.stringify(answer, null, 2));
    for (const batch of answer.batches) print(lineOf(batch));
    remark(`${count(answer.paperCount)} signatures on paper count, beside those online.`);
  };
}

function lineOf({ batch, receivedOn, deliveredBy, state, valid, invalid, countedBy = [], open }: PaperBatch): string {
  const lines = invalid
    ? `${count(valid ?? 0)} valid, ${count(Object.values(invalid).reduce((sum, one) => sum + one, 0))} not`
    : "";
  const by =
    countedBy.length > 0 && countedBy[0] === countedBy[1] ? `${countedBy[0]}, twice, ten minutes apart` : countedBy.join(", ");
  const isCorrected = state === "counted" && open.length > 0;
  return [
    `${String(batch).padStart(5)}  ${receivedOn}  ${state.padEnd(9)}  ${lines}`.trimEnd(),
    ...(by ? [`counted by ${printable(by)}`] : []),
    ...(isCorrected ? [open.length > 1 ? "two corrections differ" : "a correction waits for its second entry"] : []),
    `brought by ${deliveredBy === null ? "(erased)" : printable(deliveredBy)}`,
  ].join("; ");
}

function added(typed: Typed): Act {
  noWords(typed, "paper add");
  const { received, from, another = false } = typed.options;
  const figures = figuresIn(typed);
  return async (api, signal) => {
    const asked = await askMissing([["Received on (2026-12-01)", received], ["Brought by", from], ...figures], signal);
    const [receivedOn = "", deliveredBy = "", ...lines] = asked;
    const entered: PaperRequest = { receivedOn, deliveredBy, ...asFigures(lines), another: another === true };
    const { batch } = await api.ask<PaperAdded>("POST", "paper", entered);
    print(String(batch));
    remark("The batch has this number. It counts once a second count agrees: paper count, or the administration.");
  };
}

function counted(typed: Typed): Act {
  const batch = batchIn(typed, "count");
  const figures = figuresIn(typed);
  return async (api, signal) => {
    const entered: PaperCountRequest = asFigures(await askMissing(figures, signal));
    remark(saying(batch, await api.ask<PaperDecided>("POST", `paper/${batch}/counts`, entered)));
  };
}

function corrected(typed: Typed): Act {
  const batch = batchIn(typed, "correct");
  const withdrawn = typed.options.withdraw === true;
  if (withdrawn && FIGURES.some((name) => name in typed.options)) throw new WrongUse("--withdraw takes no lines.");
  const figures = withdrawn ? FIGURES.map((name): Question => [name, "0"]) : figuresIn(typed);
  return async (api, signal) => {
    const [reason = "", ...lines] = await askMissing([["Reason", typed.options.reason], ...figures], signal);
    const entered: PaperCorrectionRequest = { ...asFigures(lines), withdrawn, reason };
    remark(saying(batch, await api.ask<PaperDecided>("POST", `paper/${batch}/corrections`, entered)));
  };
}

function saying(batch: string, { outcome, paperCount }: PaperDecided): string {
  if (outcome === "waiting") return `Batch ${batch}: entered. Nothing changes before a second entry agrees.`;
  if (outcome === "disagreed")
    return `Batch ${batch}: the two entries differ, nothing has changed. Both have to be entered again.`;
  return `Batch ${batch} is ${outcome}. ${count(paperCount)} signatures on paper count.`;
}

function batchIn(typed: Typed, verb: string): string {
  const word = onlyWord(typed);
  if (word === null || !/^[1-9]\d{0,8}$/.test(word))
    throw new WrongUse(`paper ${verb} wants the number of a batch: see paper list.`);
  return word;
}

type Question = [question: string, given: string | boolean | undefined];

/** With the valid lines given, none of the others is asked for. */
function figuresIn({ options }: Typed): Question[] {
  const isGiven = options.valid !== undefined;
  for (const name of FIGURES) if (options[name] !== undefined) numberIn(String(options[name]), `--${name}`);
  if (!isGiven && FIGURES.some((name) => name in options)) throw new WrongUse("--valid is missing.");
  return FIGURES.map((name): Question => {
    if (name === "valid") return ["Valid lines", options.valid];
    return [`Invalid lines, ${name} (0)`, isGiven ? (options[name] ?? "0") : undefined];
  });
}

function asFigures(lines: string[]): PaperCountRequest {
  const [valid = 0, double = 0, unreadable = 0, unsigned = 0, other = 0] = lines.map((line) =>
    numberIn(line || "0", "Each of the lines"),
  );
  return { valid, invalid: { double, unreadable, unsigned, other } };
}

function numberIn(text: string, name: string): number {
  if (!/^-?\d{1,9}(?:\.\d+)?$/.test(text.trim())) throw new WrongUse(`${name} must be a number, such as 312.`);
  return Number(text);
}

async function askMissing(questions: Question[], signal: AbortSignal): Promise<string[]> {
  const missing = questions.filter(([, given]) => given === undefined).map(([question]) => `${question}: `);
  const answers = missing.length > 0 ? await askLines(missing, signal) : [];
  if (!answers) throw new NotDone("Nothing was entered: nobody answered. With options nobody is asked.");
  return questions.map(([, given]) => (given === undefined ? (answers.shift() ?? "") : String(given)));
}
