import type { Iso8601 } from "../../petition/calendar.ts";
import type { CollectionStatus } from "../../petition/collection.ts";
import type { Milliseconds } from "../../petition/duration.ts";
import type { Language } from "../../petition/language.ts";
import type { SignatureState } from "../../petition/search.ts";
import type { Visibility } from "../../petition/signing.ts";
import type { SuspicionReason } from "../../petition/suspicion.ts";
import type { EndingState } from "./ending.ts";

/** `GET /api/admin/stats` */
export interface AdminStats {
  signatureCount: number;
  pendingCount: number;
  todaySignatures: number;
  /** Until the same time of day; beside `todaySignatures`. */
  yesterdayByNow: number;
  /** E-mails that were given up. */
  failedMails: number;
  recentSignatures: AdminSignature[];
  antiSpam: AntiSpam;
  namesOnHold: number;
  targetCount: number;
  progressPercentage: number;
  confirmationLifetime: Milliseconds;
  collection: CollectionStatus;
  ending: EndingState;
}

/** docs/operating/moderating.md, "Anti-spam figures" */
interface AntiSpam {
  totalTrackedIPs: number;
  blockedIPs: number;
  suspiciousActivity: number;
}

export interface AdminSignature {
  id: string;
  fullName: string;
  email: string;
  visibility: Visibility;
  confirmedAt: Iso8601;
  locale: string;
  quarantined: boolean;
  /** By the administrator. */
  nameHidden: boolean;
  /** By a word of the list, until she has decided. */
  nameOnHold: boolean;
  reasons: SuspicionReason[];
}

/** `GET /api/admin/signatures?page&limit=20&search&after`, and the filters of {@link SignatureFilter} */
export interface AdminSignatureList {
  signatures: AdminSignature[];
  total: number;
  /** Otherwise there are at least so many: nothing is counted further than to one more than `COUNTED_MAX`. Then pages follow one another by `next`. */
  totalIsExact: boolean;
  /** For `after`. Null where nothing follows, or where pages are called by number alone. */
  next: string | null;
  /** The search stopped here, before the page was full. */
  searchedTo: Iso8601 | null;
}

export interface SignatureFilter {
  search: string;
  visibility: Visibility | null;
  language: Language | null;
  state: SignatureState | null;
  cluster: string | null;
}
