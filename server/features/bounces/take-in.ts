import { stopsMail } from "../../../petition/bounce.ts";
import { SUPPRESSION_LIFETIME } from "../../../petition/confirmation.ts";
import { normaliseEmail } from "../../../petition/mailbox.ts";
import type { Context } from "../../context.ts";
import { writeAudit } from "../../ledger/audit/audit.ts";
import { emailHash } from "../../platform/crypto/links.ts";
import { subjectOf } from "../../platform/mail/message-id.ts";
import type { Report } from "./report.ts";
import { addressBehind, markFailed, stopMail } from "./store.ts";

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
