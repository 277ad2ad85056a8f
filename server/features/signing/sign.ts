/** Whatever is known of the address, one transaction is committed and the answer is the same (specification, "Signing"). */

import { randomUUID } from "node:crypto";
import type { Collection, CollectionNotice, NotCollecting } from "../../../contract/collection.ts";
import type { Consent } from "../../../contract/consent.ts";
import type { Rejected, ResendOutcome, SignOutcome } from "../../../contract/signing.ts";
import type { TooManyAttempts, Visitor } from "../../../contract/visitor.ts";
import type { Translate } from "../../../messages/translate.ts";
import { normaliseEmail } from "../../../petition/mailbox.ts";
import { type Standing, whatToDo } from "../../../petition/signing.ts";
import type { Context } from "../../context.ts";
import { writeAudit } from "../../ledger/audit/audit.ts";
import type { Batcher } from "../../platform/database/batcher.ts";
import { withinDeadline } from "../../platform/database/deadline.ts";
import type { Transaction } from "../../platform/database/open.ts";
import { runOrRollBack } from "../../platform/database/run-or-roll-back.ts";
import { tooManyAttempts } from "../../platform/http/too-many-attempts.ts";
import { unavailable } from "../../platform/http/unavailable.ts";
import { put } from "../../platform/jobs/outbox.ts";
import { leaveToMail } from "../../platform/mail/allowance.ts";
import { emailOrDecoy } from "../../platform/mail/decoy.ts";
import type { Admission } from "./admission.ts";
import type { EnterResult, Form } from "./enter.ts";
import { captchaRefusal, readResendInput, readSignInput, refused } from "./input.ts";
import { latestPending, markUnsent, signatureOf } from "./store.ts";

export interface SigningTools
  extends Pick<Context, "db" | "clock" | "crypto" | "limits" | "translators" | "configuration" | "wake" | "ending"> {
  forms: Batcher<Form, EnterResult>;
  admission: Admission;
  collection: Collection;
  presentTexts: Consent["presentTexts"];
}

/** Throws only where the database breaks; where it is away, or too slow, that is an outcome. */
export function sign(tools: SigningTools, posted: unknown, visitor: Visitor): Promise<SignOutcome> {
  const t = tools.translators[visitor.language];
  return withinDeadline(signIfAllowed(tools, posted, visitor, t)).catch((failure) => unavailable(failure, t));
}

async function signIfAllowed(tools: SigningTools, posted: unknown, visitor: Visitor, t: Translate): Promise<SignOutcome> {
  const notice = await tools.collection.collectionNotice(visitor.language);
  if (notice !== null) return notCollecting(notice, t);
  const wait = tools.limits.refusal("sign", visitor);
  if (wait !== null) return tooManyAttempts(wait, t);
  const rejected = tools.admission.reject(posted, visitor);
  if (rejected !== null) return rejected;

  const form = { ...tools.configuration, texts: tools.presentTexts(visitor.language) };
  const read = readSignInput(posted, t, form);
  if (read.outcome !== "read") return (await countRefusedAttempt(tools, visitor)) ?? read;

  const { input } = read;
  const entry = await tools.forms.join({ visitor, input });
  if (entry.outcome === "too-many-attempts") return tooManyAttempts(entry.wait, t);
  if (entry.outcome !== "entered") return refused([captchaRefusal(entry.outcome === "captcha-wrong" ? "wrong" : "gone", t)]);
  const { email } = input;
  const expiresAt = entry.expiresAt.toISOString();
  return { outcome: "accepted", success: true, message: t("signing.answer.sent"), email, expiresAt };
}

/** Where signatures are collected, what {@link sign} would answer, if memory alone knows that it turns this attempt away. */
export function reject({ limits, admission, translators }: SigningTools, posted: unknown, visitor: Visitor): Rejected | null {
  const wait = limits.refusal("sign", visitor);
  return wait === null ? admission.rejectAtOnce(posted, visitor) : tooManyAttempts(wait, translators[visitor.language]);
}

/** The same link with the same end. No captcha: the limits and the cool-down of signing hold it up. */
export function resend(tools: SigningTools, posted: unknown, visitor: Visitor): Promise<ResendOutcome> {
  const t = tools.translators[visitor.language];
  const asked = tools.ending.unlessEnded<ResendOutcome>(
    () => resendIfAllowed(tools, posted, visitor, t),
    () => ({ outcome: "accepted", success: true, message: t("withdrawal.answer.ended") }),
  );
  return withinDeadline(asked).catch((failure) => unavailable(failure, t, "signing.answer.unsureAgain"));
}

async function resendIfAllowed(tools: SigningTools, posted: unknown, visitor: Visitor, t: Translate): Promise<ResendOutcome> {
  const wait = tools.limits.refusal("sign", visitor);
  if (wait !== null) return tooManyAttempts(wait, t);
  const rejected = tools.admission.rejectAgain(visitor);
  if (rejected !== null) return rejected;

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

async function countRefusedAttempt({ forms, translators }: SigningTools, visitor: Visitor): Promise<TooManyAttempts | null> {
  if (!visitor.limited) return null;
  const entry = await forms.join({ visitor, input: null });
  return entry.outcome === "too-many-attempts" ? tooManyAttempts(entry.wait, translators[visitor.language]) : null;
}

function notCollecting(notice: CollectionNotice, t: Translate): NotCollecting {
  const notTaken = t("signing.answer.notTaken");
  const sentences = [`${notice.title}.`, notice.day, ...notice.paragraphs, notTaken];
  return { outcome: "not-collecting", message: sentences.filter(Boolean).join(" "), notice, notTaken };
}
