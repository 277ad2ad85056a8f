import { and, eq, inArray, sql } from "drizzle-orm";
import type { Translate } from "../../messages/translate.ts";
import { type Page, pageIn } from "../../petition/addresses.ts";
import { isExpired, nextAttempt, nextAttemptOfOnlyWay } from "../../petition/confirmation.ts";
import { DEFAULT_LANGUAGE, isLanguage, type Language } from "../../petition/language.ts";
import { personalLinkExpiry } from "../../petition/personal.ts";
import { petitionConfig } from "../../petition.config.ts";
import type { Configuration } from "../configuration.ts";
import type { Context } from "../context.ts";
import type { Crypto } from "../crypto/crypto.ts";
import { emailHash, makePersonalLink, makeSuppressionToken, tokenOf } from "../crypto/links.ts";
import {
  breachNotices,
  type ConsequenceKind,
  type EmailKind,
  outbox,
  pendingConfirmations,
  signatures,
  UNCONFIRMED_STATUSES,
} from "../database/schema.ts";
import type { Handler, Job, Outcome, Writer } from "../outbox/outbox.ts";
import { alreadySignedLetter } from "./already-signed-letter.ts";
import { breachLetter, type NoticeTexts } from "./breach-letter.ts";
import { type Caps, HELD_BY_CAP } from "./caps.ts";
import { confirmationLetter } from "./confirmation-letter.ts";
import { isDecoy, NOBODY, pendingOfNobody } from "./decoy.ts";
import { deletionLinkLetter } from "./deletion-link-letter.ts";
import { decryptLetter, type EncryptedLetter } from "./encrypted-letter.ts";
import { erasedLetter } from "./erased-letter.ts";
import type { Letter } from "./letter.ts";
import { messageName } from "./message-id.ts";
import { personalLinkLetter } from "./personal-link-letter.ts";
import { failureCode, sortFailure, type Transport } from "./transport.ts";
import { countAttempt } from "./watch-deliveries.ts";

export interface DeliveryTools extends Pick<Context, "db" | "clock" | "crypto" | "translators" | "publicUrl"> {
  configuration: Pick<Configuration, "confirmationLifetime">;
  transport: Transport;
  caps: Caps;
}

export function emailHandlers(tools: DeliveryTools): Record<ConsequenceKind, Handler> {
  const real: Record<EmailKind, Handler> = {
    "confirmation-email": (job) => deliverConfirmation(tools, job),
    "already-signed-email": (job) => deliverAlreadySigned(tools, job),
    "erased-email": (job) => deliverErased(tools, job),
    "deletion-link-email": (job) => deliverDeletionLink(tools, job),
    "personal-link-email": (job) => deliverPersonalLink(tools, job),
  };
  const toNobody = (kind: EmailKind): Handler => {
    return (job) => asDone(real[kind](job));
  };
  return {
    ...real,
    "breach-email": (job) => deliverBreachNotice(tools, job),
    "confirmation-email-decoy": toNobody("confirmation-email"),
    "already-signed-email-decoy": toNobody("already-signed-email"),
    "erased-email-decoy": toNobody("erased-email"),
    "deletion-link-email-decoy": toNobody("deletion-link-email"),
    "personal-link-email-decoy": toNobody("personal-link-email"),
  };
}

/** Nothing is tried again, or kept for an administration that does not show it. */
async function asDone(delivered: Promise<Outcome>): Promise<Outcome> {
  const outcome = await delivered;
  return "done" in outcome ? outcome : { done: true, also: outcome.also };
}

const OF_SIGNATURE = { email: signatures.email, locale: signatures.locale, quarantinedAt: signatures.quarantinedAt };

/** Both are looked for and both are noted, whatever the e-mail: the work must not tell who has signed. */
async function rowsBehind(db: Writer, job: Job) {
  const [found] = await db
    .select({ pending: pendingConfirmations, signature: OF_SIGNATURE })
    .from(outbox)
    .leftJoin(pendingConfirmations, eq(pendingConfirmations.id, outbox.subjectId))
    .leftJoin(signatures, eq(signatures.id, outbox.subjectId))
    .where(eq(outbox.id, job.id));
  return found ?? { pending: null, signature: null };
}

async function deliverConfirmation(tools: DeliveryTools, job: Job): Promise<Outcome> {
  const { clock, crypto } = tools;
  const { confirmationLifetime } = tools.configuration;
  const { pending } = await rowsBehind(tools.db, job);
  const row = isDecoy(job.kind) ? pendingOfNobody(clock.now(), confirmationLifetime) : pending;
  if (!row || row.status === "confirmed" || row.status === "expired" || isExpired(row.expiresAt, clock.now()))
    return { done: true };

  const token = tokenOf(crypto, row) ?? (isDecoy(job.kind) ? "" : null);
  if (token === null) return { never: true, error: "key-gone", also: noteGivenUp(row.id) };

  const outcome = await attempt(tools, job, row.email, languageOf(row.locale), (language, t) =>
    confirmationLetter({
      language,
      t,
      links: {
        confirm: linkTo(tools, language, "confirmation", token),
        suppress: linkTo(tools, language, "suppression", suppressionTokenOf(crypto, row)),
        privacy: tools.publicUrl() + pageIn(language, "privacy"),
      },
      expiresAt: row.expiresAt,
      lifetime: confirmationLifetime,
      visibility: row.visibility,
      responsible: petitionConfig.organisation,
    }),
  );
  if ("done" in outcome) return { ...outcome, also: noteSent(row.id, clock.now()) };
  if ("later" in outcome) return { ...outcome, also: noteRetry(row.id) };
  if ("held" in outcome) return outcome;
  return { ...outcome, also: noteGivenUp(row.id) };
}

async function deliverAlreadySigned(tools: DeliveryTools, job: Job): Promise<Outcome> {
  const { signature: row } = await rowsBehind(tools.db, job);
  if (!row) return { done: true };
  const outcome = await attempt(tools, job, row.email, languageOf(row.locale), (language, t) =>
    alreadySignedLetter({
      language,
      t,
      isHeld: row.quarantinedAt !== null,
      links: {
        personal: tools.publicUrl() + makePersonalLink(tools, job.subjectId, language),
        withdrawal: tools.publicUrl() + pageIn(language, "withdrawal"),
      },
      responsible: petitionConfig.organisation,
    }),
  );
  return "done" in outcome ? { ...outcome, also: noteSent(job.subjectId, tools.clock.now()) } : outcome;
}

async function deliverPersonalLink(tools: DeliveryTools, job: Job): Promise<Outcome> {
  const now = tools.clock.now();
  const { signature } = await rowsBehind(tools.db, job);
  const row = isDecoy(job.kind) ? { email: NOBODY.email, locale: NOBODY.language } : signature;
  if (!row) return { done: true };
  const outcome = await attempt(tools, job, row.email, languageOf(row.locale), (language, t) =>
    personalLinkLetter({
      language,
      t,
      link: tools.publicUrl() + makePersonalLink(tools, job.subjectId, language),
      expiresAt: personalLinkExpiry(now),
      responsible: petitionConfig.organisation,
    }),
  );
  return "done" in outcome ? { ...outcome, also: noteSent(job.subjectId, now) } : outcome;
}

/** To whoever is still there: who was erased meanwhile gets none. */
async function deliverBreachNotice(tools: DeliveryTools, job: Job): Promise<Outcome> {
  const { pending, signature } = await rowsBehind(tools.db, job);
  const row = signature ?? pending;
  const id = job.payload ?? "";
  const [notice] = await tools.db.select({ texts: breachNotices.texts }).from(breachNotices).where(eq(breachNotices.id, id));
  if (!row || !notice) return { done: true };
  const texts = JSON.parse(notice.texts) as NoticeTexts;
  const compose = (language: Language, t: Translate) =>
    breachLetter({
      language,
      t,
      text: texts[language],
      personal: tools.publicUrl() + pageIn(language, "personal"),
      responsible: petitionConfig.organisation,
    });
  const outcome = await attempt(tools, job, row.email, languageOf(row.locale), compose, TO_ALL);
  return "done" in outcome ? { ...outcome, also: noteTold(id) } : outcome;
}

function deliverErased(tools: DeliveryTools, job: Job): Promise<Outcome> {
  return deliverEncrypted(tools, job, ({ token, expiresAt, restores = "signature" }, language, t) =>
    erasedLetter({
      language,
      t,
      restore: token === null ? null : { link: linkTo(tools, language, "restoration", token), expiresAt, what: restores },
      privacy: tools.publicUrl() + pageIn(language, "privacy"),
      responsible: petitionConfig.organisation,
    }),
  );
}

function deliverDeletionLink(tools: DeliveryTools, job: Job): Promise<Outcome> {
  return deliverEncrypted(tools, job, ({ token, expiresAt }, language, t) =>
    deletionLinkLetter({
      language,
      t,
      link: linkTo(tools, language, "withdrawal", token ?? ""),
      expiresAt,
      responsible: petitionConfig.organisation,
    }),
  );
}

/** Its link stands nowhere else: it is kept for as long as the link works. No cap holds it back: it is somebody's right. */
async function deliverEncrypted(
  tools: DeliveryTools,
  job: Job,
  write: (letter: Omit<EncryptedLetter, "expiresAt"> & { expiresAt: Date }, language: Language, t: Translate) => Letter,
): Promise<Outcome> {
  const letter = decryptLetter(tools.crypto, job.payload);
  if (!letter) return { never: true, error: "key-gone" };
  const expiresAt = new Date(letter.expiresAt);
  if (isExpired(expiresAt, tools.clock.now())) return { done: true };
  const compose = (language: Language, t: Translate) => write({ ...letter, expiresAt }, language, t);
  return attempt(tools, job, letter.email, letter.language, compose, { next: nextAttemptOfOnlyWay, waitsForCaps: false });
}

interface Manner {
  /** Null: give up. */
  next(failures: number, now: Date): Date | null;
  waitsForCaps: boolean;
  /** Of each cap. */
  share?: number;
}

const OF_THE_FORM: Manner = { next: nextAttempt, waitsForCaps: true };

/** The other half is for those who sign meanwhile: their links end sooner than all have been told. */
const TO_ALL: Manner = { ...OF_THE_FORM, share: 0.5 };

async function attempt(
  tools: DeliveryTools,
  job: Job,
  to: string,
  language: Language,
  write: (language: Language, t: Translate) => Letter,
  manner = OF_THE_FORM,
): Promise<Outcome> {
  const outcome = await send(tools, job, to, () => ({ ...write(language, tools.translators[language]), language }), manner);
  countAttempt(job, outcome, tools.clock.now());
  return outcome;
}

async function send(
  { transport, clock, caps, crypto }: DeliveryTools,
  job: Job,
  to: string,
  write: () => Letter & { language: Language },
  { next, waitsForCaps, share }: Manner,
): Promise<Outcome> {
  const heldUntil = await caps.take(to, share);
  if (heldUntil && waitsForCaps) return { held: heldUntil, error: HELD_BY_CAP };
  const letter = write();
  try {
    const message = { ...letter, to, id: messageName(crypto, job.subjectId, job.id), date: clock.now() };
    if (isDecoy(job.kind)) return { done: true, after: await transport.discard(message) };
    await transport.send(message);
    return { done: true };
  } catch (failure) {
    if (!heldUntil) await caps.giveBack(to);
    const error = failureCode(failure);
    const later = sortFailure(failure) === "later" ? next(job.failures + 1, clock.now()) : null;
    return later ? { later, error } : { never: true, error };
  }
}

/** Between sending and noting, the link may already have been followed: what is confirmed stays so. */
const waiting = (id: string) =>
  and(eq(pendingConfirmations.id, id), inArray(pendingConfirmations.status, UNCONFIRMED_STATUSES));

function noteSent(id: string, at: Date) {
  return async (tx: Writer) => {
    await tx.update(pendingConfirmations).set({ status: "sent", emailSentAt: at }).where(waiting(id));
  };
}

function noteRetry(id: string) {
  return async (tx: Writer) => {
    const emailRetryCount = sql`${pendingConfirmations.emailRetryCount} + 1`;
    await tx.update(pendingConfirmations).set({ emailRetryCount }).where(waiting(id));
  };
}

function noteGivenUp(id: string) {
  return async (tx: Writer) => {
    await tx.update(pendingConfirmations).set({ status: "failed" }).where(waiting(id));
  };
}

function noteTold(id: string) {
  return async (tx: Writer) => {
    await tx
      .update(breachNotices)
      .set({ sent: sql`${breachNotices.sent} + 1` })
      .where(eq(breachNotices.id, id));
  };
}

function suppressionTokenOf(crypto: Crypto, row: typeof pendingConfirmations.$inferSelect): string {
  return makeSuppressionToken(crypto, {
    pendingId: row.id,
    emailHash: emailHash(crypto, row.normalisedEmail),
    confirmationExpiresAt: row.expiresAt,
  });
}

function linkTo({ publicUrl }: DeliveryTools, language: Language, page: Page, token: string): string {
  return `${publicUrl()}${pageIn(language, page)}?token=${encodeURIComponent(token)}`;
}

function languageOf(locale: string): Language {
  return isLanguage(locale) ? locale : DEFAULT_LANGUAGE;
}
