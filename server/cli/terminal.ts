/** What was asked for goes to the standard output, all else to the standard error. */
import { createInterface } from "node:readline/promises";

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function remark(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Names and addresses come from strangers: what would steer the terminal is shown as a question mark. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\ufffd");
}

export async function askYesOrNo(question: string, signal: AbortSignal): Promise<boolean | null> {
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  const { promise: nobody, resolve } = Promise.withResolvers<null>();
  lines.once("close", () => resolve(null));
  try {
    const answer = await Promise.race([lines.question(`${question} [y/N] `, { signal }), nobody]);
    return answer === null ? null : /^y(?:es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}

export interface Progress {
  at(done: number): void;
  end(): void;
}

const BAR_LENGTH = 30;
const REDRAWN_EVERY = 100;

/** A bar on a terminal, elsewhere a line for each tenth. */
export function showProgress(all: number, things = "signatures", out = process.stderr): Progress {
  const shareOf = (done: number) => (all === 0 ? 0 : Math.min(1, done / all));
  const saying = (done: number) => `${count(done)} of ${count(all)} ${things}`;
  return out.isTTY ? drawnBar({ all, shareOf, saying }, out) : plainLines({ shareOf, saying }, out);
}

interface Shown {
  all: number;
  shareOf(done: number): number;
  saying(done: number): string;
}

function drawnBar({ all, shareOf, saying }: Shown, out: NodeJS.WriteStream): Progress {
  let drawnAt = -REDRAWN_EVERY;
  let drawn = -1;
  return {
    at(done) {
      const now = performance.now();
      if (done === drawn || (now - drawnAt < REDRAWN_EVERY && done < all)) return;
      drawnAt = now;
      drawn = done;
      const full = Math.round(shareOf(done) * BAR_LENGTH);
      const bar = "█".repeat(full) + "░".repeat(BAR_LENGTH - full);
      out.clearLine(0);
      out.cursorTo(0);
      out.write(`${bar} ${percent(shareOf(done))}, ${saying(done)}`);
    },
    end() {
      out.clearLine(0);
      out.cursorTo(0);
    },
  };
}

function plainLines({ shareOf, saying }: Omit<Shown, "all">, out: NodeJS.WriteStream): Progress {
  let tenths = 0;
  return {
    at(done) {
      const reached = Math.floor(shareOf(done) * 10);
      if (reached <= tenths) return;
      tenths = reached;
      out.write(`${percent(reached / 10)}, ${saying(done)}\n`);
    },
    end() {},
  };
}

export function count(number: number): string {
  return number.toLocaleString("en");
}

function percent(share: number): string {
  return `${Math.floor(share * 100)} %`;
}
