import type { AuditAction } from "../../petition/audit.ts";
import { writeAudit } from "../audit/audit.ts";
import type { Context } from "../context.ts";

type Act = Extract<AuditAction, "backed-up" | "backup-restored">;

export function noteInAudit({ db, clock }: Pick<Context, "db" | "clock">, action: Act): Promise<void> {
  return db.transaction((tx) => writeAudit(tx, clock, { entityType: "administration", entityId: "backup", action }));
}
