/** Where the mail server hands in what came back. Every call is signed: a forged bounce would silence somebody's mailbox. */
import { createHmac } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Speakers, sentenceFor } from "../http/errors.ts";
import { languageOf } from "../http/visitor.ts";
import { isSame } from "../seals/seals.ts";
import { type Report, readRelayed, readReport } from "./report.ts";

const BODY_LIMIT = 1024 * 1024;

export interface BounceRoutes {
  /** `MAIL_WEBHOOK_KEY` */
  key: string;
  takeIn(report: Report): Promise<"noted" | "ignored" | "unknown">;
  speakers: Speakers;
}

/**
 * `POST /mail/bounces`: an e-mail (`message/rfc822`) or JSON `{ messageId | recipient, kind }`, with `X-Signature`:
 * HMAC-SHA-256 of the body under the key, in hex.
 */
export async function bounceRoutes(api: FastifyInstance, { key, takeIn, speakers }: BounceRoutes): Promise<void> {
  await api.register(async (mail) => {
    mail.removeAllContentTypeParsers();
    // The signature is about the bytes as they came.
    mail.addContentTypeParser(["message/rfc822", "application/json"], { parseAs: "buffer" }, (_request, body, done) =>
      done(null, body),
    );
    mail.post<{ Body: Buffer | undefined }>("/mail/bounces", { bodyLimit: BODY_LIMIT }, async (request, reply) => {
      const say = speakers[languageOf(request)];
      reply.header("cache-control", "no-store");
      const body = request.body ?? Buffer.alloc(0);
      if (!isSigned(request, body, key)) return reply.code(401).send({ message: sentenceFor(401, say) });
      const isJson = request.headers["content-type"]?.startsWith("application/json") ?? false;
      const report = isJson ? readRelayed(body) : await readReport(body);
      if (report) return { outcome: await takeIn(report) };
      // Whatever else lands in that mailbox is no fault of the mail server's: it must not try again.
      return isJson ? reply.code(400).send({ message: sentenceFor(400, say) }) : { outcome: "ignored" };
    });
  });
}

function isSigned(request: FastifyRequest, body: Buffer, key: string): boolean {
  const given = request.headers["x-signature"];
  const expected = createHmac("sha256", key).update(body).digest("hex");
  return typeof given === "string" && isSame(given.replace(/^sha256=/, "").toLowerCase(), expected);
}
