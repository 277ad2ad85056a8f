/** What the administration asks about suspicious signatures, quarantine and hidden names. All of it needs the key. */
import type { Visibility } from "../../petition/signing.ts";
import type { SuspicionReason } from "../../petition/suspicion.ts";
import type { SignatureFilter, SignatureState } from "./signatures.ts";

/** `GET /api/admin/suspicion`: the latest {@link CLUSTERS_SHOWN} of each. */
export interface AdminSuspicion {
  clusters: Cluster[];
  quarantines: Quarantine[];
}

export const CLUSTERS_SHOWN = 100;

/** Signatures that are suspicious together. */
export interface Cluster {
  id: string;
  reason: SuspicionReason;
  /** The network, the domain or the day that they share; null where that is not kept any more. */
  shared: string | null;
  /** ISO 8601: when it was found, and when something last joined it. */
  foundAt: string;
  lastAt: string;
  /** Not in quarantine, and in quarantine. */
  counted: number;
  quarantined: number;
  /** Requests for deletion from the network; 0 for other reasons. */
  requests: number;
}

/** One act of putting signatures into quarantine. */
export interface Quarantine {
  id: string;
  /** ISO 8601. */
  madeAt: string;
  cause: QuarantineCause;
  /** How many it were, and how many still are in quarantine by this act. */
  signatures: number;
  held: number;
  releasedAt: string | null;
}

/** What was chosen, without personal data: of a search only that there was one, and of which kind. */
export interface QuarantineCause {
  reason?: SuspicionReason;
  single?: true;
  search?: "text" | "origin" | "time";
  visibility?: Visibility;
  language?: string;
  state?: SignatureState;
}

/** What is to be moved: a filter of the list, a single signature, or what one act put into quarantine. */
export interface Selection extends SignatureFilter {
  signature: string | null;
  /** The id of a {@link Quarantine}. */
  quarantine: string | null;
}

/** `GET /api/admin/quarantine?…`: what moving a selection would come to. */
export interface QuarantinePreview {
  /** Of the selection: not in quarantine, and in quarantine. */
  counted: number;
  quarantined: number;
  /** The number as it stands. */
  signatureCount: number;
}

/** `POST /api/admin/quarantine` and `POST /api/admin/release`. */
export interface Moved {
  moved: number;
  /** The number afterwards. */
  signatureCount: number;
  /** The act, to be released by; null after a release. */
  quarantine: string | null;
}
