import type { FastifyBaseLogger } from "fastify";
import { type DestinationStream, type LoggerOptions, pino } from "pino";

export type Log = FastifyBaseLogger;

/** `stream`: instead of the standard output. */
export type LogOptions = LoggerOptions & { stream?: DestinationStream };

export function openLog(options: LogOptions | false): Log {
  if (options === false) return pino({ enabled: false });
  const { stream, ...others } = options;
  return stream ? pino(others, stream) : pino(others);
}
