/** OTLP 1.x as JSON: ids in hex, whole numbers of 64 bits as strings (OTLP, "JSON Protobuf Encoding"). */
import type { Attributes, SpanKind } from "./traces.ts";

export interface Recorded {
  traceId: string;
  spanId: string;
  parentSpanId: string | null;
  name: string;
  kind: SpanKind;
  attributes: Attributes;
  /** Milliseconds since 1970, with fractions, as `endedAt`. */
  startedAt: number;
  endedAt: number;
  failure: string | null;
}

const KINDS: Record<SpanKind, number> = { internal: 1, server: 2, client: 3 };
const FAILED = 2;

/** `resource`: what is the same for all of them. */
export function payloadOf(spans: Recorded[], resource: Attributes, scope: { name: string; version: string }): object {
  return {
    resourceSpans: [
      { resource: { attributes: keyValues(resource) }, scopeSpans: [{ scope, spans: spans.map((span) => spanOf(span)) }] },
    ],
  };
}

function spanOf({ traceId, spanId, parentSpanId, name, kind, attributes, startedAt, endedAt, failure }: Recorded): object {
  return {
    traceId,
    spanId,
    ...(parentSpanId !== null && { parentSpanId }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanoseconds(startedAt),
    endTimeUnixNano: nanoseconds(endedAt),
    attributes: keyValues(failure === null ? attributes : { ...attributes, "error.type": failure }),
    status: failure === null ? {} : { code: FAILED },
  };
}

function keyValues(attributes: Attributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === "number" ? { intValue: String(Math.round(value)) } : { stringValue: value },
  }));
}

function nanoseconds(milliseconds: number): string {
  return `${Math.round(milliseconds * 1000)}000`;
}
