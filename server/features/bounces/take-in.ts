import { and, eq, inArray, sql } from "drizzle-orm";
import { stopsMail } from "../../../petition/bounce.ts";
import { SUPPRESSION_LIFETIME } from "../../../petition/confirmation.ts";
import { normaliseEmail } from "../../../petition/mailbox.ts";
import type { Context } from "../../context.ts";
import { writeAudit } from "../../ledger/audit/audit.ts";
import { emailHash } from "../../platform/crypto/links.ts";
import type { Transaction } from "../../platform/database/open.ts";
import { outbox, pendingConfirmations, signatures, suppressions } from "../../platform/database/schema.ts";
import { subjectOf } from "../../platform/mail/message-id.ts";
import type { Report } from "./report.ts";

/** `unknown`: not about an e-mail of ours, or its row is gone. */
export function takeIn(
  { db, clock, crypto }: Pick<Context, "db" | "clock" | "crypto">,
  report: Report,
): Promise<"noted" | "ignored" | "unknown"> {
  const { bounce, status } = report;
  return db.transaction(async (tx) => {
    if (bounce === "soft") return "ignored";
    const id = report.messageId === null ? null : subjectOf(crypto, report.messageId);
    if (report.messageId !== null && id === null) return "unknown";
    const about = id === null ? null : await addressBehind(tx, id);
    const normalised =
      about?.normalisedEmail ?? (report.recipient?.includes("@") ? normaliseEmail(report.recipient.trim()) : null);
    if (normalised === null) return "unknown";

    if (stopsMail(bounce)) {
      const until = new Date(clock.now().getTime() + SUPPRESSION_LIFETIME);
      await stopMail(tx, normalised, emailHash(crypto, normalised), until, bounce === "complaint" ? "complaint" : "bounce");
    }
    if (bounce === "hard") await markFailed(tx, { normalisedEmail: normalised });
    else if (bounce === "undelivered" && id !== null) await markFailed(tx, { id });
    if (id !== null && about)
      await writeAudit(tx, clock, {
        entityType: about.kind,
        entityId: id,
        action: bounce === "complaint" ? "complained" : "bounced",
        changes: { bounce, status },
      });
    return "noted";
  });
}

interface About {
  kind: "pending_confirmation" | "signature";
  normalisedEmail: string;
}

async function addressBehind(tx: Transaction, id: string): Promise<About | null> {
  const [pending] = await tx
    .select({ normalisedEmail: pendingConfirmations.normalisedEmail })
    .from(pendingConfirmations)
    .where(eq(pendingConfirmations.id, id));
  if (pending) return { kind: "pending_confirmation", normalisedEmail: pending.normalisedEmail };
  const [signature] = await tx
    .select({ normalisedEmail: signatures.normalisedEmail })
    .from(signatures)
    .where(eq(signatures.id, id));
  return signature?.normalisedEmail ? { kind: "signature", normalisedEmail: signature.normalisedEmail } : null;
}

async function markFailed(tx: Transaction, which: { id: string } | { normalisedEmail: string }): Promise<void> {
  const chosen =
    "id" in which ? eq(pendingConfirmations.id, which.id) : eq(pendingConfirmations.normalisedEmail, which.normalisedEmail);
  const unconfirmed = tx
    .select({ id: pendingConfirmations.id })
    .from(pendingConfirmations)
    .where(and(chosen, inArray(pendingConfirmations.status, ["pending", "sent"])))
    .orderBy(pendingConfirmations.id)
    .for("update");
  await tx.update(pendingConfirmations).set({ status: "failed" }).where(inArray(pendingConfirmations.id, unconfirmed));
}

/** The later end counts, and "it was me after all" does not end it. */
async function stopMail(
  tx: Transaction,
  normalisedEmail: string,
  emailHash: string,
  until: Date,
  reason: "bounce" | "complaint",
): Promise<void> {
  await tx
    .insert(suppressions)
    .values({ emailHash, until, reason })
    .onConflictDoUpdate({
      target: suppressions.emailHash,
      set: { until: sql`greatest(${suppressions.until}, excluded.until)`, reason },
    });
  const itsRows = tx
    .select({ id: pendingConfirmations.id })
    .from(pendingConfirmations)
    .where(eq(pendingConfirmations.normalisedEmail, normalisedEmail));
  const locked = tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(inArray(outbox.subjectId, itsRows))
    .orderBy(outbox.id)
    .for("update");
  await tx.delete(outbox).where(inArray(outbox.id, locked));
}
