/**
 * What the pages may ask of the server, and what they get. While a page is rendered on the server these are
 * calls in the process; in the browser the same answers come over HTTP (specification, section 7).
 */
import type { Language } from "../petition/language.ts";
import type { NameFault } from "../petition/signing.ts";
import type { CollectionNotice } from "./collection.ts";

export type Visibility = "public" | "private";

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

/** `GET /api/captcha` */
export interface CaptchaChallenge {
  sessionId: string;
  question: string;
}

/** Who asks. `address` is the address of origin as `TRUST_PROXY` lets us believe it. */
export interface Visitor {
  address: string;
  userAgent: string | null;
  /** False for a request straight from a loopback address, which no limit holds up. */
  limited: boolean;
  language: Language;
}

/** Why a call was refused: a name for the program, a sentence in the visitor's language for the person. */
export interface FieldRefusal<Field extends string = string> {
  field: Field;
  code: string;
  message: string;
}

export interface TooManyAttempts {
  outcome: "too-many-attempts";
  message: string;
  /** Whole seconds. */
  retryAfter: number;
}

/** `body`: what came is no object at all. */
export type SignField = "body" | "fullName" | "email" | "visibility" | "gdprConsent" | "captcha" | "locale" | "sessionId";

export type SignOutcome =
  | {
      outcome: "accepted";
      /** The specification's phrase, in the visitor's language. */
      message: string;
      /** The address as it was typed, trimmed: where the e-mail goes. */
      email: string;
      /** ISO 8601: until when the link in the e-mail works. */
      expiresAt: string;
    }
  | { outcome: "refused"; message: string; errors: FieldRefusal<SignField>[] }
  | NotCollecting
  | TooManyAttempts;

/** The petition is paused or closed: nothing was looked at, nothing is kept. */
export interface NotCollecting {
  outcome: "not-collecting";
  /** All of it: the notice, and that nothing was taken. */
  message: string;
  notice: CollectionNotice;
  /** That nothing was taken, for a page that shows the notice itself. */
  notTaken: string;
}

export type ResendOutcome =
  | { outcome: "accepted"; message: string }
  | { outcome: "refused"; message: string; errors: FieldRefusal<"email">[] }
  | TooManyAttempts;

/** What the thank-you view shows to a browser without JavaScript, carried through one redirect in a sealed cookie. */
export interface SignReceipt {
  email: string;
  /** ISO 8601: until when the link in the e-mail works. */
  expiresAt: string;
  /** The server's sentence, in the language of the page that signed. */
  message: string;
  visibility: Visibility;
  /** Kept, so that correcting the address does not cost typing the name again. */
  fullName: string;
  /** ISO 8601: when the e-mail was asked for. */
  signedAt: string;
}

/** The same for a known address and for one nobody signed with. */
export type WithdrawOutcome =
  | { outcome: "accepted"; message: string }
  | { outcome: "refused"; message: string; errors: FieldRefusal<WithdrawField>[] }
  | TooManyAttempts
  /** Nothing was deleted: the database is away. */
  | { outcome: "unavailable"; message: string };

export type WithdrawField = "email" | "confirmDeletion";

/** Answer of `POST /api/petition/delete` and of its refusals. */
export interface WithdrawAnswer {
  message: string;
  errors?: FieldRefusal<WithdrawField>[];
}

/** What comes of the link that leads to the button that erases (`DELETE_BY=link`). */
export interface DeletionLinkOutcome {
  /** `nothing`: there is nothing about this mailbox any more. */
  outcome: "open" | "erased" | "nothing" | "expired" | "unknown";
}

/** What a restore link shows and does. */
export type RestorationOutcome =
  /**
   * What the button will bring back; `until` (ISO 8601) the link works. `consentVersion`: it was not confirmed yet, and the button
   * consents to this version of the text; null where it was. `consentChanged`: the text that was shown at first is so no more.
   */
  | {
      outcome: "open";
      signature: { fullName: string; visibility: Visibility };
      expiresAt: string;
      consentVersion: string | null;
      consentChanged?: true;
    }
  /**
   * Back and counted again; `confirmed`: what was not confirmed yet is now, and counts; `there`: it was already. `personalLink`: the path to
   * its own page.
   */
  | { outcome: "restored" | "confirmed" | "there"; personalLink?: string }
  /** The petition is paused or closed, and its own link could not confirm it any more either. */
  | { outcome: "not-collecting"; notice: CollectionNotice }
  /** `used`: it was brought back and erased again; `signed-anew`: the mailbox has another signature. */
  | { outcome: "used" | "signed-anew" | "expired" | "unknown" };

/** What a signer sees of their own signature. */
export interface PersonalData {
  fullName: string;
  email: string;
  visibility: Visibility;
  /** ISO 8601. */
  signedAt: string;
  confirmedAt: string;
  /** Under `/einwilligung/` stands the text; null where it is not known. */
  consentVersion: string | null;
  signatureHash: string | null;
  /** The public list does without the name: somebody thought it offensive. */
  nameHidden: boolean;
}

export type PersonalOutcome =
  | { outcome: "open" | "changed" | "unchanged"; data: PersonalData }
  | { outcome: "refused"; fault: NameFault; typed: CorrectionInput; data: PersonalData }
  | (TooManyActs & { typed: CorrectionInput | null; data: PersonalData })
  /** `gone`: there is no such signature any more. */
  | { outcome: "erased" | "gone" | "expired" | "unknown" };

/** More was done with this signature than anybody does by hand: nothing was done this time. */
export interface TooManyActs {
  outcome: "too-many-acts";
  /** Whole seconds. */
  retryAfter: number;
}

export interface CorrectionInput {
  fullName: string;
  visibility: Visibility;
}

/** All that is kept about a signer, to take along. */
export interface PersonalFile {
  name: string;
  json: string;
}

/** A text that people consented to. */
export interface ConsentText {
  version: string;
  language: Language;
  text: string;
  /** ISO 8601: since when it has been shown. */
  firstSeen: string;
}

/** What following a confirmation link comes to; `unknown` is a token nobody gave out, or of an erased signature. */
export interface ConfirmOutcome {
  outcome: "confirmed" | "already_confirmed" | "expired" | "unknown";
  message: string;
  hint?: string;
  /** The path to the signature's own page; only where it has just been confirmed. */
  personalLink?: string;
}

/** What the "that was not me" page can say of its link. */
export interface SuppressionOutcome {
  /** `counted`: the signature was confirmed meanwhile; it can be withdrawn, not rejected. */
  outcome: "open" | "suppressed" | "undone" | "counted" | "expired" | "unknown";
}

/** Answer of `POST /api/petition/sign` and of its refusals. */
export interface SignAnswer {
  success?: boolean;
  message: string;
  email?: string;
  expiresAt?: string;
  errors?: FieldRefusal<SignField>[];
  /** Where the petition is paused or closed (403). */
  notice?: CollectionNotice;
}

/** Answer of `GET /api/petition/confirm/{token}`. */
export interface ConfirmAnswer {
  success: boolean;
  error?: "expired" | "already_confirmed";
  message: string;
  hint?: string;
  /** Only in the answer that confirms. */
  personalLink?: string;
}

/** What a request handler of a page is handed (React Router's context carries it). */
export interface Petition {
  stats(): Promise<PetitionStats>;
  latestSupporters(language: Language): Promise<LatestSupporter[]>;
  /** `page` from 1; `pageSize` 1 to 100. A page past the end has no supporters. */
  supporters(page: number, pageSize: number, language: Language): Promise<SupporterPage>;
  /** What stands in the place of the form; null while signatures are collected. */
  collectionNotice(language: Language): Promise<CollectionNotice | null>;
  drawCaptcha(): CaptchaChallenge;
  /** `input` is whatever was posted; it is parsed here. */
  sign(input: unknown, visitor: Visitor): Promise<SignOutcome>;
  resend(input: unknown, visitor: Visitor): Promise<ResendOutcome>;
  /** Authenticated encryption, in characters that a cookie may hold; opens again for ten minutes. */
  encryptReceipt(receipt: SignReceipt): string;
  /** Null for anything that this deployment did not seal, or too long ago. */
  decryptReceipt(encrypted: string): SignReceipt | null;
  confirm(token: string, visitor: Visitor): Promise<ConfirmOutcome>;
  /** Erases by address, or sends the link that does (`DELETE_BY`). */
  withdraw(input: unknown, visitor: Visitor): Promise<WithdrawOutcome>;
  /** Looks, changes nothing. */
  deletionLink(token: string): Promise<DeletionLinkOutcome>;
  withdrawByLink(token: string): Promise<DeletionLinkOutcome>;
  /** Looks, changes nothing. */
  restoration(token: string, visitor: Visitor): Promise<RestorationOutcome>;
  /** `consentVersion`: of the text that the page showed, where it showed one. */
  restore(token: string, visitor: Visitor, consentVersion: string): Promise<RestorationOutcome>;
  /** Looks, changes nothing. */
  personalData(token: string): Promise<PersonalOutcome>;
  correct(token: string, input: CorrectionInput): Promise<PersonalOutcome>;
  withdrawOwn(token: string): Promise<PersonalOutcome>;
  personalFile(token: string): Promise<PersonalFile | TooManyActs | null>;
  consentText(version: string): Promise<ConsentText | null>;
  /** Looks, changes nothing. */
  suppression(token: string): Promise<SuppressionOutcome>;
  suppress(token: string): Promise<SuppressionOutcome>;
  undoSuppression(token: string): Promise<SuppressionOutcome>;
}

/** Facts about this deployment that pages show. */
export interface SiteFacts {
  publicUrl: string;
  confirmBy: "link" | "button";
  deleteBy: "request" | "link";
  /** Milliseconds. */
  confirmationLifetime: number;
  ipRetention: number;
  auditRetention: number;
  /** Who counts the events that pages tell of (`POST /api/analytics`). */
  analytics: "none" | "own" | "provider";
  /** The provider's product and host, e.g. "Plausible (plausible.example)"; empty without one. */
  analyticsProvider: string;
  spreadsheet: "none" | "full" | "pseudonymous";
}
