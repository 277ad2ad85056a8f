import type { Iso8601 } from "../petition/calendar.ts";
import type { Language } from "../petition/language.ts";
import type { Visibility } from "../petition/signing.ts";

/** `GET /api/petition/stats` */
export interface PetitionStats {
  signatureCount: number;
  targetCount: number;
  progressPercentage: number;
  remainingSignatures: number;
}

/** `GET /api/petition/supporters`; a private one carries the anonymous label and no initials. */
export interface LatestSupporter {
  id: string;
  name: string;
  initials: string;
  timeAgo: string;
  visibility: Visibility;
  confirmedAt: Iso8601;
}

/** `GET /api/petition/supporters-paginated` */
export interface ListedSupporter {
  id: string;
  name: string;
  initials: string;
  confirmedAt: Iso8601;
  visibility: Visibility;
}

export interface SupporterPage {
  supporters: ListedSupporter[];
  total: number;
  totalPages: number;
}

export interface Supporters {
  stats(): Promise<PetitionStats>;
  /** When what {@link stats} says last was so; null before it has said anything. It is old where the database does not answer. */
  statsAsOf(): Date | null;
  /** In peak mode: new names come later than the number. */
  listPauses(): boolean;
  latestSupporters(language: Language): Promise<LatestSupporter[]>;
  /** A page past the end has no supporters. */
  supporters(page: number, pageSize: number, language: Language): Promise<SupporterPage>;
}
