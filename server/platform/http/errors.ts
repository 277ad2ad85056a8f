import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import type { MessageKey } from "../../../messages/keys.ts";
import type { Translate } from "../../../messages/translate.ts";
import { splitPath } from "../../../petition/addresses.ts";
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

function sentenceOf(error: unknown, status: number, method: string, t: Translate): string {
  return status === 503 ? t(whyUnavailable(error, method)) : sentenceFor(status, t);
}

export function answerError(translators: Translators) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const status = fail(error, request, reply);
    return reply.send({ message: sentenceOf(error, status, request.method, translators[languageOf(request)]) });
  };
}

export function answerPageError(translators: Translators) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const status = fail(error, request, reply);
    const language = splitPath(request.url).prefix ?? languageOf(request);
    return reply.type("text/plain; charset=utf-8").send(sentenceOf(error, status, request.method, translators[language]));
  };
}

function fail(error: unknown, request: FastifyRequest, reply: FastifyReply): number {
  const hasLeft = request.raw.destroyed && !request.raw.complete;
  const status = hasLeft ? 400 : statusOf(error);
  if (status >= 500) {
    logFailure(request.log, error);
    reply.header("x-request-id", request.id);
  }
  if (status === 503) reply.header("retry-after", RETRY_WHEN_AWAY);
  reply.code(status).header("cache-control", "no-store");
  return status;
}
