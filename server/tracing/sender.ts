import { randomUUID } from "node:crypto";
import type { Log } from "../log.ts";
import { countSpans } from "../measures/spans.ts";
import type { Tracing } from "../settings/tracing.ts";
import { VERSION } from "../version.ts";
import { payloadOf, type Recorded } from "./payload.ts";

const MOST_WAITING = 4096;
const AT_ONCE = 512;
/** Milliseconds. */
const EVERY = 5_000;
const PATIENCE = 10_000;
const PATIENCE_AT_THE_END = 2_000;

export interface Sender {
  take(span: Recorded): void;
  close(): Promise<void>;
}

interface Tools extends Pick<Tracing, "endpoint" | "service"> {
  headers: Record<string, string>;
  log: Log;
}

/** The petition never waits for the collector: what there is no room for is lost, and counted. */
export function openSender({ endpoint, service, headers, log }: Tools): Sender {
  const resource = { "service.name": service, "service.version": VERSION, "service.instance.id": randomUUID() };
  const scope = { name: "petition", version: VERSION };
  const waiting: Recorded[] = [];
  let sending: Promise<void> | null = null;
  let isFailing = false;
  const ending = new AbortController();
  const timer = setInterval(() => void send(), EVERY).unref();

  async function post(spans: Recorded[]): Promise<void> {
    const answer = await fetch(`${endpoint}/v1/traces`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(payloadOf(spans, resource, scope)),
      redirect: "manual",
      signal: AbortSignal.any([AbortSignal.timeout(PATIENCE), ending.signal]),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw Object.assign(new Error("The collector refused"), { code: String(answer.status) });
  }

  async function sendWhatWaits(): Promise<void> {
    while (waiting.length > 0) {
      const spans = waiting.splice(0, AT_ONCE);
      try {
        await post(spans);
        countSpans("sent", spans.length);
        isFailing = false;
      } catch (failure) {
        countSpans("lost", spans.length);
        // Once, not every five seconds; `petition_trace_spans_total` goes on counting.
        if (!isFailing) log.warn({ reason: reasonOf(failure) }, "The collector of traces does not take them: they are lost");
        isFailing = true;
        return;
      }
    }
  }

  function send(): Promise<void> {
    sending ??= sendWhatWaits().finally(() => {
      sending = null;
    });
    return sending;
  }

  return {
    take(span) {
      if (waiting.length >= MOST_WAITING) countSpans("lost", 1);
      else waiting.push(span);
      if (waiting.length === AT_ONCE) void send();
    },
    async close() {
      clearInterval(timer);
      const patience = setTimeout(() => ending.abort(), PATIENCE_AT_THE_END);
      await sending;
      await send();
      clearTimeout(patience);
    },
  };
}

function reasonOf(failure: unknown): string {
  const { code, name, cause } = failure as { code?: unknown; name?: unknown; cause?: { code?: unknown } };
  // What was aborted has a number for its code.
  return [cause?.code, code, name].find((one) => typeof one === "string") ?? "Error";
}
