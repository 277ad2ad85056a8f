import { NO_TRACES, type Traces, type TracesTools } from "./traces.ts";

/** Without an endpoint nothing of it is even loaded. */
export async function openTraces({ tracing, headers, log }: TracesTools): Promise<Traces> {
  if (tracing === null) return NO_TRACES;
  const { recordTraces } = await import("./recorder.ts");
  return recordTraces({ tracing, headers, log });
}
