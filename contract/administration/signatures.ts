/** What the administration asks of the server. All of it needs the key. */
import type { CollectionStatus } from "../../petition/collection.ts";
import type { Language } from "../../petition/language.ts";
import type { Visibility } from "../../petition/signing.ts";
import type { SuspicionReason } from "../../petition/suspicion.ts";

/** `GET /api/admin/stats` */
export interface AdminStats {
  signatureCount: number;
  pendingCount: number;
  /** Confirmed since 0:00 in the petition's zone. */
  todaySignatures: number;
  recentSignatures: AdminSignature[];
  antiSpam: AntiSpam;
  targetCount: number;
  /** Count by target, rounded to whole numbers; may be above 100. */
  progressPercentage: number;
  /** Milliseconds. */
  confirmationLifetime: number;
  /** Whether signatures are collected. */
  collection: CollectionStatus;
}

/** docs/operating.md, "Anti-spam figures". */
interface AntiSpam {
  /** Sources whose attempts are being counted now. */
  totalTrackedIPs: number;
  /** Of these, the ones that are over their limit. */
  blockedIPs: number;
  /** Suspicious acts and signatures of the last 24 hours. */
  suspiciousActivity: number;
}

/** One row of `GET /api/admin/signatures`. */
export interface AdminSignature {
  id: string;
  fullName: string;
  email: string;
  visibility: Visibility;
  /** ISO 8601. */
  confirmedAt: string;
  locale: string;
  /** Neither counted nor listed. */
  quarantined: boolean;
  /** Counted, and listed without it. */
  nameHidden: boolean;
  /** Why it is suspicious; none for nearly all. */
  reasons: SuspicionReason[];
}

/** `GET /api/admin/signatures?page&limit=20&search`, and the filters of {@link SignatureFilter}. */
export interface AdminSignatureList {
  signatures: AdminSignature[];
  total: number;
}

/** The filters of the list, as they stand in the address. */
export interface SignatureFilter {
  search: string;
  visibility: Visibility | null;
  language: Language | null;
  state: SignatureState | null;
  /** The id of a cluster of suspicious signatures. */
  cluster: string | null;
}

export const SIGNATURE_STATES = ["suspicious", "quarantined", "name-hidden"] as const;
export type SignatureState = (typeof SIGNATURE_STATES)[number];
