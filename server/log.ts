/** The log of everything in this process, HTTP among it. */
import type { FastifyBaseLogger } from "fastify";
import { type DestinationStream, type LoggerOptions, pino } from "pino";

export type Log = FastifyBaseLogger;

/** `stream`: instead of the standard output. */
export type LogOptions = LoggerOptions & { stream?: DestinationStream };

/** `false`: no log at all. */
export function openLog(options: LogOptions | false): Log {
  if (options === false) return pino({ enabled: false });
  const { stream, ...others } = options;
  return stream ? pino(others, stream) : pino(others);
}
