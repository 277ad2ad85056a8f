import type { Iso8601 } from "../../petition/calendar.ts";
import type { SignatureState } from "../../petition/search.ts";
import type { Visibility } from "../../petition/signing.ts";
import type { SuspicionReason } from "../../petition/suspicion.ts";
import type { SignatureFilter } from "./signatures.ts";

/** `GET /api/admin/suspicion`: the latest {@link CLUSTERS_SHOWN} of each */
export interface AdminSuspicion {
  clusters: Cluster[];
  quarantines: Quarantine[];
  /** New ones go into quarantine by themselves (`HOLD_SUSPICIOUS=on`). */
  holds: boolean;
}

export const CLUSTERS_SHOWN = 100;

export interface Cluster {
  id: string;
  reason: SuspicionReason;
  /** The network, the domain or the day; null where that is not kept any more. */
  shared: string | null;
  foundAt: Iso8601;
  lastAt: Iso8601;
  counted: number;
  quarantined: number;
  requests: number;
}

export interface Quarantine {
  id: string;
  madeAt: Iso8601;
  cause: QuarantineCause;
  signatures: number;
  held: number;
  releasedAt: string | null;
}

/** Without personal data: of a search only that there was one, and of which kind. */
export interface QuarantineCause {
  reason?: SuspicionReason;
  single?: true;
  /** By the site itself. */
  automatic?: true;
  search?: "text" | "origin" | "time";
  visibility?: Visibility;
  language?: string;
  state?: SignatureState;
}

export interface Selection extends SignatureFilter {
  signature: string | null;
  quarantine: string | null;
}

/** `GET /api/admin/quarantine?…` */
export interface QuarantinePreview {
  counted: number;
  quarantined: number;
  signatureCount: number;
}

/** `POST /api/admin/quarantine` and `POST /api/admin/release` */
export interface Moved {
  moved: number;
  signatureCount: number;
  quarantine: string | null;
}
