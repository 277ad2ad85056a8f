/**
 * GDPR, Art. 16. Nothing changes before the new mailbox confirms; the old one hears of it at once and can stop it, or undo it for a while. A request
 * is in its two links alone: until then the database knows when it was made, but not the new address.
 */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { AddressFault, AddressLinkOutcome } from "../../../contract/personal.ts";
import { isExpired } from "../../../petition/confirmation.ts";
import { readEmail } from "../../../petition/email-address.ts";
import { DEFAULT_LANGUAGE, isLanguage, type Language } from "../../../petition/language.ts";
import { normaliseEmail } from "../../../petition/mailbox.ts";
import { ADDRESS_AGAIN_AFTER, NEW_ADDRESS_LIFETIME, OLD_ADDRESS_LIFETIME } from "../../../petition/personal.ts";
import type { Context } from "../../context.ts";
import { writeAudit } from "../../ledger/audit/audit.ts";
import { changeList } from "../../ledger/count/count.ts";
import { makePersonalLink, readEncrypted } from "../../platform/crypto/links.ts";
import { isUniqueViolation } from "../../platform/database/failures.ts";
import { idsOfMailbox, normalisedOf } from "../../platform/database/mailbox.ts";
import type { Transaction } from "../../platform/database/open.ts";
import { signatures } from "../../platform/database/schema.ts";
import { put } from "../../platform/jobs/outbox.ts";
import { leaveToMail } from "../../platform/mail/allowance.ts";
import { emailOrDecoy, NOBODY } from "../../platform/mail/decoy.ts";
import { encryptEmail } from "../../platform/mail/encrypted-email.ts";
import { isThrowaway } from "../../platform/mail/throwaway.ts";
import { countRefusal } from "../../platform/metrics/counters.ts";
import { find, findToChange, type Owned } from "./stored.ts";

/** `of` "new": it makes `email` the address. `of` "old": it stops the request, and makes `email` the address again. */
interface AddressLink {
  of: "new" | "old";
  id: string;
  email: string;
  askedAt: number;
  expiresAt: number;
}

type AskingTools = Pick<Context, "clock" | "crypto" | "configuration">;

type Refused = { fault: AddressFault } | { retryAfter: number };
type Asked = { owned: Owned } & (Refused | { address: string });

/**
 * Null if the signature is gone. The answer is the same whether the new mailbox has signed, gets no e-mails, or is nobody's. Its allowance comes
 * before the row in the order of locks (decision 0016): so what may refuse is looked at twice.
 */
export async function askForAddress(tools: AskingTools, tx: Transaction, seen: Owned, typed: string): Promise<Asked | null> {
  const read = readEmail(typed);
  const before = "fault" in read ? read : whyNot(tools, seen, read.address);
  if ("fault" in read || before) return { owned: seen, ...(before ?? read) };
  const { address } = read;
  const mayMail = isOwn(seen, address) || (await leaveToMail(tools, tx, normaliseEmail(address), true)) === "granted";
  const owned = await findToChange(tx, seen.id);
  if (!owned) return null;
  const refused = whyNot(tools, owned, address);
  if (refused) return { owned, ...refused };
  const at = tools.clock.now();
  await tx.update(signatures).set({ addressAskedAt: at }).where(eq(signatures.id, owned.id));
  await noteCorrected(tools, tx, owned.id, "addressAsked");
  const [other] = isOwn(owned, address) ? [] : await idsOfMailbox(tx, normaliseEmail(address));
  // A mailbox that has signed hears that, and nothing changes. Two entries in every case: equal work.
  await putLink(tools, tx, owned, { of: "new", email: address, isDue: mayMail && other === undefined, at });
  const kind = emailOrDecoy("already-signed-email", mayMail && other !== undefined);
  await put(tx, { kind, subjectId: other ?? randomUUID(), at });
  await putLink(tools, tx, owned, { of: "old", email: owned.email, isDue: true, at });
  return { owned, address };
}

function whyNot({ clock, configuration }: AskingTools, owned: Owned, address: string): Refused | null {
  if (owned.quarantinedAt) return { fault: "held" };
  if (address === owned.email) return { fault: "same" };
  // Else the one between could put itself back after the first mailbox has.
  if (isRecent(owned, clock)) return { fault: "recent" };
  if (configuration.throwawayDomains === "refuse" && isThrowaway(address)) {
    countRefusal("throwaway-domain");
    return { fault: "throwaway" };
  }
  const wait = (owned.addressAskedAt?.getTime() ?? Number.NEGATIVE_INFINITY) + ADDRESS_AGAIN_AFTER - clock.now().getTime();
  return wait > 0 ? { retryAfter: Math.ceil(wait / 1000) } : null;
}

/** While a mailbox that had the signature before may put itself back: so there is never a second one that may. */
function isRecent({ linksSince }: Owned, clock: Context["clock"]): boolean {
  return linksSince !== null && !isExpired(new Date(linksSince.getTime() + OLD_ADDRESS_LIFETIME), clock.now());
}

/** Another spelling of the mailbox, too. */
function isOwn(owned: Owned, address: string): boolean {
  return normaliseEmail(address) === mailboxOf(owned);
}

/** `at`: when it was asked for; it identifies the request. */
type Letter = Pick<AddressLink, "of" | "email"> & { isDue: boolean; at: Date };

/** Not under the signature's id: a bounce would silence its present mailbox, and its page would tell whether the new one was written to. */
async function putLink({ crypto }: AskingTools, tx: Transaction, owned: Owned, { of, email, isDue, at }: Letter) {
  const expiresAt = at.getTime() + (of === "new" ? NEW_ADDRESS_LIFETIME : OLD_ADDRESS_LIFETIME);
  const to = isDue ? email : NOBODY.email;
  const link: AddressLink = { of, id: owned.id, email: to, askedAt: at.getTime(), expiresAt };
  const language = isLanguage(owned.locale) ? owned.locale : DEFAULT_LANGUAGE;
  const token = crypto.encrypt("address-link", JSON.stringify(link));
  const payload = encryptEmail(crypto, { email: to, language, token, expiresAt });
  await put(tx, { kind: emailOrDecoy(`${of}-address-email`, isDue), subjectId: randomUUID(), payload, at });
}

type LinkTools = Pick<Context, "db" | "clock" | "crypto" | "ending" | "changed">;

/** `isPressed`: else it looks, and changes nothing. */
export async function addressLink(
  tools: LinkTools,
  token: string,
  language: Language,
  isPressed: boolean,
): Promise<AddressLinkOutcome> {
  const opened = readEncrypted(tools.crypto, "address-link", token)?.toString("utf8");
  if (opened === undefined) return { outcome: "unknown" };
  const link = JSON.parse(opened) as AddressLink;
  if (isExpired(new Date(link.expiresAt), tools.clock.now())) return { outcome: "expired" };
  const done = await tools.ending
    .unlessEnded<AddressLinkOutcome>(
      () => tools.db.transaction((tx) => follow(tools, tx, link, language, isPressed)),
      () => ({ outcome: "gone" }),
    )
    .catch((failure): AddressLinkOutcome => {
      // Somebody has signed from that mailbox at the same moment: the table allows one.
      if (isUniqueViolation(failure)) return { outcome: "taken" };
      throw failure;
    });
  if (isPressed && "personalLink" in done) tools.changed();
  return done;
}

async function follow(
  tools: LinkTools,
  tx: Transaction,
  link: AddressLink,
  language: Language,
  isPressed: boolean,
): Promise<AddressLinkOutcome> {
  const owned = await (isPressed ? findToChange(tx, link.id) : find(tx, link.id));
  if (!owned) return { outcome: "gone" };
  const outcome = link.of === "new" ? "changed" : "kept";
  const now = tools.clock.now();
  const done = (since = owned.linksSince ?? now): AddressLinkOutcome => {
    const clock = { now: () => new Date(Math.max(since.getTime(), now.getTime())) };
    return { outcome, personalLink: makePersonalLink({ ...tools, clock }, owned.id, language) };
  };
  const isThere = owned.email === link.email;
  if (isThere && (link.of === "new" || owned.addressAskedAt === null)) return done();
  if (link.of === "new" && owned.addressAskedAt?.getTime() !== link.askedAt) return { outcome: "void" };
  if (link.of === "new" && owned.quarantinedAt) return { outcome: "held" };
  const normalisedEmail = normaliseEmail(link.email);
  if (!isOwn(owned, link.email) && (await idsOfMailbox(tx, normalisedEmail)).length > 0) return { outcome: "taken" };
  if (!isPressed) return { outcome: "open", of: link.of, email: link.email };
  // Tokens have whole seconds: whoever looked in this one may have a link.
  const linksSince = new Date(Math.floor(now.getTime() / 1000) * 1000 + 1000);
  await tx
    .update(signatures)
    .set({
      ...(isThere ? {} : { email: link.email, normalisedEmail, committedAddress: committedBeside(owned, normalisedEmail) }),
      addressAskedAt: null,
      linksSince,
    })
    .where(eq(signatures.id, owned.id));
  await noteCorrected(tools, tx, owned.id, link.of === "new" ? "address" : "addressKept");
  await changeList(tx);
  return done(linksSince);
}

/** The folded address of its entry in the public log, where it is not `normalisedEmail`. */
function committedBeside(owned: Owned, normalisedEmail: string): string | null {
  const committed = owned.committedAddress ?? mailboxOf(owned);
  return owned.signatureHash === null || committed === normalisedEmail ? null : committed;
}

function mailboxOf({ email, normalisedEmail: normalised }: Owned): string {
  return normalisedOf({ email, normalised });
}

function noteCorrected({ clock }: Pick<Context, "clock">, tx: Transaction, entityId: string, what: string): Promise<void> {
  return writeAudit(tx, clock, { entityType: "signature", entityId, action: "corrected", changes: { [what]: true } });
}
