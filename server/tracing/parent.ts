interface Parent {
  traceId: string;
  spanId: string;
  isSampled: boolean;
}

/** Version, trace, span, flags; a later version may say more (W3C Trace Context, 4.3). */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Null for what is none. */
export function parentIn(traceparent: string): Parent | null {
  const [, version, traceId = "", spanId = "", flags = "", rest] = TRACEPARENT.exec(traceparent) ?? [];
  const isNought = /^0+$/.test(traceId) || /^0+$/.test(spanId);
  if (version === undefined || version === "ff" || (version === "00" && rest !== undefined) || isNought) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
