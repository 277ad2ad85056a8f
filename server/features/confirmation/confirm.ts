import type { ConfirmOutcome, LinkFollowed } from "../../../contract/confirmation.ts";
import type { Petition } from "../../../contract/petition.ts";
import type { Translate } from "../../../messages/translate.ts";
import { type Following, isExpired } from "../../../petition/confirmation.ts";
import { durationOf } from "../../../petition/duration.ts";
import type { Language } from "../../../petition/language.ts";
import type { Receipt } from "../../../petition/transparency/receipt.ts";
import type { Context } from "../../context.ts";
import type { Provable } from "../../ledger/public-log/own-receipt.ts";
import { makePersonalLink, readToken } from "../../platform/crypto/links.ts";
import { makeBatcher } from "../../platform/database/batcher.ts";
import { withinDeadline } from "../../platform/database/deadline.ts";
import { unavailable } from "../../platform/http/errors.ts";
import { type Followed, followLinks, type Link, signedAsBehind } from "./follow.ts";
import { suppress, suppression, undoSuppression } from "./suppress.ts";

interface ConfirmationTools extends Pick<Context, "clock" | "crypto" | "translators" | "configuration" | "ending"> {
  collection: Pick<Petition, "collectionNotice">;
  follow(link: Link): Promise<Followed>;
  receiptAtOnce(signature: Provable): Promise<Receipt | null>;
}

/** One batch at a time: all of them end at the lock of the number. */
const BATCHES = { most: 100, abreast: 1, room: 5000, patience: 4_000, pause: 3, pauseInCrowd: 50 };

export function confirmation(context: Context, joined: Pick<ConfirmationTools, "collection" | "receiptAtOnce">) {
  const links = makeBatcher((batch: Link[]) => followLinks(context, batch), BATCHES);
  context.peak.watch("links", links);
  const tools: ConfirmationTools = { ...context, ...joined, follow: links.join };
  return {
    confirm: (token, { language }) => confirm(tools, token, language),
    signedAsBehind: (token) => signedAsBehind(context, token),
    suppression: (token) => suppression(context, token),
    suppress: (token) => suppress(context, token),
    undoSuppression: (token) => undoSuppression(context, token),
  } satisfies Partial<Petition>;
}

function confirm(tools: ConfirmationTools, token: string, language: Language): Promise<ConfirmOutcome> {
  const t = tools.translators[language];
  return followAndSay(tools, token, language, t).catch((failure) => unavailable(failure, t, "confirmation.answer.unsure"));
}

async function followAndSay(tools: ConfirmationTools, token: string, language: Language, t: Translate): Promise<LinkFollowed> {
  const { outcome, isHeld, counted } = await withinDeadline(followToken(tools, token));
  if (outcome === "ended") return { outcome: "expired", message: t("confirmation.answer.ended") };
  const answer = said(outcome, isHeld, t, tools.configuration.confirmationLifetime);
  const isTooLate = outcome === "expired" && (await tools.collection.collectionNotice(language)) !== null;
  if (isTooLate) return { outcome, message: answer.message };
  if (!counted) return answer;
  const { signature, signedAs } = counted;
  const receipt = await tools.receiptAtOnce(signature);
  return { ...answer, personalLink: makePersonalLink(tools, signature.id, language), signedAs, ...(receipt && { receipt }) };
}

async function followToken({ crypto, clock, ending, follow }: ConfirmationTools, token: string): Promise<Followed> {
  const link = readToken(crypto, token);
  if (link === null) return { outcome: "unknown", isHeld: false };
  return ending.unlessEnded<Followed>(
    () => follow({ hash: link.hash, isExpired: isExpired(link.expiresAt, clock.now()) }),
    () => ({ outcome: "ended", isHeld: false }),
  );
}

function said(outcome: Following, isHeld: boolean, t: Translate, lifetime: number): LinkFollowed {
  if (outcome === "already_confirmed")
    return {
      outcome,
      message: t(isHeld ? "confirmation.answer.alreadyConfirmedHeld" : "confirmation.answer.alreadyConfirmed"),
    };
  if (outcome !== "expired") return { outcome, message: t(`confirmation.answer.${outcome}`) };
  const message = t("confirmation.answer.expired", durationOf(lifetime));
  return { outcome, message, hint: t("confirmation.answer.expiredHint") };
}
