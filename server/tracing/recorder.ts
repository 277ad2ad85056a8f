import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import type { Sampling } from "../settings/tracing.ts";
import { parentIn } from "./parent.ts";
import type { Recorded } from "./payload.ts";
import { openSender } from "./sender.ts";
import type { Attributes, Span, SpanKind, Traces, TracesTools } from "./traces.ts";

type Tools = Omit<TracesTools, "tracing"> & { tracing: NonNullable<TracesTools["tracing"]> };

interface Recording extends Span {
  record: Recorded;
}

export function recordTraces({ tracing, headers, log }: Tools): Traces {
  const sender = openSender({ ...tracing, headers, log });
  const present = new AsyncLocalStorage<Recording | null>();

  function record(name: string, kind: SpanKind, attributes: Attributes, parent: Pick<Recorded, "traceId" | "spanId"> | null) {
    const made: Recorded = {
      traceId: parent?.traceId ?? randomBytes(16).toString("hex"),
      spanId: randomBytes(8).toString("hex"),
      parentSpanId: parent?.spanId ?? null,
      ...{ name, kind, attributes: { ...attributes } },
      startedAt: now(),
      endedAt: 0,
      failure: null,
    };
    return {
      record: made,
      traceId: made.traceId,
      add: (more: Attributes) => void Object.assign(made.attributes, more),
      rename(to: string) {
        made.name = to;
      },
      end(failure?: string) {
        if (made.endedAt > 0) return;
        made.endedAt = now();
        made.failure = failure ?? null;
        sender.take(made);
      },
    };
  }

  return {
    isOn: true,
    begin(name, kind, attributes, traceparent) {
      const parent = traceparent === undefined ? null : parentIn(traceparent);
      return isSampled(tracing.sampling, parent) ? record(name, kind, attributes, parent) : null;
    },
    within: (span, act) => present.run(span as Recording | null, act),
    part(name, kind, attributes) {
      const whole = present.getStore();
      return whole ? record(name, kind, attributes, whole.record) : null;
    },
    close: () => sender.close(),
  };
}

function isSampled({ share, followsParent }: Sampling, parent: { isSampled: boolean } | null): boolean {
  if (parent !== null && followsParent) return parent.isSampled;
  return Math.random() < share;
}

/** Milliseconds since 1970, with fractions. */
function now(): number {
  return performance.timeOrigin + performance.now();
}
