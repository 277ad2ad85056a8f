/** Whatever is known of the address, one transaction is committed and the answer is the same (specification, "Signing"). */

import { randomUUID } from "node:crypto";
import type { Collection, CollectionNotice, NotCollecting } from "../../contract/collection.ts";
import type { Consent } from "../../contract/consent.ts";
import type { ResendOutcome, SignField, SignOutcome } from "../../contract/signing.ts";
import type { FieldRefusal, TooManyAttempts, Visitor } from "../../contract/visitor.ts";
import type { Translate } from "../../messages/translate.ts";
import { linkExpiry } from "../../petition/confirmation.ts";
import { normaliseEmail } from "../../petition/mailbox.ts";
import { type Standing, whatToDo } from "../../petition/signing.ts";
import { writeAudit } from "../audit/audit.ts";
import type { Captcha } from "../captcha/captcha.ts";
import type { Context } from "../context.ts";
import { makeToken } from "../crypto/links.ts";
import type { Transaction } from "../database/open.ts";
import { runOrRollBack } from "../database/run-or-roll-back.ts";
import { tooManyAttempts } from "../http/too-many-attempts.ts";
import { leaveToMail } from "../mail/allowance.ts";
import { emailOrDecoy } from "../mail/decoy.ts";
import { countRefusal } from "../measures/refusals.ts";
import { put } from "../outbox/outbox.ts";
import { readResendInput, readSignInput, refused, type SignInput } from "./input.ts";
import { keepPending, latestPending, markUnsent, noteSuspicion, signatureOf } from "./store.ts";

export interface SigningTools
  extends Pick<Context, "db" | "clock" | "crypto" | "limits" | "translators" | "configuration" | "wake" | "ending"> {
  captcha: Captcha;
  collection: Collection;
  presentTexts: Consent["presentTexts"];
}

/** Throws only where the database fails. */
export async function sign(tools: SigningTools, posted: unknown, visitor: Visitor): Promise<SignOutcome> {
  const t = tools.translators[visitor.language];
  const notice = await tools.collection.collectionNotice(visitor.language);
  if (notice !== null) return notCollecting(notice, t);
  const wait = tools.limits.refusal("sign", visitor);
  if (wait !== null) return tooManyAttempts(wait, t);

  const form = { ...tools.configuration, texts: tools.presentTexts(visitor.language) };
  const read = readSignInput(posted, t, form);
  if (read.outcome !== "read") return (await countRefusedAttempt(tools, visitor)) ?? read;
  const { input } = read;

  const expiresAt = linkExpiry(tools.clock.now(), tools.configuration.confirmationLifetime);
  const outcome = await tools.db.transaction(async (tx): Promise<SignOutcome> => {
    const tooMany = await tools.limits.count(tx, "sign", visitor);
    if (tooMany !== null) return tooManyAttempts(tooMany, t);

    const answer = await tools.captcha.answer(tx, input.sessionId, input.captcha);
    if (answer !== "right") {
      countRefusal(`captcha-${answer}`);
      return refused([captchaRefusal(answer, t)]);
    }

    if (input.websiteNote !== "") countRefusal("honeypot");
    if (input.websiteNote !== "") await noteSuspicion(tx, "honeypot", tools.limits.sourceKey(visitor), tools.clock.now());
    else await enter(tools, tx, input, visitor, expiresAt);
    return {
      outcome: "accepted",
      success: true,
      message: t("signing.answer.sent"),
      email: input.email,
      expiresAt: expiresAt.toISOString(),
    };
  });
  if (outcome.outcome === "accepted") tools.wake();
  return outcome;
}

/** The same link with the same end. No captcha: the limit and the cool-down of signing hold it up. */
export function resend(tools: SigningTools, posted: unknown, visitor: Visitor): Promise<ResendOutcome> {
  const t = tools.translators[visitor.language];
  return tools.ending.unlessEnded<ResendOutcome>(
    () => resendIfAllowed(tools, posted, visitor, t),
    () => ({ outcome: "accepted", success: true, message: t("withdrawal.answer.ended") }),
  );
}

async function resendIfAllowed(tools: SigningTools, posted: unknown, visitor: Visitor, t: Translate): Promise<ResendOutcome> {
  const wait = tools.limits.refusal("sign", visitor);
  if (wait !== null) return tooManyAttempts(wait, t);

  const read = readResendInput(posted, t);
  if (read.outcome === "refused") return (await countRefusedAttempt(tools, visitor)) ?? read;

  const outcome = await tools.db.transaction(async (tx): Promise<ResendOutcome> => {
    const tooMany = await tools.limits.count(tx, "sign", visitor);
    if (tooMany !== null) return tooManyAttempts(tooMany, t);
    await sendAgain(tools, tx, normaliseEmail(read.input.email));
    return { outcome: "accepted", success: true, message: t("signing.answer.resent") };
  });
  if (outcome.outcome === "accepted") tools.wake();
  return outcome;
}

async function enter(tools: SigningTools, tx: Transaction, input: SignInput, visitor: Visitor, expiresAt: Date): Promise<void> {
  const now = tools.clock.now();
  const normalised = normaliseEmail(input.email);
  const { standing, signatureId } = await standingOf(tools, tx, normalised);
  const due = whatToDo(standing);
  const id = randomUUID();
  await runOrRollBack(tx, due === "send-confirmation", async () => {
    await keepPending(tx, {
      id,
      token: makeToken(tools.crypto, id, expiresAt).hash,
      fullName: input.fullName,
      email: input.email,
      normalisedEmail: normalised,
      visibility: input.visibility,
      expiresAt: expiresAt,
      createdAt: now,
      ipAddress: visitor.address,
      userAgent: visitor.userAgent,
      locale: visitor.language,
      consentVersion: input.consentVersion,
      petitionVersion: input.petitionVersion,
      policyVersion: input.policyVersion,
    });
    await writeAudit(tx, tools.clock, { entityType: "pending_confirmation", entityId: id, action: "signed" });
  });
  await putEmail(tx, { due, pendingId: id, signatureId, now });
}

async function sendAgain(tools: SigningTools, tx: Transaction, normalised: string): Promise<void> {
  const now = tools.clock.now();
  const pending = await latestPending(tx, normalised, now);
  const hasSigned = (await signatureOf(tx, normalised)) !== null;
  const { standing, signatureId } = await standingOf(tools, tx, normalised, hasSigned || pending !== null);
  const pendingId = pending?.id ?? randomUUID();
  const ifAny = whatToDo(standing);
  const due = ifAny === "send-confirmation" && !pending ? "nothing" : ifAny;
  await runOrRollBack(tx, due === "send-confirmation", async () => {
    await markUnsent(tx, pendingId);
    await writeAudit(tx, tools.clock, { entityType: "pending_confirmation", entityId: pendingId, action: "resent" });
  });
  await putEmail(tx, { due, pendingId, signatureId, now });
}

/** One entry in every case, be it for an e-mail to nobody. */
async function putEmail(
  tx: Transaction,
  { due, pendingId, signatureId, now }: { due: Due; pendingId: string; signatureId: string | null; now: Date },
): Promise<void> {
  const isAlreadySigned = due === "say-already-signed" && signatureId !== null;
  await put(tx, {
    kind: isAlreadySigned ? "already-signed-email" : emailOrDecoy("confirmation-email", due === "send-confirmation"),
    subjectId: isAlreadySigned ? signatureId : pendingId,
    at: now,
  });
}

type Due = ReturnType<typeof whatToDo>;

async function standingOf(
  tools: SigningTools,
  tx: Transaction,
  normalised: string,
  causesMail = true,
): Promise<{ standing: Standing; signatureId: string | null }> {
  const leave = await leaveToMail(tools, tx, normalised, causesMail);
  const signatureId = await signatureOf(tx, normalised);
  if (leave !== "granted") return { standing: leave, signatureId };
  return { standing: signatureId ? "counted" : "new", signatureId };
}

async function countRefusedAttempt(
  { db, limits, translators }: SigningTools,
  visitor: Visitor,
): Promise<TooManyAttempts | null> {
  if (!visitor.limited) return null;
  const wait = await db.transaction((tx) => limits.count(tx, "sign", visitor));
  return wait === null ? null : tooManyAttempts(wait, translators[visitor.language]);
}

function notCollecting(notice: CollectionNotice, t: Translate): NotCollecting {
  const notTaken = t("signing.answer.notTaken");
  const sentences = [`${notice.title}.`, notice.day, ...notice.paragraphs, notTaken];
  return { outcome: "not-collecting", message: sentences.filter(Boolean).join(" "), notice, notTaken };
}

function captchaRefusal(answer: "wrong" | "gone", t: Translate): FieldRefusal<SignField> {
  const message = answer === "wrong" ? t("signing.answer.captcha.wrong") : t("signing.answer.captcha.gone");
  return { field: "captcha", code: `captcha-${answer}`, message };
}
