import { type Page, pageIn } from "../../../petition/addresses.ts";
import { isExpired, nextAttempt, nextAttemptOfOnlyWay } from "../../../petition/confirmation.ts";
import { MINUTE } from "../../../petition/duration.ts";
import { DEFAULT_LANGUAGE, isLanguage } from "../../../petition/language.ts";
import { OLD_ADDRESS_LIFETIME, personalLinkExpiry } from "../../../petition/personal.ts";
import { petitionConfig } from "../../../petition.config.ts";
import type { Base } from "../base.ts";
import type { Configuration } from "../config/configuration.ts";
import { emailHash, makePersonalLink, makeSuppressionToken, tokenOf } from "../crypto/links.ts";
import type { ConsequenceKind, EmailKind } from "../database/schema.ts";
import { type Handler, type Job, type Outbox, type Outcome, openOutbox, sideBySide } from "../jobs/outbox.ts";
import { type Caps, HELD_BY_PACE, makeCaps } from "./caps.ts";
import { saying, type Words } from "./compiled-template.ts";
import { decoyOf, isDecoy, NOBODY, pendingOfNobody } from "./decoy.ts";
import * as emails from "./emails.ts";
import { decryptEmail, type EncryptedEmail } from "./encrypted-email.ts";
import { failureCode, sortFailure } from "./failures.ts";
import { messageName } from "./message-id.ts";
import { countAttempt } from "./metrics.ts";
import { noteBecame, noteTold, readingBehind, readingNotice } from "./rows-behind.ts";
import type { Transport } from "./transport.ts";

export interface DeliveryTools extends Pick<Base, "db" | "clock" | "crypto" | "translators" | "publicUrl"> {
  configuration: Pick<Configuration, "confirmationLifetime">;
  transport: Transport;
  caps: Caps;
}

interface Delivery extends DeliveryTools {
  behind: ReturnType<typeof readingBehind>;
  notice: ReturnType<typeof readingNotice>;
}

/** For each connection: while one e-mail is being sent, others are prepared or noted. */
const WORKERS = 4;
const FOR_NOTICES = 0.3;

export function openMailOutbox(context: Base, transport: Transport): Outbox {
  const { mailLimits: limits, mailConnections } = context.configuration;
  const handlers = emailHandlers({ ...context, transport, caps: makeCaps({ ...context, limits }) });
  const { "breach-email": toAll, ...ofVisitors } = handlers;
  return sideBySide([
    openOutbox({ ...context, kinds: ofVisitors, concurrency: mailConnections * WORKERS }),
    openOutbox({ ...context, kinds: { "breach-email": toAll }, concurrency: Math.ceil(mailConnections * FOR_NOTICES) }),
  ]);
}

export function emailHandlers(given: DeliveryTools): Record<ConsequenceKind, Handler> {
  const tools: Delivery = { ...given, behind: readingBehind(given.db), notice: readingNotice(given.db) };
  const real: Record<EmailKind, Handler> = {
    "confirmation-email": (job) => deliverConfirmation(tools, job),
    "already-signed-email": (job) => deliverAlreadySigned(tools, job),
    "erased-email": (job) => deliverErased(tools, job),
    "deletion-link-email": (job) => deliverButton(tools, job, "deletionLink"),
    "personal-link-email": (job) => deliverPersonalLink(tools, job),
    "new-address-email": (job) => deliverButton(tools, job, "newAddress"),
    "old-address-email": (job) => deliverOldAddress(tools, job),
  };
  const decoys = Object.entries(real).map(([kind, handle]) => [decoyOf(kind), (job: Job) => asDone(handle(job))]);
  return {
    ...real,
    ...(Object.fromEntries(decoys) as Record<`${EmailKind}-decoy`, Handler>),
    "breach-email": (job) => deliverBreachNotice(tools, job),
    "held-email": (job) => deliverHeld(tools, job),
  };
}

/** A decoy is not tried again, and not shown to the administration. */
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
  if (token === null) return { never: true, error: "key-gone", also: noteBecame(row.id, "given-up") };

  const { expiresAt, visibility } = row;
  const forSuppression = {
    pendingId: row.id,
    emailHash: emailHash(crypto, row.normalisedEmail),
    confirmationExpiresAt: expiresAt,
  };
  const outcome = await attempt(tools, job, row, (framed) => ({
    language: framed.language,
    alike: { t: framed.t, besides: `confirmation ${visibility} ${Math.floor(expiresAt.getTime() / MINUTE)}` },
    endsAt: expiresAt,
    links: [
      pageWithToken(tools, framed, "confirmation", token),
      pageWithToken(tools, framed, "suppression", makeSuppressionToken(crypto, forSuppression)),
      pageOf(tools, framed, "privacy"),
    ],
    write: ([confirm = "", suppress = "", privacy = ""]) =>
      emails.confirmationEmail({
        ...{ ...framed, expiresAt, visibility },
        links: { confirm, suppress, privacy },
        lifetime: confirmationLifetime,
      }),
  }));
  if ("done" in outcome) return { ...outcome, also: noteBecame(row.id, "sent", clock.now()) };
  if ("later" in outcome) return { ...outcome, also: noteBecame(row.id, "deferred") };
  if ("held" in outcome) return outcome;
  return { ...outcome, also: noteBecame(row.id, "given-up") };
}

async function deliverAlreadySigned(tools: Delivery, job: Job): Promise<Outcome> {
  const { signature } = await tools.behind(job);
  const row = isDecoy(job.kind) ? { email: NOBODY.email, locale: NOBODY.language, quarantinedAt: null } : signature;
  if (!row) return { done: true };
  const isHeld = row.quarantinedAt !== null;
  const outcome = await attempt(tools, job, row, (framed) => ({
    language: framed.language,
    alike: { t: framed.t, besides: `already-signed ${isHeld}` },
    links: [personalLinkOf(tools, framed, job), pageOf(tools, framed, "withdrawal")],
    write: ([personal = "", withdrawal = ""]) =>
      emails.alreadySignedEmail({ ...framed, isHeld, links: { personal, withdrawal } }),
  }));
  return "done" in outcome ? { ...outcome, also: noteBecame(job.subjectId, "sent", tools.clock.now()) } : outcome;
}

async function deliverPersonalLink(tools: Delivery, job: Job): Promise<Outcome> {
  const now = tools.clock.now();
  const { signature } = await tools.behind(job);
  const row = isDecoy(job.kind) ? { email: NOBODY.email, locale: NOBODY.language } : signature;
  if (!row) return { done: true };
  const expiresAt = personalLinkExpiry(now);
  const outcome = await attempt(tools, job, row, (framed) =>
    saying(framed.language, emails.personalLinkEmail({ ...framed, expiresAt, link: personalLinkOf(tools, framed, job) })),
  );
  return "done" in outcome ? { ...outcome, also: noteBecame(job.subjectId, "sent", now) } : outcome;
}

async function deliverBreachNotice(tools: Delivery, job: Job): Promise<Outcome> {
  const id = job.payload ?? "";
  const [{ pending, signature }, texts] = await Promise.all([tools.behind(job), tools.notice(id)]);
  const row = signature ?? pending;
  if (!row || !texts) return { done: true };
  const of = signature ? "personal" : "unconfirmed";
  const say = (framed: emails.Framed): Words => ({
    language: framed.language,
    alike: { t: framed.t, besides: `breach ${id} ${of}` },
    links: [pageOf(tools, framed, signature ? "personal" : "withdrawal")],
    write: ([address = ""]) => emails.breachEmail({ ...framed, text: texts[framed.language], page: { of, address } }),
  });
  const outcome = await attempt(tools, job, row, say, TO_ALL);
  return "done" in outcome ? { ...outcome, also: noteTold(id) } : outcome;
}

async function deliverHeld(tools: Delivery, job: Job): Promise<Outcome> {
  const { signature: row } = await tools.behind(job);
  if (!row?.quarantinedAt) return { done: true };
  const say = (framed: emails.Framed): Words => ({
    language: framed.language,
    alike: { t: framed.t, besides: "held" },
    links: [personalLinkOf(tools, framed, job)],
    write: ([personal = ""]) => emails.heldEmail({ ...framed, personal }),
  });
  return attempt(tools, job, row, say, TO_ALL);
}

function deliverErased(tools: Delivery, job: Job): Promise<Outcome> {
  return deliverEncrypted(tools, job, ({ token, expiresAt, restores = "signature" }, framed) => {
    const link = token === null ? null : pageWithToken(tools, framed, "restoration", token);
    return emails.erasedEmail({
      ...framed,
      restore: link === null ? null : { link, expiresAt, what: restores },
      privacy: pageOf(tools, framed, "privacy"),
    });
  });
}

function deliverButton(tools: Delivery, job: Job, of: "deletionLink" | "newAddress"): Promise<Outcome> {
  const page = of === "newAddress" ? "address" : "withdrawal";
  return deliverEncrypted(tools, job, ({ token, expiresAt }, framed) =>
    emails.buttonEmail({ ...framed, of, expiresAt, link: pageWithToken(tools, framed, page, token ?? "") }),
  );
}

function deliverOldAddress(tools: Delivery, job: Job): Promise<Outcome> {
  return deliverEncrypted(tools, job, ({ token, expiresAt }, framed) => {
    const askedAt = new Date(expiresAt.getTime() - OLD_ADDRESS_LIFETIME);
    return emails.oldAddressEmail({
      ...framed,
      askedAt,
      expiresAt,
      link: pageWithToken(tools, framed, "address", token ?? ""),
    });
  });
}

/** Its link is nowhere else, so it is kept as long as the link works. No cap holds it: it is a right. */
async function deliverEncrypted(
  tools: Delivery,
  job: Job,
  write: (content: Omit<EncryptedEmail, "expiresAt"> & { expiresAt: Date }, framed: emails.Framed) => emails.Email,
): Promise<Outcome> {
  const content = decryptEmail(tools.crypto, job.payload);
  if (!content) return { never: true, error: "key-gone" };
  const expiresAt = new Date(content.expiresAt);
  if (isExpired(expiresAt, tools.clock.now())) return { done: true };
  const to = { email: content.email, locale: content.language };
  const say = (framed: emails.Framed) => saying(framed.language, write({ ...content, expiresAt }, framed), expiresAt);
  return attempt(tools, job, to, say, { next: nextAttemptOfOnlyWay, waitsForCaps: false });
}

interface Manner {
  next(failures: number, now: Date): Date | null;
  waitsForCaps: boolean;
  share?: number;
}

const OF_THE_FORM: Manner = { next: nextAttempt, waitsForCaps: true };

/** The other half is for visitors: their links end before all notices have gone. */
const TO_ALL: Manner = { ...OF_THE_FORM, share: 0.5 };

async function attempt(
  tools: Delivery,
  job: Job,
  { email, locale }: { email: string; locale: string },
  say: (framed: emails.Framed) => Words,
  manner = OF_THE_FORM,
): Promise<Outcome> {
  const language = isLanguage(locale) ? locale : DEFAULT_LANGUAGE;
  const framed = { language, t: tools.translators[language], responsible: petitionConfig.organisation };
  const outcome = await send(tools, job, email, () => say(framed), manner);
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

function pageOf({ publicUrl }: DeliveryTools, { language }: emails.Framed, page: Page): string {
  return publicUrl() + pageIn(language, page);
}

function pageWithToken(tools: DeliveryTools, framed: emails.Framed, page: Page, token: string): string {
  return `${pageOf(tools, framed, page)}?token=${encodeURIComponent(token)}`;
}

function personalLinkOf(tools: DeliveryTools, { language }: emails.Framed, { subjectId }: Job): string {
  return tools.publicUrl() + makePersonalLink(tools, subjectId, language);
}
