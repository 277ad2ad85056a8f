import type { SuppressionOutcome } from "../../../contract/confirmation.ts";
import { SUPPRESSION_LIFETIME } from "../../../petition/confirmation.ts";
import type { Context } from "../../context.ts";
import { writeAudit } from "../../ledger/audit/audit.ts";
import { sha256 } from "../../platform/crypto/crypto.ts";
import { confirmationHashes, readSuppressionToken, type SuppressionLink } from "../../platform/crypto/links.ts";
import type { Transaction } from "../../platform/database/open.ts";
import { deleteWaiting, findPending, isLinkOfSignature, isSuppressedByOwner, liftSuppression, suppressEmail } from "./store.ts";

type Tools = Pick<Context, "db" | "clock" | "crypto" | "ending">;

export function suppression(tools: Tools, token: string): Promise<SuppressionOutcome> {
  return withLink(tools, token, async (tx, link) => {
    if (await isSuppressedByOwner(tx, link.emailHash, tools.clock.now())) return "suppressed";
    return (await isCounted(tools, tx, link)) ? "counted" : "open";
  });
}

export function suppress(tools: Tools, token: string): Promise<SuppressionOutcome> {
  return withLink(tools, token, async (tx, link) => {
    if (await isCounted(tools, tx, link)) return "counted";
    const pending = await findPending(tx, link.pendingId);
    const now = tools.clock.now();
    const until = new Date(now.getTime() + SUPPRESSION_LIFETIME);
    const isNew = await suppressEmail(tx, link.emailHash, { now, until });
    const deleted = pending ? await deleteWaiting(tx, pending.normalisedEmail) : 0;
    if (!isNew && deleted === 0) return "suppressed";
    await writeAudit(tx, tools.clock, {
      entityType: "pending_confirmation",
      entityId: sha256(link.pendingId),
      action: "suppressed",
      changes: { deleted },
    });
    return "suppressed";
  });
}

export function undoSuppression(tools: Tools, token: string): Promise<SuppressionOutcome> {
  return withLink(tools, token, async (tx, link) => {
    if (!(await liftSuppression(tx, link.emailHash))) return "undone";
    await writeAudit(tx, tools.clock, {
      entityType: "pending_confirmation",
      entityId: sha256(link.pendingId),
      action: "suppression-undone",
    });
    return "undone";
  });
}

async function withLink(
  { db, crypto, clock, ending }: Tools,
  token: string,
  act: (tx: Transaction, link: SuppressionLink) => Promise<SuppressionOutcome["outcome"]>,
): Promise<SuppressionOutcome> {
  const link = readSuppressionToken(crypto, token, clock.now());
  if (link === null) return { outcome: "unknown" };
  if (link === "expired" || (await ending.state()) !== null) return { outcome: "expired" };
  return { outcome: await db.transaction((tx) => act(tx, link)) };
}

/** By the link, not by the pending row: that one is gone after a day, this link works for weeks. */
async function isCounted({ crypto }: Tools, tx: Transaction, link: SuppressionLink): Promise<boolean> {
  for (const hash of confirmationHashes(crypto, link)) if (await isLinkOfSignature(tx, hash)) return true;
  return false;
}
