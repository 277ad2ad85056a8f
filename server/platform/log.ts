import type { FastifyBaseLogger } from "fastify";
import { type DestinationStream, type LoggerOptions, pino } from "pino";
import { logLines } from "./metrics/counters.ts";

export type Log = FastifyBaseLogger;

export type LogOptions = LoggerOptions & { stream?: DestinationStream };

export function openLog(options: LogOptions | false): Log {
  if (options === false) return pino({ enabled: false });
  const { stream, ...others } = { ...COMMON, ...options };
  return pino(others, stream ?? standardOutput());
}

const WARN = 40;
const WAITING = 2 ** 20;
const ATTEMPTS = 10;

/** If nobody takes the lines (full disk, a pipe that nobody reads), the site goes on: unheard, the error would end the process. */
function standardOutput(): DestinationStream {
  let attempts = 0;
  const output = pino.destination({
    ...{ dest: 1, sync: true, maxLength: WAITING },
    retryEAGAIN: () => {
      attempts += 1;
      return attempts < ATTEMPTS;
    },
  });
  output.on("write", () => {
    attempts = 0;
  });
  output.on("error", () => {});
  return output;
}

const COMMON: LogOptions = {
  base: { pid: process.pid },
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  hooks: {
    logMethod(given, method, level) {
      if (level >= WARN) logLines.inc({ level: pino.levels.labels[level] ?? "error" });
      method.apply(this, given);
    },
  },
};

export function forTerminal(output: { write(text: string): unknown }): DestinationStream {
  return {
    write(line) {
      const { time, level, msg = "", pid: _, ...rest } = JSON.parse(line) as Record<string, unknown>;
      const details = Object.entries(rest).map(
        ([name, value]) =>
          `${name}=${Array.isArray(value) ? value.map((one) => `\n    ${shown(one)}`).join("") : shown(value)}`,
      );
      output.write(`${String(time).slice(11, 19)} ${String(level).toUpperCase()} ${[shown(msg), ...details].join(" ")}\n`);
    },
  };
}

/** Whatever got into a line: it neither steers the terminal nor looks like another line. */
function shown(value: unknown): string {
  return String(value).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\ufffd");
}

export function logsRequests({ level }: Pick<Log, "level">): boolean {
  return ["info", "debug", "trace"].includes(level);
}

/** Without what the failure was about: a database's errors repeat the values of the row, and a row is a person. */
export function logFailure(log: Log, error: unknown, during = "request"): void {
  const { name, code, stack } = error as Partial<Error & { code: string }>;
  const cause = (error as { cause?: { code?: string } }).cause?.code;
  const frames = stack
    ?.split("\n")
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim());
  log.error({ failure: name ?? "Error", code: code ?? cause, frames }, `failed: ${during}`);
}
