/** "That was not me": deletes what a stranger entered and leaves the address in peace; its owner can undo that. */
import type { RejectionOutcome } from "../../contract/petition.ts";
import { LEFT_IN_PEACE, mendToken } from "../../petition/confirmation.ts";
import { writeAudit } from "../audit/audit.ts";
import { sha256 } from "../crypto/crypto.ts";
import { confirmationHashes, type Rejection, readRejection } from "../crypto/links.ts";
import type { Transaction } from "../database/open.ts";
import type { ConfirmationTools } from "./confirm.ts";
import { deleteWaiting, findPending, isLeftInPeace, isLinkOfSignature, leaveInPeace, writeAgain } from "./store.ts";

type Tools = Pick<ConfirmationTools, "db" | "clock" | "crypto">;

/** What the link's page has to say. Looks, changes nothing. */
export function rejection(tools: Tools, token: string): Promise<RejectionOutcome> {
  return withLink(tools, token, async (tx, link) => {
    if (await isLeftInPeace(tx, link.emailHash, tools.clock.now())) return "rejected";
    return (await isCounted(tools, tx, link)) ? "counted" : "open";
  });
}

/** Works, too, when the data is gone already: then only the peace is left to have. */
export function reject(tools: Tools, token: string): Promise<RejectionOutcome> {
  return withLink(tools, token, async (tx, link) => {
    if (await isCounted(tools, tx, link)) return "counted";
    const pending = await findPending(tx, link.pendingId);
    await leaveInPeace(tx, link.emailHash, new Date(tools.clock.now().getTime() + LEFT_IN_PEACE));
    const deleted = pending ? await deleteWaiting(tx, pending.normalisedEmail) : 0;
    await writeAudit(tx, tools.clock, {
      entityType: "pending_confirmation",
      // What it was about is gone: its id goes, too.
      entityId: sha256(link.pendingId),
      action: "rejected",
      changes: { deleted },
    });
    return "rejected";
  });
}

export function undoRejection(tools: Tools, token: string): Promise<RejectionOutcome> {
  return withLink(tools, token, async (tx, link) => {
    await writeAgain(tx, link.emailHash);
    await writeAudit(tx, tools.clock, {
      entityType: "pending_confirmation",
      entityId: sha256(link.pendingId),
      action: "rejection-undone",
    });
    return "undone";
  });
}

async function withLink(
  { db, crypto, clock }: Tools,
  token: string,
  act: (tx: Transaction, link: Rejection) => Promise<RejectionOutcome["outcome"]>,
): Promise<RejectionOutcome> {
  const link = readRejection(crypto, mendToken(token), clock.now());
  if (link === null) return { outcome: "unknown" };
  if (link === "expired") return { outcome: "expired" };
  return { outcome: await db.transaction((tx) => act(tx, link)) };
}

/** By the link, not by the pending row: that one is gone after a day, this link works for weeks. */
async function isCounted({ crypto }: Tools, tx: Transaction, link: Rejection): Promise<boolean> {
  for (const hash of confirmationHashes(crypto, link)) if (await isLinkOfSignature(tx, hash)) return true;
  return false;
}
