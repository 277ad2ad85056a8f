/** Those of the administrator. */
import type { Actor, AuditAction } from "../../petition/audit.ts";
import type { CalendarDay } from "../../petition/calendar.ts";
import type { ExportFormat, SeparatorName } from "../../petition/export.ts";
import type { Language } from "../../petition/language.ts";
import type { Call } from "../call.ts";
import type { AdminAnswer } from "./answer.ts";
import type { AuditPage } from "./audit.ts";
import type { DatabaseCopied } from "./backup.ts";
import type { BreachAnswer, BreachNotice, NoticeText, SignedOn } from "./breach.ts";
import type { AdminCharts } from "./charts.ts";
import type { AdminCollection, CollectionChange } from "./collection.ts";
import type { AdminEnd, EndAnswer } from "./ending.ts";
import type { KeyRotated } from "./keys.ts";
import type { AdminLog } from "./log.ts";
import type { AdminMail, MailRetried, SenderCheck } from "./mail.ts";
import type { AdminOperations } from "./operations.ts";
import type { AdminSignature, AdminSignatureList, AdminStats, SignatureFilter } from "./signatures.ts";
import type { AdminSuspicion, Moved, QuarantinePreview, Selection } from "./suspicion.ts";

const key = "always";

export const ADMIN_CALLS = {
  adminStats: { method: "GET", path: "/api/admin/stats", key },
  adminCharts: { method: "GET", path: "/api/admin/charts", key },
  adminOperations: { method: "GET", path: "/api/admin/operations", key },
  adminSignatures: { method: "GET", path: "/api/admin/signatures", key },
  adminSignature: { method: "GET", path: "/api/admin/signatures/{id}", key },
  removeSignature: { method: "DELETE", path: "/api/admin/signatures/{id}", key },
  decideName: { method: "POST", path: "/api/admin/signatures/{id}/name", key },
  grantObjection: { method: "POST", path: "/api/admin/signatures/{id}/objection", key },
  exportSignatures: { method: "GET", path: "/api/admin/export", key, answers: "bytes" },
  adminSuspicion: { method: "GET", path: "/api/admin/suspicion", key },
  previewQuarantine: { method: "GET", path: "/api/admin/quarantine", key },
  quarantine: { method: "POST", path: "/api/admin/quarantine", key },
  release: { method: "POST", path: "/api/admin/release", key },
  adminMail: { method: "GET", path: "/api/admin/mail", key },
  retryMails: { method: "POST", path: "/api/admin/mail/retry", key },
  retryMail: { method: "POST", path: "/api/admin/mail/{id}/retry", key },
  checkSender: { method: "GET", path: "/api/admin/sender", key },
  adminCollection: { method: "GET", path: "/api/admin/collection", key },
  changeCollection: { method: "PUT", path: "/api/admin/collection", key },
  adminEnd: { method: "GET", path: "/api/admin/end", key },
  endPetition: { method: "POST", path: "/api/admin/end", key },
  adminAudit: { method: "GET", path: "/api/admin/audit", key },
  adminLog: { method: "GET", path: "/api/admin/log", key },
  restartLog: { method: "POST", path: "/api/admin/log/restart", key },
  rotateKey: { method: "POST", path: "/api/admin/keys/rotate", key },
  adminBreaches: { method: "GET", path: "/api/admin/breach", key },
  tellBreach: { method: "POST", path: "/api/admin/breach", key },
  copyDatabase: { method: "POST", path: "/api/admin/backup/copy", key },
} as const satisfies Record<string, Call>;

export interface AdminCalls {
  adminStats: { answers: AdminStats };
  adminCharts: { answers: AdminCharts };
  adminOperations: { answers: AdminOperations };
  adminSignatures: { takes?: Partial<SignatureFilter> & { page?: number; limit?: number }; answers: AdminSignatureList };
  adminSignature: { takes: One; answers: AdminSignature };
  removeSignature: { takes: One; answers: AdminAnswer };
  decideName: { takes: One & { hidden: boolean }; answers: AdminAnswer };
  grantObjection: { takes: One; answers: AdminAnswer };
  /** The file as it is. */
  exportSignatures: { takes?: { format?: ExportFormat; separator?: SeparatorName }; answers: Uint8Array };
  adminSuspicion: { answers: AdminSuspicion };
  previewQuarantine: { takes: Partial<Selection>; answers: QuarantinePreview };
  quarantine: { takes: Move; answers: Moved };
  release: { takes: Move; answers: Moved };
  adminMail: { answers: AdminMail };
  retryMails: { answers: MailRetried };
  retryMail: { takes: One; answers: MailRetried };
  checkSender: { takes?: { selector?: string }; answers: SenderCheck };
  adminCollection: { answers: AdminCollection };
  changeCollection: { takes: Partial<CollectionChange> & Pick<CollectionChange, "status">; answers: AdminCollection };
  adminEnd: { answers: AdminEnd };
  endPetition: { takes?: { waive?: boolean }; answers: EndAnswer };
  adminAudit: { takes?: AuditAsked; answers: AuditPage };
  adminLog: { answers: AdminLog };
  restartLog: { takes: { origin: string | null }; answers: AdminLog };
  rotateKey: { takes: { key: "admin" | "secret"; forgetOld?: boolean }; answers: KeyRotated };
  adminBreaches: { answers: BreachNotice[] };
  tellBreach: { takes: Breach; answers: BreachAnswer };
  copyDatabase: { answers: DatabaseCopied };
}

interface One {
  id: string;
}

/** `expected`: how many will move. If it is another number, nothing does. */
interface Move extends Partial<Selection> {
  expected: number;
}

interface AuditAsked {
  who?: Actor;
  action?: AuditAction;
  day?: CalendarDay;
  about?: string;
  before?: string;
  limit?: number;
}

interface Breach {
  texts: Record<Language, NoticeText>;
  /** Left out: everybody. */
  signed?: SignedOn;
  isDry?: boolean;
}
