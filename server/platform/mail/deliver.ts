import type { Translate } from "../../../messages/translate.ts";
import { type Page, pageIn } from "../../../petition/addresses.ts";
import { isExpired, nextAttempt, nextAttemptOfOnlyWay } from "../../../petition/confirmation.ts";
import { DEFAULT_LANGUAGE, isLanguage, type Language } from "../../../petition/language.ts";
import { personalLinkExpiry } from "../../../petition/personal.ts";
import { petitionConfig } from "../../../petition.config.ts";
import type { Base } from "../base.ts";
import type { Configuration } from "../config/configuration.ts";
import type { Crypto } from "../crypto/crypto.ts";
import { emailHash, makePersonalLink, makeSuppressionToken, tokenOf } from "../crypto/links.ts";
import type { ConsequenceKind, EmailKind } from "../database/schema.ts";
import type { Handler, Job, Outcome } from "../jobs/outbox.ts";
import { alreadySignedEmail } from "./already-signed-email.ts";
import { breachEmail } from "./breach-email.ts";
import { type Caps, HELD_BY_PACE } from "./caps.ts";
import { saying, type Words } from "./compiled-template.ts";
import { confirmationEmail } from "./confirmation-email.ts";
import { isDecoy, NOBODY, pendingOfNobody } from "./decoy.ts";
import { deletionLinkEmail } from "./deletion-link-email.ts";
import type { Email } from "./email.ts";
import { decryptEmail, type EncryptedEmail } from "./encrypted-email.ts";
import { erasedEmail } from "./erased-email.ts";
import { failureCode, sortFailure } from "./failures.ts";
import { heldEmail } from "./held-email.ts";
import { messageName } from "./message-id.ts";
import { noteDeferred, noteGivenUp, noteSent, noteTold } from "./noting.ts";
import { personalLinkEmail } from "./personal-link-email.ts";
import { type Behind, type PendingBehind, readingBehind, readingNotice } from "./rows-behind.ts";
import type { Transport } from "./transport.ts";
import { countAttempt } from "./watch-deliveries.ts";

export interface DeliveryTools extends Pick<Base, "db" | "clock" | "crypto" | "translators" | "publicUrl"> {
  configuration: Pick<Configuration, "confirmationLifetime">;
  transport: Transport;
  caps: Caps;
}

const MINUTE = 60_000;

interface Delivery extends DeliveryTools {
  behind(job: Job): Promise<Behind>;
  notice: ReturnType<typeof readingNotice>;
}

export function emailHandlers(given: DeliveryTools): Record<ConsequenceKind, Handler> {
  const tools: Delivery = { ...given, behind: readingBehind(given.db), notice: readingNotice(given.db) };
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
    "held-email": (job) => deliverHeld(tools, job),
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

async function deliverConfirmation(tools: Delivery, job: Job): Promise<Outcome> {
  const { clock, crypto } = tools;
  const { confirmationLifetime } = tools.configuration;
  const { pending } = await tools.behind(job);
  const row = isDecoy(job.kind) ? pendingOfNobody(clock.now(), confirmationLifetime) : pending;
  if (!row || row.status === "confirmed" || row.status === "expired" || isExpired(row.expiresAt, clock.now()))
    return { done: true };

  const token = tokenOf(crypto, row) ?? (isDecoy(job.kind) ? "" : null);
  if (token === null) return { never: true, error: "key-gone", also: noteGivenUp(row.id) };

  const { expiresAt, visibility } = row;
  const outcome = await attempt(tools, job, row.email, languageOf(row.locale), (language, t) => ({
    language,
    // It says when the link ends, to the minute.
    alike: { t, besides: `confirmation ${visibility} ${Math.floor(expiresAt.getTime() / MINUTE)}` },
    endsAt: expiresAt,
    links: [
      linkTo(tools, language, "confirmation", token),
      linkTo(tools, language, "suppression", suppressionTokenOf(crypto, row)),
      tools.publicUrl() + pageIn(language, "privacy"),
    ],
    write: ([confirm = "", suppress = "", privacy = ""]) =>
      confirmationEmail({
        ...{ language, t, expiresAt, visibility },
        links: { confirm, suppress, privacy },
        lifetime: confirmationLifetime,
        responsible: petitionConfig.organisation,
      }),
  }));
  if ("done" in outcome) return { ...outcome, also: noteSent(row.id, clock.now()) };
  if ("later" in outcome) return { ...outcome, also: noteDeferred(row.id) };
  if ("held" in outcome) return outcome;
  return { ...outcome, also: noteGivenUp(row.id) };
}

async function deliverAlreadySigned(tools: Delivery, job: Job): Promise<Outcome> {
  const { signature: row } = await tools.behind(job);
  if (!row) return { done: true };
  const isHeld = row.quarantinedAt !== null;
  const outcome = await attempt(tools, job, row.email, languageOf(row.locale), (language, t) => ({
    language,
    alike: { t, besides: `already-signed ${isHeld}` },
    links: [
      tools.publicUrl() + makePersonalLink(tools, job.subjectId, language),
      tools.publicUrl() + pageIn(language, "withdrawal"),
    ],
    write: ([personal = "", withdrawal = ""]) =>
      alreadySignedEmail({
        ...{ language, t, isHeld },
        links: { personal, withdrawal },
        responsible: petitionConfig.organisation,
      }),
  }));
  return "done" in outcome ? { ...outcome, also: noteSent(job.subjectId, tools.clock.now()) } : outcome;
}

async function deliverPersonalLink(tools: Delivery, job: Job): Promise<Outcome> {
  const now = tools.clock.now();
  const { signature } = await tools.behind(job);
  const row = isDecoy(job.kind) ? { email: NOBODY.email, locale: NOBODY.language } : signature;
  if (!row) return { done: true };
  const outcome = await attempt(tools, job, row.email, languageOf(row.locale), (language, t) =>
    saying(
      language,
      personalLinkEmail({
        language,
        t,
        link: tools.publicUrl() + makePersonalLink(tools, job.subjectId, language),
        expiresAt: personalLinkExpiry(now),
        responsible: petitionConfig.organisation,
      }),
    ),
  );
  return "done" in outcome ? { ...outcome, also: noteSent(job.subjectId, now) } : outcome;
}

/** To whoever is still there: who was erased meanwhile gets none. */
async function deliverBreachNotice(tools: Delivery, job: Job): Promise<Outcome> {
  const id = job.payload ?? "";
  const [{ pending, signature }, texts] = await Promise.all([tools.behind(job), tools.notice(id)]);
  const row = signature ?? pending;
  if (!row || !texts) return { done: true };
  const of = signature ? "personal" : "unconfirmed";
  const compose = (language: Language, t: Translate) => ({
    language,
    alike: { t, besides: `breach ${id} ${of}` },
    links: [tools.publicUrl() + pageIn(language, signature ? "personal" : "withdrawal")],
    write: ([address = ""]: readonly string[]) =>
      breachEmail({
        ...{ language, t, text: texts[language], page: { of, address } as const },
        responsible: petitionConfig.organisation,
      }),
  });
  const outcome = await attempt(tools, job, row.email, languageOf(row.locale), compose, TO_ALL);
  return "done" in outcome ? { ...outcome, also: noteTold(id) } : outcome;
}

/** Nothing where it was released, or erased, before the e-mail went. */
async function deliverHeld(tools: Delivery, job: Job): Promise<Outcome> {
  const { signature: row } = await tools.behind(job);
  if (!row?.quarantinedAt) return { done: true };
  const compose = (language: Language, t: Translate) => ({
    language,
    alike: { t, besides: "held" },
    links: [tools.publicUrl() + makePersonalLink(tools, job.subjectId, language)],
    write: ([personal = ""]: readonly string[]) =>
      heldEmail({ ...{ language, t, personal }, responsible: petitionConfig.organisation }),
  });
  return attempt(tools, job, row.email, languageOf(row.locale), compose, TO_ALL);
}

function deliverErased(tools: Delivery, job: Job): Promise<Outcome> {
  return deliverEncrypted(tools, job, ({ token, expiresAt, restores = "signature" }, language, t) =>
    erasedEmail({
      language,
      t,
      restore: token === null ? null : { link: linkTo(tools, language, "restoration", token), expiresAt, what: restores },
      privacy: tools.publicUrl() + pageIn(language, "privacy"),
      responsible: petitionConfig.organisation,
    }),
  );
}

function deliverDeletionLink(tools: Delivery, job: Job): Promise<Outcome> {
  return deliverEncrypted(tools, job, ({ token, expiresAt }, language, t) =>
    deletionLinkEmail({
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
  tools: Delivery,
  job: Job,
  write: (letter: Omit<EncryptedEmail, "expiresAt"> & { expiresAt: Date }, language: Language, t: Translate) => Email,
): Promise<Outcome> {
  const letter = decryptEmail(tools.crypto, job.payload);
  if (!letter) return { never: true, error: "key-gone" };
  const expiresAt = new Date(letter.expiresAt);
  if (isExpired(expiresAt, tools.clock.now())) return { done: true };
  const compose = (language: Language, t: Translate) =>
    saying(language, write({ ...letter, expiresAt }, language, t), expiresAt);
  return attempt(tools, job, letter.email, letter.language, compose, { next: nextAttemptOfOnlyWay, waitsForCaps: false });
}

interface Manner {
  /** Null: give up. */
  next(failures: number, now: Date): Date | null;
  waitsForCaps: boolean;
  /** Of each cap and pace. */
  share?: number;
}

const OF_THE_FORM: Manner = { next: nextAttempt, waitsForCaps: true };

/** The other half is for those who sign meanwhile: their links end sooner than all have been told. */
const TO_ALL: Manner = { ...OF_THE_FORM, share: 0.5 };

async function attempt(
  tools: Delivery,
  job: Job,
  to: string,
  language: Language,
  say: (language: Language, t: Translate) => Words,
  manner = OF_THE_FORM,
): Promise<Outcome> {
  const outcome = await send(tools, job, to, () => say(language, tools.translators[language]), manner);
  countAttempt(job, outcome, tools.clock.now());
  return outcome;
}

async function send(
  { transport, clock, caps, crypto }: DeliveryTools,
  job: Job,
  to: string,
  say: () => Words,
  { next, waitsForCaps, share }: Manner,
): Promise<Outcome> {
  const wait = await caps.take({ email: to, share, turn: job.lastError === HELD_BY_PACE ? job.dueAt : null });
  if (wait && waitsForCaps) return { held: wait.until, error: wait.reason };
  const words = say();
  try {
    const message = { words, to, id: messageName(crypto, job.subjectId, job.id), date: clock.now() };
    if (isDecoy(job.kind)) return { done: true, after: await transport.discard(message) };
    await transport.send(message);
    return { done: true };
  } catch (failure) {
    if (!wait) await caps.giveBack(to);
    const error = failureCode(failure);
    const later = sortFailure(failure) === "later" ? next(job.failures + 1, clock.now()) : null;
    return later ? { later, error } : { never: true, error };
  }
}

function suppressionTokenOf(crypto: Crypto, row: PendingBehind): string {
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
