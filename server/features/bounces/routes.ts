/** Every call is signed: a forged bounce would silence somebody's mailbox. */
import { createHmac } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Translate } from "../../../messages/translate.ts";
import type { Context } from "../../context.ts";
import { isSame } from "../../platform/crypto/crypto.ts";
import { sentenceFor } from "../../platform/http/errors.ts";
import { sendRefusal, tooManyAttempts } from "../../platform/http/refusals.ts";
import { languageOf, visitorOf } from "../../platform/visitor.ts";
import { readRelayed, readReport } from "./report.ts";
import { takeIn } from "./take-in.ts";

const BODY_LIMIT = 1024 * 1024;

type Tools = Pick<Context, "db" | "clock" | "crypto" | "limits" | "translators"> & { key: string };

/** `X-Signature`: HMAC-SHA-256 of the body under `MAIL_WEBHOOK_KEY`, in hex. */
export async function bounceRoutes(api: FastifyInstance, { key, ...context }: Tools): Promise<void> {
  const { db, limits, translators } = context;

  await api.register(async (mail) => {
    // Before the body is read: an unsigned call causes no work.
    mail.addHook("onRequest", async (request, reply) => {
      reply.header("cache-control", "no-store");
      const wait = limits.refusal("report", visitorOf(request));
      if (wait !== null) return tooMany(request, reply, wait);
      if (signatureIn(request) === null) return unauthorized(request, reply);
    });
    mail.removeAllContentTypeParsers();
    mail.addContentTypeParser(["message/rfc822", "application/json"], { parseAs: "buffer" }, (_request, body, done) =>
      done(null, body),
    );
    mail.post<{ Body: Buffer | undefined }>("/mail/bounces", { bodyLimit: BODY_LIMIT }, async (request, reply) => {
      const body = request.body ?? Buffer.alloc(0);
      if (!isSigned(request, body, key)) {
        const wait = await db.transaction((tx) => limits.count(tx, "report", visitorOf(request)));
        return wait === null ? unauthorized(request, reply) : tooMany(request, reply, wait);
      }
      const isJson = request.headers["content-type"]?.startsWith("application/json") ?? false;
      const report = isJson ? readRelayed(body) : await readReport(body);
      if (report) return { outcome: await takeIn(context, report) };
      // Other e-mails in that mailbox: the mail server must not try again.
      return isJson ? reply.code(400).send({ message: sentenceFor(400, translatorOf(request)) }) : { outcome: "ignored" };
    });
  });

  function translatorOf(request: FastifyRequest): Translate {
    return translators[languageOf(request)];
  }

  function unauthorized(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    return reply.code(401).send({ message: sentenceFor(401, translatorOf(request)) });
  }

  function tooMany(request: FastifyRequest, reply: FastifyReply, retryAfter: number): FastifyReply {
    return sendRefusal(reply, tooManyAttempts(retryAfter, translatorOf(request), "administration.answer.tooMany"));
  }
}

function isSigned(request: FastifyRequest, body: Buffer, key: string): boolean {
  return isSame(signatureIn(request) ?? "", createHmac("sha256", key).update(body).digest("hex"));
}

function signatureIn(request: FastifyRequest): string | null {
  const given = String(request.headers["x-signature"] ?? "").toLowerCase();
  return /^(?:sha256=)?([0-9a-f]{64})$/.exec(given)?.[1] ?? null;
}
