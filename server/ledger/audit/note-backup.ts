import type { AuditAction } from "../../../petition/audit.ts";
import type { Base } from "../../platform/base.ts";
import { writeAudit } from "./audit.ts";

type Act = Extract<AuditAction, "backed-up" | "backup-restored">;

export function noteInAudit({ db, clock }: Pick<Base, "db" | "clock">, action: Act): Promise<void> {
  return db.transaction((tx) => writeAudit(tx, clock, { entityType: "administration", entityId: "backup", action }));
}
