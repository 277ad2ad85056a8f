/** Many links in one transaction. Each has an outcome of its own, as if they had been followed one after the other (decision 0041). */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { SignedAs } from "../../../contract/confirmation.ts";
import { type Following, follow, isExpired } from "../../../petition/confirmation.ts";
import type { Milliseconds, Seconds } from "../../../petition/duration.ts";
import { type NameStanding, standingOfName } from "../../../petition/held-names.ts";
import type { Visibility } from "../../../petition/signing.ts";
import { type PublicNames, publicName } from "../../../petition/supporters.ts";
import type { Context } from "../../context.ts";
import { countIn } from "../../ledger/count/count.ts";
import type { Provable } from "../../ledger/public-log/own-receipt.ts";
import { commitAnew } from "../../platform/crypto/commitment.ts";
import { readToken } from "../../platform/crypto/links.ts";
import { REQUEUE } from "../../platform/database/batcher.ts";
import { withinDeadline } from "../../platform/database/deadline.ts";
import { idsOfMailbox } from "../../platform/database/mailbox.ts";
import type { PipelinedTransaction } from "../../platform/database/pipelined-transaction.ts";
import { pendingConfirmations } from "../../platform/database/schema.ts";
import { countRefusal } from "../../platform/metrics/counters.ts";
import { keepAndSettle, type LinksInDatabase, lockAndRead, type NewSignature, type Pending, type Settling } from "./store.ts";

export interface Link {
  hash: string;
  isExpired: boolean;
}

export interface Followed {
  outcome: Following | "ended";
  isHeld: boolean;
  counted?: { signature: Provable; signedAs: SignedAs };
}

interface Tools extends Pick<Context, "clock" | "changed"> {
  database: Pick<Context["database"], "transact">;
  configuration: Pick<Context["configuration"], "publicNames">;
}

/** Answers in the order of `links`, after the commit; {@link REQUEUE} if somebody else has locked the address. Throws `PetitionEnded`. */
export async function followLinks(
  { database, clock, configuration, changed }: Tools,
  links: Link[],
): Promise<Array<Followed | typeof REQUEUE>> {
  const followed = await database.transact(async (pipeline): Promise<Array<Decided | typeof REQUEUE>> => {
    const standing = await lockAndRead(pipeline, [...new Set(links.map(({ hash }) => hash))]);
    if (standing.hasEnded) return links.map(() => ({ outcome: "ended", isHeld: false }));
    const confirmedAt = clock.now();
    const { decided, settling } = decide(links, standing, confirmedAt);
    const entering = decided.flatMap(enteringBy);
    const kept = await write(pipeline, { entering, settling, confirmedAt }, clock);
    return decided.map((one) => (enteringBy(one).every(({ id }) => kept.has(id)) ? one : ALREADY));
  });
  const counted = followed.flatMap(enteringBy);
  if (counted.length > 0) changed();
  countRefusal("name-held", counted.filter(({ nameCheck }) => nameCheck === "held").length);
  return followed.map((decided) => {
    if (decided === REQUEUE) return REQUEUE;
    const { entering, ...one } = decided;
    return entering
      ? { ...one, counted: { signature: entering, signedAs: signedAs(entering, configuration.publicNames) } }
      : one;
  });
}

type Decided = Pick<Followed, "outcome" | "isHeld"> & { entering?: Entering };

type Entering = Pending & NewSignature;

function enteringBy(decided: Decided | typeof REQUEUE): Entering[] {
  return decided === REQUEUE || !decided.entering ? [] : [decided.entering];
}

const ALREADY: Decided = { outcome: "already_confirmed", isHeld: false };

function decide(
  links: Link[],
  { pendings, busy, followed, counted }: LinksInDatabase,
  confirmedAt: Date,
): { decided: Array<Decided | typeof REQUEUE>; settling: Settling[] } {
  const behind = new Map(pendings.map((pending) => [pending.token, pending]));
  const entered = new Map<string, { id: string; isHeld: boolean }>();
  const decided = links.map(({ hash, isExpired }): Decided | typeof REQUEUE => {
    const isHeld = followed.get(hash);
    if (isHeld === undefined && busy.has(hash)) return REQUEUE;
    const pending = behind.get(hash);
    if (isHeld !== undefined || !pending) {
      const outcome = follow({ counted: isHeld !== undefined, pending: false, expired: isExpired });
      return { outcome, isHeld: isHeld ?? false };
    }
    const { normalisedEmail } = pending;
    const standing = counted.get(normalisedEmail) ?? entered.get(normalisedEmail);
    if (standing) entered.set(normalisedEmail, standing);
    const outcome = follow({ counted: standing !== undefined, pending: true, expired: isExpired });
    if (outcome !== "confirmed") return { outcome, isHeld: standing?.isHeld ?? false };
    const entering = enter(pending, confirmedAt);
    entered.set(normalisedEmail, { id: entering.id, isHeld: false });
    return { outcome, isHeld: false, entering };
  });
  const settling = pendings.flatMap(({ id, normalisedEmail }) => {
    const signature = entered.get(normalisedEmail);
    return signature ? { pendingId: id, signatureId: signature.id } : [];
  });
  return { decided, settling };
}

function enter(pending: Pending, confirmedAt: Date): Entering {
  const id = randomUUID();
  return {
    ...pending,
    ...commitAnew({ ...pending, id }),
    ...standingOfName(pending, confirmedAt),
    id,
    pendingId: pending.id,
    secondsToConfirm: haste(pending, confirmedAt),
  };
}

async function write(
  pipeline: PipelinedTransaction,
  { entering, settling, confirmedAt }: { entering: Entering[]; settling: Settling[]; confirmedAt: Date },
  clock: Context["clock"],
): Promise<Set<string>> {
  if (settling.length === 0) return new Set();
  const keeping = keepAndSettle(pipeline, entering, settling, confirmedAt);
  if (entering.length === 0) return keeping;
  const ids = entering.map(({ id }) => id);
  const [kept] = await Promise.all([keeping, countIn(pipeline, ids, "confirmed", clock)]);
  return kept;
}

/** Longer after the form than this, the e-mail was late, or asked for again: then an earlier one may have been followed. */
const AT_FIRST = 60_000;

function haste({ createdAt, emailSentAt }: Pending, confirmedAt: Date): Seconds | null {
  if (emailSentAt === null || emailSentAt > confirmedAt || emailSentAt.getTime() - createdAt.getTime() >= AT_FIRST) return null;
  return Math.floor((confirmedAt.getTime() - emailSentAt.getTime()) / 1000);
}

const PATIENCE: Milliseconds = 2_000;

/** What the link would count now; null if it would count nothing. Throws if that takes too long. */
export async function signedAsBehind(
  { db, clock, crypto, configuration }: Pick<Context, "db" | "clock" | "crypto" | "configuration">,
  token: string,
): Promise<SignedAs | null> {
  const link = readToken(crypto, token);
  const now = clock.now();
  if (link === null || isExpired(link.expiresAt, now)) return null;
  const asked = db.transaction(async (tx) => {
    const [pending] = await tx.select().from(pendingConfirmations).where(eq(pendingConfirmations.token, link.hash));
    const counted = await idsOfMailbox(tx, pending?.normalisedEmail ?? "");
    if (!pending || counted.length > 0) return null;
    return signedAs({ ...pending, ...standingOfName(pending, now) }, configuration.publicNames);
  });
  return withinDeadline(asked, PATIENCE);
}

function signedAs(
  { fullName, visibility, nameHiddenAt, nameCheck }: NameStanding & { fullName: string; visibility: Visibility },
  publicNames: PublicNames,
): SignedAs {
  const isListed = visibility === "public" && nameHiddenAt === null;
  return { fullName, listedAs: isListed ? publicName(fullName, publicNames) : null, onHold: nameCheck === "held" };
}
