import { randomUUID } from "node:crypto";
import type { Collection } from "../../contract/collection.ts";
import type { ConfirmOutcome, SignedAs } from "../../contract/confirmation.ts";
import type { Translate } from "../../messages/translate.ts";
import { type Following, follow, isExpired, mendToken } from "../../petition/confirmation.ts";
import { hoursOf } from "../../petition/duration.ts";
import { standingOfName } from "../../petition/held-names.ts";
import type { Language } from "../../petition/language.ts";
import type { Receipt } from "../../petition/transparency/receipt.ts";
import { noteNameCheck, writeAudit } from "../audit/audit.ts";
import type { Context } from "../context.ts";
import { countIn, readEnd } from "../count/count.ts";
import { commitAnew } from "../crypto/commitment.ts";
import { makePersonalLink, readToken } from "../crypto/links.ts";
import type { Transaction } from "../database/open.ts";
import type { Provable } from "../transparency/receipts.ts";
import { signedAs } from "./signed-as.ts";
import {
  isLinkInQuarantine,
  isLinkOfSignature,
  keepSignature,
  lockSiblings,
  type Pending,
  settleLinks,
  signatureOfAddress,
} from "./store.ts";

export interface ConfirmationTools
  extends Pick<Context, "db" | "clock" | "crypto" | "translators" | "configuration" | "changed" | "ending"> {
  collection: Collection;
  /** Null where its entry has to wait for others. */
  receiptAtOnce(signature: Provable): Promise<Receipt | null>;
}

type Link = NonNullable<ReturnType<typeof readToken>>;

/** Throws only where the database fails. */
export async function confirm(tools: ConfirmationTools, token: string, language: Language): Promise<ConfirmOutcome> {
  const link = readToken(tools.crypto, mendToken(token));
  const id = randomUUID();
  const t = tools.translators[language];
  const answered =
    link === null
      ? UNKNOWN
      : await tools.ending.unlessEnded<Answered | "ended">(
          () => tools.db.transaction((tx) => answeredUnlessErased(tools, tx, link, id)),
          () => "ended",
        );
  if (answered === "ended") return { outcome: "expired", message: t("confirmation.answer.ended") };
  const { outcome, signedAs, counted, isHeld } = answered;
  const answer = said(outcome, isHeld, t, tools.configuration.confirmationLifetime);
  const isTooLate = outcome === "expired" && (await tools.collection.collectionNotice(language)) !== null;
  // Who cannot sign again is not told to.
  if (isTooLate) return { outcome, message: answer.message };
  if (outcome !== "confirmed") return answer;
  tools.changed();
  const receipt = counted && (await tools.receiptAtOnce(counted));
  return { ...answer, personalLink: makePersonalLink(tools, id, language), signedAs, ...(receipt && { receipt }) };
}

interface Followed {
  outcome: Following;
  signedAs?: SignedAs;
  counted?: Provable;
}

/** `isHeld`: it is in quarantine, and nobody is told that it counts. */
type Answered = Followed & { isHeld: boolean };

const UNKNOWN: Answered = { outcome: "unknown", isHeld: false };

/** What the end has erased is no unknown link, also in the moment in which this process does not know of the end yet. */
async function answeredUnlessErased(
  tools: ConfirmationTools,
  tx: Transaction,
  link: Link,
  id: string,
): Promise<Answered | "ended"> {
  const following = await followLink(tools, tx, link, id);
  const { outcome } = following;
  const isGone = outcome === "unknown" || outcome === "expired";
  if (isGone && (await readEnd(tx))) return "ended";
  return { ...following, isHeld: outcome === "already_confirmed" && (await isLinkInQuarantine(tx, link.hash)) };
}

async function followLink(tools: ConfirmationTools, tx: Transaction, link: Link, id: string): Promise<Followed> {
  const expired = isExpired(link.expiresAt, tools.clock.now());
  if (await isLinkOfSignature(tx, link.hash)) return { outcome: follow({ counted: true, pending: false, expired }) };

  const siblings = await lockSiblings(tx, link.hash);
  const pending = siblings.find((sibling) => sibling.token === link.hash);
  if (!pending) {
    // Whoever held the lock may just have counted this link and taken its row away.
    const counted = await isLinkOfSignature(tx, link.hash);
    return { outcome: follow({ counted, pending: false, expired }) };
  }

  const counted = await signatureOfAddress(tx, pending.normalisedEmail);
  if (counted !== null) await settleLinks(tx, counted, siblings);
  const outcome = follow({ counted: counted !== null, pending: true, expired });
  if (outcome !== "confirmed") return { outcome };
  const now = await count(tools, tx, id, pending, siblings);
  return now ? { outcome, ...now } : { outcome: "already_confirmed" };
}

/** Null if its address was counted at this very moment. */
async function count(
  tools: ConfirmationTools,
  tx: Transaction,
  id: string,
  pending: Pending,
  siblings: Pending[],
): Promise<Required<Pick<Followed, "signedAs" | "counted">> | null> {
  const committed = commitAnew({ ...pending, id });
  const confirmedAt = tools.clock.now();
  const standing = standingOfName(pending, confirmedAt);
  const kept = await keepSignature(tx, {
    id,
    fullName: pending.fullName,
    email: pending.email,
    normalisedEmail: pending.normalisedEmail,
    visibility: pending.visibility,
    confirmedAt,
    createdAt: pending.createdAt,
    ipAddress: pending.ipAddress,
    userAgent: pending.userAgent,
    ...committed,
    gdprConsentGiven: true,
    gdprConsentTimestamp: pending.createdAt,
    consentVersion: pending.consentVersion,
    petitionVersion: pending.petitionVersion,
    policyVersion: pending.policyVersion,
    locale: pending.locale,
    secondsToConfirm: haste(pending, confirmedAt),
    ...standing,
  });
  if (!kept) return null;
  await settleLinks(tx, id, siblings);
  await writeAudit(tx, tools.clock, { entityType: "signature", entityId: id, action: "confirmed" });
  await noteNameCheck(tx, tools.clock, id, standing);
  await countIn(tx, { id, confirmedAt, locale: pending.locale, ...committed }, "confirmed", tools.clock);
  return {
    signedAs: signedAs({ ...pending, ...standing }, tools.configuration.publicNames),
    counted: { ...pending, ...committed, id },
  };
}

/** Longer after the form than this, the e-mail was late, or asked for again: then an earlier one may have been followed. */
const AT_FIRST = 60_000;

/** Whole seconds from the e-mail to the confirmation; null where that cannot be known. */
function haste({ createdAt, emailSentAt }: Pending, confirmedAt: Date): number | null {
  if (emailSentAt === null || emailSentAt > confirmedAt || emailSentAt.getTime() - createdAt.getTime() >= AT_FIRST) return null;
  return Math.floor((confirmedAt.getTime() - emailSentAt.getTime()) / 1000);
}

function said(outcome: Following, isHeld: boolean, t: Translate, lifetime: number): ConfirmOutcome {
  switch (outcome) {
    case "confirmed":
      return { outcome, message: t("confirmation.answer.confirmed") };
    case "already_confirmed":
      return {
        outcome,
        message: isHeld ? t("confirmation.answer.alreadyConfirmedHeld") : t("confirmation.answer.alreadyConfirmed"),
      };
    case "expired":
      return {
        outcome,
        message: t("confirmation.answer.expired", { hours: hoursOf(lifetime) }),
        hint: t("confirmation.answer.expiredHint"),
      };
    case "unknown":
      return { outcome, message: t("confirmation.answer.unknown") };
  }
}
