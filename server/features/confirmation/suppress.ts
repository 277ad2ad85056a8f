import { and, eq, inArray, lte, sql } from "drizzle-orm";
import type { SuppressionOutcome } from "../../../contract/confirmation.ts";
import { SUPPRESSION_LIFETIME } from "../../../petition/confirmation.ts";
import type { Context } from "../../context.ts";
import { forgetLines, writeAudit } from "../../ledger/audit/audit.ts";
import { sha256 } from "../../platform/crypto/crypto.ts";
import { confirmationHashes, readSuppressionToken, type SuppressionLink } from "../../platform/crypto/links.ts";
import type { Transaction } from "../../platform/database/open.ts";
import { pendingConfirmations, signatureLinks, suppressions } from "../../platform/database/schema.ts";
import { forget } from "../../platform/jobs/outbox.ts";

type Tools = Pick<Context, "db" | "clock" | "crypto" | "ending">;

const reason = "owner";
const isByOwner = eq(suppressions.reason, reason);

export function suppression(tools: Tools, token: string): Promise<SuppressionOutcome> {
  return withLink(tools, token, async (tx, link) => {
    const [row] = await tx.select().from(suppressions).where(isOf(link));
    if (row && row.until > tools.clock.now()) return "suppressed";
    return (await isCounted(tools, tx, link)) ? "counted" : "open";
  });
}

export function suppress(tools: Tools, token: string): Promise<SuppressionOutcome> {
  return withLink(tools, token, async (tx, link) => {
    if (await isCounted(tools, tx, link)) return "counted";
    const [pending] = await tx.select().from(pendingConfirmations).where(eq(pendingConfirmations.id, link.pendingId));
    const now = tools.clock.now();
    const until = new Date(now.getTime() + SUPPRESSION_LIFETIME);
    const set = await tx
      .insert(suppressions)
      .values({ emailHash: link.emailHash, until, reason })
      .onConflictDoUpdate({
        target: suppressions.emailHash,
        set: { until },
        setWhere: and(isByOwner, lte(suppressions.until, now)),
      })
      .returning();
    const deleted = pending ? await deleteWaiting(tx, pending.normalisedEmail) : 0;
    if (set.length > 0 || deleted > 0)
      await writeAudit(tx, tools.clock, { ...subjectOf(link), action: "suppressed", changes: { deleted } });
    return "suppressed";
  });
}

export function undoSuppression(tools: Tools, token: string): Promise<SuppressionOutcome> {
  return withLink(tools, token, async (tx, link) => {
    const lifted = await tx.delete(suppressions).where(isOf(link)).returning();
    if (lifted.length > 0) await writeAudit(tx, tools.clock, { ...subjectOf(link), action: "suppression-undone" });
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
  return (await tx.$count(signatureLinks, inArray(signatureLinks.tokenHash, confirmationHashes(crypto, link)))) > 0;
}

function isOf({ emailHash }: SuppressionLink) {
  return and(eq(suppressions.emailHash, emailHash), isByOwner);
}

function subjectOf({ pendingId }: SuppressionLink) {
  return { entityType: "pending_confirmation" as const, entityId: sha256(pendingId) };
}

async function deleteWaiting(tx: Transaction, normalisedEmail: string): Promise<number> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    delete from ${pendingConfirmations} where id in (
      select id from ${pendingConfirmations} where normalised_email = ${normalisedEmail} and status <> 'confirmed' order by id for update
    ) returning id`);
  const ids = rows.map(({ id }) => id);
  await forgetPending(tx, ids);
  return ids.length;
}

export async function forgetPending(tx: Transaction, ids: string[]): Promise<void> {
  await forget(tx, ids);
  await forgetLines(tx, ids);
}
