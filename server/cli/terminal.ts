/** What was asked for goes to the standard output, all else to the standard error. */
import { createInterface } from "node:readline/promises";
import { NotDone } from "./command.ts";

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function remark(line: string): void {
  process.stderr.write(`${line}\n`);
}

export function endByDatabase(failure: Error): never {
  remark(`The embedded database failed: ${failure.message}`);
  process.exit(1);
}

/** Names and addresses come from strangers: what would steer the terminal is shown as a question mark. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\ufffd");
}

/** The first signal lets the command tidy up; a second one ends it at once. */
export function interruption(): AbortSignal {
  const interrupted = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => {
      if (interrupted.signal.aborted) process.exit(1);
      interrupted.abort(new NotDone("Interrupted."));
    });
  return interrupted.signal;
}

export async function requireYes(question: string, signal: AbortSignal, nothing = "Nothing was changed"): Promise<void> {
  const [answer] = (await askLines([`${question} [y/N] `], signal)) ?? [];
  if (answer === undefined) throw new NotDone(`${nothing}: nobody answered. With --yes nobody is asked.`);
  if (!/^y(?:es)?$/i.test(answer)) throw new NotDone(`${nothing}.`);
}

/** A line for each question, without blanks around it; null where the input ends before. */
export async function askLines(questions: readonly string[], signal: AbortSignal): Promise<string[] | null> {
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false, signal });
  const answers: string[] = [];
  try {
    process.stderr.write(questions[0] ?? "");
    // What is piped in comes at once: a line that nobody waits for would be lost.
    for await (const line of lines) {
      answers.push(line.trim());
      if (answers.length === questions.length) return answers;
      process.stderr.write(questions[answers.length] ?? "");
    }
    return null;
  } finally {
    lines.close();
  }
}

const BAR_LENGTH = 30;
const REDRAWN_EVERY = 100;

/** A bar on a terminal, elsewhere a line for each tenth. */
export function showProgress(all: number, things = "signatures", out = process.stderr) {
  const shareOf = (done: number) => (all === 0 ? 0 : Math.min(1, done / all));
  const saying = (share: number, done: number) => `${Math.floor(share * 100)} %, ${count(done)} of ${count(all)} ${things}`;
  let drawnAt = -REDRAWN_EVERY;
  let drawn = -1;
  let tenths = 0;

  function clear(): void {
    out.clearLine(0);
    out.cursorTo(0);
  }

  function draw(done: number): void {
    const now = performance.now();
    if (done === drawn || (now - drawnAt < REDRAWN_EVERY && done < all)) return;
    drawnAt = now;
    drawn = done;
    const full = Math.round(shareOf(done) * BAR_LENGTH);
    clear();
    out.write(`${"█".repeat(full)}${"░".repeat(BAR_LENGTH - full)} ${saying(shareOf(done), done)}`);
  }

  function tell(done: number): void {
    const reached = Math.floor(shareOf(done) * 10);
    if (reached <= tenths) return;
    tenths = reached;
    out.write(`${saying(reached / 10, done)}\n`);
  }

  return out.isTTY ? { at: draw, end: clear } : { at: tell, end() {} };
}

export function count(number: number): string {
  return number.toLocaleString("en");
}
