/** One transaction with the same work is committed whatever is known of the address, and the answer is the same. */
import { randomUUID } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import type { Petition } from "../../../contract/petition.ts";
import type { FieldRefusal, Visitor } from "../../../contract/visitor.ts";
import {
  type DeleteBy,
  type DeletionLinkOutcome,
  type WithdrawField,
  type WithdrawOutcome,
  withdrawRequest,
} from "../../../contract/withdrawal.ts";
import type { Translate } from "../../../messages/translate.ts";
import { isExpired } from "../../../petition/confirmation.ts";
import { readEmail } from "../../../petition/email-address.ts";
import { DEFAULT_LANGUAGE, isLanguage } from "../../../petition/language.ts";
import { normaliseEmail } from "../../../petition/mailbox.ts";
import { MANY_DELETIONS } from "../../../petition/suspicion.ts";
import { DELETION_LINK_LIFETIME } from "../../../petition/withdrawal.ts";
import { petitionConfig } from "../../../petition.config.ts";
import type { Context } from "../../context.ts";
import { type Brake, BrakeHolds, type BrakeState } from "../../ledger/erasure/brake.ts";
import { type Erased, eraseAndTell, isSomething } from "../../ledger/erasure/erase.ts";
import { allowanceKey, readEncrypted } from "../../platform/crypto/links.ts";
import { withinDeadline } from "../../platform/database/deadline.ts";
import { idsOfMailbox } from "../../platform/database/mailbox.ts";
import type { Transaction } from "../../platform/database/open.ts";
import { runOrRollBack } from "../../platform/database/run-or-roll-back.ts";
import { pendingConfirmations, signatures, suspicions } from "../../platform/database/schema.ts";
import { tooManyAttempts, unavailableAs } from "../../platform/http/errors.ts";
import { put } from "../../platform/jobs/outbox.ts";
import { countAttempt } from "../../platform/limits/rate-counter.ts";
import { takeFromAllowance } from "../../platform/mail/allowance.ts";
import { emailOrDecoy, NOBODY } from "../../platform/mail/decoy.ts";
import { encryptEmail } from "../../platform/mail/encrypted-email.ts";
import { countRefusal } from "../../platform/metrics/counters.ts";
import { type RestorationTools, restoration, restore } from "./restore.ts";

interface Neighbours extends Pick<RestorationTools, "collection" | "presentTexts"> {
  brake: Brake;
  noteDeletions(from: { address: string; requests: number[] }): Promise<void>;
}

type WithdrawalTools = Context & Neighbours;

export function withdrawal(context: Context, neighbours: Neighbours) {
  const tools = { ...context, ...neighbours };
  return {
    withdraw: (input, visitor) => withdraw(tools, input, visitor),
    deletesBy: () => deletesBy(tools),
    deletionLink: (token) => deletionLink(tools, token),
    withdrawByLink: (token) => withdrawByLink(tools, token),
    restoration: (token, { language }) => restoration(tools, token, language),
    restore: (token, { language }, shown) => restore(tools, token, language, shown),
  } satisfies Partial<Petition>;
}

async function withdraw(tools: WithdrawalTools, posted: unknown, visitor: Visitor): Promise<WithdrawOutcome> {
  const t = tools.translators[visitor.language];
  try {
    const asked = tools.ending.unlessEnded<WithdrawOutcome>(
      () => withdrawIfAllowed(tools, posted, visitor, t),
      () => ({ outcome: "accepted", message: t("withdrawal.answer.ended"), deleteBy: tools.configuration.deleteBy }),
    );
    return await withinDeadline(asked);
  } catch (failure) {
    const { email } = petitionConfig.organisation;
    return unavailableAs(failure, (why) =>
      t(why === "http.answer.unsure" ? "withdrawal.failed.unsure" : "withdrawal.failed.unavailable", { email }),
    );
  }
}

async function withdrawIfAllowed(
  tools: WithdrawalTools,
  posted: unknown,
  visitor: Visitor,
  t: Translate,
): Promise<WithdrawOutcome> {
  const { db, limits } = tools;
  const wait = limits.refusal("delete", visitor);
  if (wait !== null) return tooManyAttempts(wait, t);

  const read = readWithdrawInput(posted, t);
  if (read.outcome === "refused") {
    const tooMany = visitor.limited ? await db.transaction((tx) => limits.count(tx, "delete", visitor)) : null;
    return tooMany === null ? read : tooManyAttempts(tooMany, t);
  }

  const ask = (allowed: DeleteBy) =>
    db.transaction(async (tx) => {
      const tooMany = await limits.count(tx, "delete", visitor);
      if (tooMany !== null) return tooManyAttempts(tooMany, t);
      const requests = await noteRequest(tx, [limits.sourceKey(visitor), limits.wideSourceKey(visitor)], tools.clock.now());
      return { outcome: "requested" as const, requests, ...(await eraseOrSendLink(tools, tx, read.normalisedEmail, allowed)) };
    });
  const done = await ask(tools.configuration.deleteBy).catch((failure) => {
    if (failure instanceof BrakeHolds) return ask("link");
    throw failure;
  });
  if (done.outcome === "too-many-attempts") return done;
  if (done.deleteBy !== tools.configuration.deleteBy) countRefusal("delete-brake");
  if (done.deleteBy === "request") {
    const number = done.erased.signatures.length;
    if (number > 0) tools.brake.counted(done.brake, number);
    announce(tools, done.erased);
  }
  tools.wake();
  await tools.noteDeletions({ address: visitor.address, requests: done.requests });
  return { outcome: "accepted", message: t(`withdrawal.answer.${done.deleteBy}`), deleteBy: done.deleteBy };
}

type Done = { deleteBy: "link" } | { deleteBy: "request"; erased: Erased; brake: BrakeState };

async function eraseOrSendLink(
  tools: WithdrawalTools,
  tx: Transaction,
  normalisedEmail: string,
  allowed: DeleteBy,
): Promise<Done> {
  const deleteBy = allowed === "request" && (await tools.brake.holds(tx)) ? "link" : allowed;
  if (deleteBy === "link") {
    await sendLink(tools, tx, normalisedEmail);
    return { deleteBy };
  }
  const erased = await eraseAndTell(tools, tx, normalisedEmail, { restorable: true });
  return { deleteBy, erased, brake: await tools.brake.count(tx, erased.signatures.length) };
}

/** While the database is away, the setting: an answer tells what was done in the end. */
async function deletesBy({ brake, configuration: { deleteBy } }: WithdrawalTools): Promise<DeleteBy> {
  const alarm = await brake.alarm().catch(() => null);
  return alarm === null ? deleteBy : "link";
}

async function deletionLink(tools: WithdrawalTools, token: string): Promise<DeletionLinkOutcome> {
  const link = readLink(tools, token);
  if (link.outcome !== "open") return link;
  if ((await tools.ending.state()) !== null) return { outcome: "nothing" };
  const owner = await tools.db.transaction((tx) => ownerOf(tx, link.normalisedEmail));
  return { outcome: owner ? "open" : "nothing" };
}

async function withdrawByLink(tools: WithdrawalTools, token: string): Promise<DeletionLinkOutcome> {
  const link = readLink(tools, token);
  if (link.outcome !== "open") return link;
  // Who has this link owns the mailbox: there is nobody to protect by a way back.
  const erase = (tx: Transaction) => eraseAndTell(tools, tx, link.normalisedEmail, { restorable: false });
  const erased = await tools.ending.unlessEnded<Erased | null>(
    () => tools.db.transaction(erase),
    () => null,
  );
  if (!erased) return { outcome: "nothing" };
  announce(tools, erased);
  tools.wake();
  return { outcome: isSomething(erased) ? "erased" : "nothing" };
}

async function sendLink(tools: WithdrawalTools, tx: Transaction, normalisedEmail: string): Promise<void> {
  const { crypto, clock } = tools;
  const now = clock.now();
  const owner = await ownerOf(tx, normalisedEmail);
  let mayMail = false;
  // Nobody uses up the allowance of somebody who has yet to sign, and who does not hear of it.
  await runOrRollBack(tx, owner !== null, async () => {
    mayMail = await takeFromAllowance(tx, allowanceKey(crypto, normalisedEmail, "delete"), now);
  });
  const expiresAt = now.getTime() + DELETION_LINK_LIFETIME;
  const isDue = owner !== null && mayMail;
  const { email, language } = isDue ? owner : NOBODY;
  const token = crypto.encrypt(
    "deletion-link",
    JSON.stringify({ normalisedEmail: isDue ? normalisedEmail : NOBODY.email, expiresAt }),
  );
  await put(tx, {
    kind: emailOrDecoy("deletion-link-email", isDue),
    subjectId: isDue ? owner.id : randomUUID(),
    payload: encryptEmail(crypto, { email, language, token, expiresAt }),
    at: now,
  });
}

function readLink(
  { crypto, clock }: WithdrawalTools,
  token: string,
): { outcome: "open"; normalisedEmail: string } | { outcome: "expired" | "unknown" } {
  const opened = readEncrypted(crypto, "deletion-link", token)?.toString("utf8");
  if (opened === undefined) return { outcome: "unknown" };
  const { normalisedEmail, expiresAt } = JSON.parse(opened) as { normalisedEmail: string; expiresAt: number };
  return isExpired(new Date(expiresAt), clock.now()) ? { outcome: "expired" } : { outcome: "open", normalisedEmail };
}

function announce({ tombstones, changed }: WithdrawalTools, erased: Erased): void {
  tombstones.note(erased.tombstones);
  if (erased.signatures.length > 0) changed();
}

function readWithdrawInput(
  posted: unknown,
  t: Translate,
): { outcome: "read"; normalisedEmail: string } | Extract<WithdrawOutcome, { outcome: "refused" }> {
  const parsed = withdrawRequest.safeParse(posted);
  if (!parsed.success) return { outcome: "refused", message: t("http.answer.badRequest"), errors: [] };
  const email = readEmail(parsed.data.email);
  if ("address" in email && parsed.data.confirmDeletion)
    return { outcome: "read", normalisedEmail: normaliseEmail(email.address) };

  const errors: FieldRefusal<WithdrawField>[] = [];
  if ("fault" in email) errors.push({ field: "email", code: "email-invalid", message: t("withdrawal.faults.email") });
  if (!parsed.data.confirmDeletion)
    errors.push({ field: "confirmDeletion", code: "confirmation-missing", message: t("withdrawal.faults.confirmDeletion") });
  return { outcome: "refused", message: errors[0]?.message ?? "", errors };
}

const KIND = "deletions";

async function noteRequest(tx: Transaction, sourceKeys: string[], now: Date): Promise<number[]> {
  const counters = sourceKeys.map((sourceKey, which) => ({
    key: `${KIND} ${sourceKey}`,
    kind: which === 0 ? KIND : `${KIND}-wide`,
  }));
  const counted = await countAttempt(tx, { counters, now, window: MANY_DELETIONS.window });
  const requests = counters.map((counter) => counted.find(({ key }) => key === counter.key)?.count ?? 0);
  const many = sourceKeys.filter((_, which) => requests[which] === MANY_DELETIONS.counts[which]);
  if (many.length > 0) await tx.insert(suspicions).values(many.map((sourceKey) => ({ kind: KIND, sourceKey, at: now })));
  return requests;
}

async function ownerOf(tx: Transaction, normalisedEmail: string) {
  const [known = NOBODY.id] = await idsOfMailbox(tx, normalisedEmail);
  const { id, email, locale } = signatures;
  const [signature] = await tx.select({ id, email, locale }).from(signatures).where(eq(id, known));
  const [pending] = await tx
    .select({ id: pendingConfirmations.id, email: pendingConfirmations.email, locale: pendingConfirmations.locale })
    .from(pendingConfirmations)
    .where(eq(pendingConfirmations.normalisedEmail, normalisedEmail))
    .orderBy(desc(pendingConfirmations.createdAt))
    .limit(1);
  const owner = signature ?? pending;
  if (!owner) return null;
  return { id: owner.id, email: owner.email, language: isLanguage(owner.locale) ? owner.locale : DEFAULT_LANGUAGE };
}
