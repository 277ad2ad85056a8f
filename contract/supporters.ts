/** The number, and the people who have signed. */
import type { Language } from "../petition/language.ts";
import type { Visibility } from "../petition/signing.ts";

/** `GET /api/petition/stats` */
export interface PetitionStats {
  signatureCount: number;
  targetCount: number;
  /** 0 to 100. */
  progressPercentage: number;
  remainingSignatures: number;
}

/** One line of `GET /api/petition/supporters`; a private one carries the anonymous label and no initials. */
export interface LatestSupporter {
  /** Tells entries apart, the same on every page and in both lists; no call takes it. */
  id: string;
  name: string;
  initials: string;
  timeAgo: string;
  visibility: Visibility;
  /** ISO 8601, so that a page can keep its times fresh. */
  confirmedAt: string;
}

/** One line of `GET /api/petition/supporters-paginated`. */
export interface ListedSupporter {
  /** As in {@link LatestSupporter}. */
  id: string;
  name: string;
  initials: string;
  confirmedAt: string;
  visibility: Visibility;
}

export interface SupporterPage {
  supporters: ListedSupporter[];
  total: number;
  totalPages: number;
}

export interface Supporters {
  stats(): Promise<PetitionStats>;
  latestSupporters(language: Language): Promise<LatestSupporter[]>;
  /** `page` from 1; `pageSize` 1 to 100. A page past the end has no supporters. */
  supporters(page: number, pageSize: number, language: Language): Promise<SupporterPage>;
}
