import { randomUUID } from "node:crypto";
import type { PersonalLinkOutcome } from "../../../contract/personal.ts";
import { personalLinkRequest } from "../../../contract/personal.ts";
import type { Visitor } from "../../../contract/visitor.ts";
import type { Translate } from "../../../messages/translate.ts";
import { EMAIL_LENGTH, EMAIL_SENTENCES, readEmail } from "../../../petition/email-address.ts";
import { normaliseEmail } from "../../../petition/mailbox.ts";
import { MAIL_COOLDOWN } from "../../../petition/signing.ts";
import type { Context } from "../../context.ts";
import { withinDeadline } from "../../platform/database/deadline.ts";
import { idsOfMailbox } from "../../platform/database/mailbox.ts";
import type { Transaction } from "../../platform/database/open.ts";
import { tooManyAttempts, unavailable } from "../../platform/http/errors.ts";
import { put } from "../../platform/jobs/outbox.ts";
import { leaveToMail } from "../../platform/mail/allowance.ts";
import { emailOrDecoy } from "../../platform/mail/decoy.ts";

export type LinkTools = Pick<Context, "db" | "clock" | "crypto" | "limits" | "translators" | "wake" | "ending">;

/** Throws only where the database breaks. While signatures are not collected, too. Counts as an attempt to sign, and draws on the same allowance of the mailbox. */
export function sendPersonalLink(tools: LinkTools, posted: unknown, visitor: Visitor): Promise<PersonalLinkOutcome> {
  const t = tools.translators[visitor.language];
  const asked = tools.ending.unlessEnded<PersonalLinkOutcome>(
    () => sendIfAllowed(tools, posted, visitor, t),
    () => ({ outcome: "accepted", message: t("withdrawal.answer.ended") }),
  );
  return withinDeadline(asked).catch((failure) => unavailable(failure, t, "personal.answer.unsure"));
}

async function sendIfAllowed(tools: LinkTools, posted: unknown, visitor: Visitor, t: Translate): Promise<PersonalLinkOutcome> {
  const { db, limits } = tools;
  const wait = limits.refusal("sign", visitor);
  if (wait !== null) return tooManyAttempts(wait, t);

  const read = readAddress(posted, t);
  const outcome = await db.transaction(async (tx): Promise<PersonalLinkOutcome> => {
    const tooMany = await limits.count(tx, "sign", visitor);
    if (tooMany !== null) return tooManyAttempts(tooMany, t);
    if ("outcome" in read) return read;
    await putLink(tools, tx, read.normalisedEmail);
    return { outcome: "accepted", message: t("personal.answer.linkSent", { mails: MAIL_COOLDOWN.perDay }) };
  });
  if (outcome.outcome === "accepted") tools.wake();
  return outcome;
}

async function putLink(tools: LinkTools, tx: Transaction, normalisedEmail: string): Promise<void> {
  const [id = null] = await idsOfMailbox(tx, normalisedEmail);
  const leave = await leaveToMail(tools, tx, normalisedEmail, id !== null);
  const isDue = id !== null && leave === "granted";
  await put(tx, {
    kind: emailOrDecoy("personal-link-email", isDue),
    subjectId: isDue ? id : randomUUID(),
    at: tools.clock.now(),
  });
}

function readAddress(
  posted: unknown,
  t: Translate,
): { normalisedEmail: string } | Extract<PersonalLinkOutcome, { outcome: "refused" }> {
  const parsed = personalLinkRequest.safeParse(posted);
  if (!parsed.success) return refused("wrong-type", t("signing.answer.wrongType"));
  const email = readEmail(parsed.data.email);
  if ("address" in email) return { normalisedEmail: normaliseEmail(email.address) };
  return refused(`email-${email.fault}`, t(EMAIL_SENTENCES[email.fault], EMAIL_LENGTH));
}

function refused(code: string, message: string): Extract<PersonalLinkOutcome, { outcome: "refused" }> {
  return { outcome: "refused", message, errors: [{ field: "email", code, message }] };
}
