import type { FastifyBaseLogger } from "fastify";
import { type DestinationStream, type LoggerOptions, pino } from "pino";
import { countLogLine } from "./measures/log-lines.ts";

export type Log = FastifyBaseLogger;

/** `stream`: instead of the standard output. */
export type LogOptions = LoggerOptions & { stream?: DestinationStream };

/** Lines of JSON; whoever writes one leaves out whom it is about. */
export function openLog(options: LogOptions | false): Log {
  if (options === false) return pino({ enabled: false });
  const { stream, ...others } = { ...COMMON, ...options };
  return stream ? pino(others, stream) : pino(others);
}

const WARN = 40;

const COMMON: LogOptions = {
  base: { pid: process.pid },
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  hooks: {
    logMethod(given, method, level) {
      if (level >= WARN) countLogLine(pino.levels.labels[level] ?? "error");
      method.apply(this, given);
    },
  },
};

/** For a person at a terminal: a line begins with what was said, the rest behind it. */
export function forTerminal(output: { write(text: string): unknown }): DestinationStream {
  return {
    write(line) {
      const { time, level, msg = "", pid: _, ...rest } = JSON.parse(line) as Record<string, unknown>;
      const details = Object.entries(rest).map(
        ([name, value]) => `${name}=${Array.isArray(value) ? listed(value) : shown(value)}`,
      );
      output.write(`${String(time).slice(11, 19)} ${String(level).toUpperCase()} ${[shown(msg), ...details].join(" ")}\n`);
    },
  };
}

function listed(values: unknown[]): string {
  return values.map((value) => `\n    ${shown(value)}`).join("");
}

/** Whatever got into a line: it neither steers the terminal nor looks like another line. */
function shown(value: unknown): string {
  return String(value).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\ufffd");
}
