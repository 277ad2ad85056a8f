/**
 * Traces for OpenTelemetry (decision 0030): how long what took, never of whom. An attribute is a pattern, a kind, a number or a
 * code; a path, a parameter or a message of a failure is none.
 */
import type { Configuration } from "../configuration.ts";
import type { Log } from "../log.ts";
import type { Secrets } from "../settings/secrets.ts";

export type Attributes = Record<string, string | number>;

/** `client`: somebody else works, the database above all. */
export type SpanKind = "internal" | "server" | "client";

export interface Span {
  traceId: string;
  add(attributes: Attributes): void;
  rename(name: string): void;
  /** `failure`: its code or kind, never its message. */
  end(failure?: string): void;
}

export interface Traces {
  /** False where nothing is ever recorded: then whoever would have to do something for it need not. */
  isOn: boolean;
  /** A span that others are parts of: of its own, or below `traceparent` (W3C Trace Context). Null where it is not recorded. */
  begin(name: string, kind: SpanKind, attributes: Attributes, traceparent?: string): Span | null;
  /** What `act` causes is part of `span`. */
  within<Result>(span: Span | null, act: () => Result): Result;
  /** Part of what goes on; null where that is not recorded. */
  part(name: string, kind: SpanKind, attributes: Attributes): Span | null;
  /** Sends what is left, as long as that takes no time to speak of. */
  close(): Promise<void>;
}

export const NO_TRACES: Traces = {
  isOn: false,
  begin: () => null,
  within: (_span, act) => act(),
  part: () => null,
  close: async () => {},
};

export interface TracesTools {
  tracing: Configuration["tracing"];
  headers: Secrets["traceHeaders"];
  log: Log;
}

/** `act` as something of its own: a task, an e-mail. What it throws is thrown on. */
export async function traced<Result>(
  traces: Traces,
  name: string,
  attributes: Attributes,
  act: (span: Span | null) => Promise<Result>,
): Promise<Result> {
  const span = traces.begin(name, "internal", attributes);
  try {
    const result = await traces.within(span, () => act(span));
    span?.end();
    return result;
  } catch (failure) {
    span?.end(failure instanceof Error ? failure.name : "Error");
    throw failure;
  }
}
