import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import type { TooManyAttempts, Unavailable } from "../../../contract/visitor.ts";
import type { MessageKey } from "../../../messages/keys.ts";
import type { Translate } from "../../../messages/translate.ts";
import { splitPath } from "../../../petition/addresses.ts";
import type { Seconds } from "../../../petition/duration.ts";
import { TooManyWaiting } from "../database/batcher.ts";
import { DeadlineExceeded } from "../database/deadline.ts";
import { isAway, isRetryable, isUnsure } from "../database/failures.ts";
import { logFailure } from "../log.ts";
import type { Translators } from "../translators.ts";
import { languageOf } from "../visitor.ts";

const SENTENCES: Record<number, MessageKey> = {
  400: "http.answer.badRequest",
  401: "http.answer.unauthorized",
  404: "http.answer.notFound",
  403: "http.answer.foreignForm",
  405: "http.answer.wrongMethod",
  408: "http.answer.badRequest",
  410: "http.answer.ended",
  413: "http.answer.tooLarge",
  415: "http.answer.wrongFormat",
  431: "http.answer.tooLarge",
  503: "http.answer.unavailable",
};

export const RETRY_WHEN_AWAY = 5;

export function statusOf(error: unknown): number {
  if (isAway(error) || isRetryable(error)) return 503;
  const { statusCode } = error as Partial<FastifyError>;
  if (statusCode === 503) return 503;
  if (statusCode === undefined || statusCode < 400 || statusCode >= 500) return 500;
  return statusCode in SENTENCES ? statusCode : 400;
}

export function sentenceFor(status: number, t: Translate): string {
  return t(SENTENCES[status] ?? "http.answer.failed");
}

export function whyUnavailable(error: unknown, method = "POST") {
  if (method === "GET" || method === "HEAD") return "http.answer.unavailable";
  if (error instanceof TooManyWaiting) return "http.answer.busy";
  return error instanceof DeadlineExceeded || isUnsure(error) ? "http.answer.unsure" : "http.answer.unavailable";
}

export function answerError(translators: Translators) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    reply.send({ message: fail(error, request, reply, translators[languageOf(request)]) });
}

export function answerPageError(translators: Translators) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const t = translators[splitPath(request.url).prefix ?? languageOf(request)];
    return reply.type("text/plain; charset=utf-8").send(fail(error, request, reply, t));
  };
}

function fail(error: unknown, request: FastifyRequest, reply: FastifyReply, t: Translate): string {
  const hasLeft = request.raw.destroyed && !request.raw.complete;
  const status = hasLeft ? 400 : statusOf(error);
  if (status >= 500) {
    logFailure(request.log, error);
    reply.header("x-request-id", request.id);
  }
  if (status === 503) reply.header("retry-after", RETRY_WHEN_AWAY);
  reply.code(status).header("cache-control", "no-store");
  return status === 503 ? t(whyUnavailable(error, request.method)) : sentenceFor(status, t);
}

/** Milliseconds, for Node's server: a request that is sent slowly on purpose holds a connection no longer than this. */
export const PATIENCE = { headersTimeout: 20_000, requestTimeout: 60_000, connectionsCheckingInterval: 5_000 };

const GRACE = 1_000;

const STATUS: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

export function refuseUnreadable({ code = "" }: { code?: string }, socket: Socket, t: Translate): void {
  if (code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = STATUS[code] ?? 400;
  const body = JSON.stringify({ message: sentenceFor(status, t) });
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Connection: close",
      "Cache-Control: no-store",
      "X-Content-Type-Options: nosniff",
      "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
      "",
      body,
    ].join("\r\n"),
  );
  socket.resume();
  setTimeout(() => socket.destroy(), GRACE).unref();
}

/** Two refusals that every call may give: too many attempts, and a database that is away or too slow (decision 0043). */
type Sentence = `${"signing" | "supporters" | "administration"}.answer.tooMany` | "signing.answer.tooManyBySum";

export function tooManyAttempts(retryAfter: Seconds, t: Translate, of: Sentence = "signing.answer.tooMany"): TooManyAttempts {
  return { outcome: "too-many-attempts", retryAfter, message: t(of, { minutes: Math.ceil(retryAfter / 60) }) };
}

type Unsure = `${"signing" | "confirmation" | "personal"}.answer.unsure` | "signing.answer.unsureAgain";

export function unavailable(failure: unknown, t: Translate, unsure: Unsure = "signing.answer.unsure"): Unavailable {
  return unavailableAs(failure, (why) => t(why === "http.answer.unsure" ? unsure : why));
}

export function unavailableAs(failure: unknown, say: (why: ReturnType<typeof whyUnavailable>) => string): Unavailable {
  if (statusOf(failure) !== 503) throw failure;
  return { outcome: "unavailable", retryAfter: RETRY_WHEN_AWAY, message: say(whyUnavailable(failure)) };
}

export function sendRefusal(reply: FastifyReply, refusal: TooManyAttempts | Unavailable): FastifyReply {
  const status = refusal.outcome === "unavailable" ? 503 : 429;
  return reply.code(status).header("retry-after", refusal.retryAfter).header("cache-control", "no-store").send(refusal);
}

export function sendOutcome<Name extends string>(
  reply: FastifyReply,
  outcome: { outcome: Name } | TooManyAttempts | Unavailable,
  status: Record<Name, number>,
): FastifyReply {
  if (isRefusal(outcome)) return sendRefusal(reply, outcome);
  return reply.code(status[outcome.outcome]).header("cache-control", "no-store").send(outcome);
}

function isRefusal(outcome: { outcome: string }): outcome is TooManyAttempts | Unavailable {
  return outcome.outcome === "too-many-attempts" || outcome.outcome === "unavailable";
}
