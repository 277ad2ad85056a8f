/** Every call is signed: a forged bounce would silence somebody's mailbox. */
import { createHmac } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Translate } from "../../../messages/translate.ts";
import { stopsMail } from "../../../petition/bounce.ts";
import { SUPPRESSION_LIFETIME } from "../../../petition/confirmation.ts";
import { normaliseEmail } from "../../../petition/mailbox.ts";
import type { Context } from "../../context.ts";
import { writeAudit } from "../../ledger/audit/audit.ts";
import { deleteConsequences, pendingIdsOf } from "../../ledger/erasure/erase.ts";
import { isSame } from "../../platform/crypto/crypto.ts";
import { emailHash } from "../../platform/crypto/links.ts";
import { lockedIds } from "../../platform/database/locked.ts";
import type { Transaction } from "../../platform/database/open.ts";
import { pendingConfirmations, signatures, suppressions } from "../../platform/database/schema.ts";
import { sendRefusal, sentenceFor, tooManyAttempts } from "../../platform/http/errors.ts";
import { subjectOf } from "../../platform/mail/message-id.ts";
import { languageOf, visitorOf } from "../../platform/visitor.ts";
import { type Report, readRelayed, readReport } from "./report.ts";

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
      if (!isSame(signatureIn(request) ?? "", createHmac("sha256", key).update(body).digest("hex"))) {
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

function signatureIn(request: FastifyRequest): string | null {
  const given = String(request.headers["x-signature"] ?? "").toLowerCase();
  return /^(?:sha256=)?([0-9a-f]{64})$/.exec(given)?.[1] ?? null;
}

/** `unknown`: not about an e-mail of ours, or its row is gone. */
function takeIn(
  { db, clock, crypto }: Pick<Context, "db" | "clock" | "crypto">,
  report: Report,
): Promise<"noted" | "ignored" | "unknown"> {
  const { bounce, status } = report;
  return db.transaction(async (tx) => {
    if (bounce === "soft") return "ignored";
    const id = report.messageId === null ? null : subjectOf(crypto, report.messageId);
    if (report.messageId !== null && id === null) return "unknown";
    const about = id === null ? null : await addressBehind(tx, id);
    const normalised =
      about?.normalisedEmail ?? (report.recipient?.includes("@") ? normaliseEmail(report.recipient.trim()) : null);
    if (normalised === null) return "unknown";

    if (stopsMail(bounce)) {
      const until = new Date(clock.now().getTime() + SUPPRESSION_LIFETIME);
      await stopMail(tx, normalised, emailHash(crypto, normalised), until, bounce === "complaint" ? "complaint" : "bounce");
    }
    if (bounce === "hard") await markFailed(tx, { normalisedEmail: normalised });
    else if (bounce === "undelivered" && id !== null) await markFailed(tx, { id });
    if (id !== null && about)
      await writeAudit(tx, clock, {
        entityType: about.kind,
        entityId: id,
        action: bounce === "complaint" ? "complained" : "bounced",
        changes: { bounce, status },
      });
    return "noted";
  });
}

interface About {
  kind: "pending_confirmation" | "signature";
  normalisedEmail: string;
}

async function addressBehind(tx: Transaction, id: string): Promise<About | null> {
  const [pending] = await tx
    .select({ normalisedEmail: pendingConfirmations.normalisedEmail })
    .from(pendingConfirmations)
    .where(eq(pendingConfirmations.id, id));
  if (pending) return { kind: "pending_confirmation", normalisedEmail: pending.normalisedEmail };
  const [signature] = await tx
    .select({ normalisedEmail: signatures.normalisedEmail })
    .from(signatures)
    .where(eq(signatures.id, id));
  return signature?.normalisedEmail ? { kind: "signature", normalisedEmail: signature.normalisedEmail } : null;
}

async function markFailed(tx: Transaction, which: { id: string } | { normalisedEmail: string }): Promise<void> {
  const chosen =
    "id" in which ? eq(pendingConfirmations.id, which.id) : eq(pendingConfirmations.normalisedEmail, which.normalisedEmail);
  const isUnconfirmed = inArray(pendingConfirmations.status, ["pending", "sent"]);
  const unconfirmed = lockedIds(tx, pendingConfirmations, and(chosen, isUnconfirmed));
  await tx.update(pendingConfirmations).set({ status: "failed" }).where(inArray(pendingConfirmations.id, unconfirmed));
}

/** The later end counts, and "it was me after all" does not end it. */
async function stopMail(
  tx: Transaction,
  normalisedEmail: string,
  emailHash: string,
  until: Date,
  reason: "bounce" | "complaint",
): Promise<void> {
  await tx
    .insert(suppressions)
    .values({ emailHash, until, reason })
    .onConflictDoUpdate({
      target: suppressions.emailHash,
      set: { until: sql`greatest(${suppressions.until}, excluded.until)`, reason },
    });
  await deleteConsequences(tx, await pendingIdsOf(tx, normalisedEmail));
}
