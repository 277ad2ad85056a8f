/** Every call that the site answers: the description and the client are made of this. */

import type { TextVersions } from "../petition/consent.ts";
import type { Language } from "../petition/language.ts";
import type { Visibility } from "../petition/signing.ts";
import { ADMIN_CALLS, type AdminCalls } from "./administration/calls.ts";
import type { ToldEvent } from "./analytics.ts";
import type { BounceOutcome } from "./bounces.ts";
import type { Call } from "./call.ts";
import type { CaptchaChallenge } from "./captcha.ts";
import type { ConfirmAnswer } from "./confirmation.ts";
import type { ApiDescription } from "./discovery.ts";
import type { LanguagePreference, LanguageSwitched } from "./language.ts";
import type { CountStep, OpenCounts } from "./open-data.ts";
import type { PersonalLinkOutcome } from "./personal.ts";
import type { ResendOutcome, SignOutcome } from "./signing.ts";
import type { LatestSupporter, PetitionStats, SupporterPage } from "./supporters.ts";
import type { ReceiptOutcome } from "./transparency.ts";
import type { WithdrawOutcome } from "./withdrawal.ts";

const VISITOR_CALLS = {
  stats: { method: "GET", path: "/api/petition/stats" },
  latestSupporters: { method: "GET", path: "/api/petition/supporters", inLanguage: true },
  supporters: { method: "GET", path: "/api/petition/supporters-paginated", inLanguage: true },
  captcha: { method: "GET", path: "/api/captcha" },
  sign: { method: "POST", path: "/api/petition/sign", hasOutcome: true },
  resend: { method: "POST", path: "/api/petition/resend", hasOutcome: true },
  confirm: { method: "GET", path: "/api/petition/confirm/{token}", hasOutcome: true, inLanguage: true },
  withdraw: { method: "POST", path: "/api/petition/delete", hasOutcome: true },
  sendPersonalLink: { method: "POST", path: "/api/petition/personal-link", hasOutcome: true },
  receipt: { method: "POST", path: "/api/petition/receipt", hasOutcome: true },
  openCounts: { method: "GET", path: "/api/open/counts" },
  badge: { method: "GET", path: "/badge.svg", inLanguage: true, answers: "text" },
  card: { method: "GET", path: "/embed", inLanguage: true, answers: "text" },
  qrCode: { method: "GET", path: "/qr/{language}.svg", answers: "text" },
  engraving: { method: "GET", path: "/drawings/engraving/{step}", answers: "text" },
  checkpoint: { method: "GET", path: "/log/checkpoint", answers: "text" },
  logKeys: { method: "GET", path: "/log/key", answers: "text" },
  logTile: { method: "GET", path: "/log/tile/{level}/{tile}", answers: "bytes" },
  logText: { method: "GET", path: "/log/text/{hash}", answers: "text" },
  languagePreference: { method: "GET", path: "/api/language/preference" },
  switchLanguage: { method: "POST", path: "/api/language/switch" },
  tellEvent: { method: "POST", path: "/api/analytics", answers: "nothing" },
  handInReport: { method: "POST", path: "/api/mail/bounces", takes: "signed bytes" },
  description: { method: "GET", path: "/api/openapi.json" },
  health: { method: "GET", path: "/healthz" },
  readiness: { method: "GET", path: "/readyz" },
  metrics: { method: "GET", path: "/metrics", answers: "text", key: "from elsewhere" },
} as const satisfies Record<string, Call>;

export const CALLS = { ...VISITOR_CALLS, ...ADMIN_CALLS };
export type CallName = keyof typeof CALLS;

interface VisitorCalls {
  stats: { answers: PetitionStats };
  latestSupporters: { takes?: InLanguage; answers: LatestSupporter[] };
  supporters: { takes?: InLanguage & { page?: number; pageSize?: number }; answers: SupporterPage };
  captcha: { answers: CaptchaChallenge };
  sign: { takes: SentSignature; answers: SignOutcome };
  resend: { takes: Addressed; answers: ResendOutcome };
  confirm: { takes: InLanguage & { token: string }; answers: ConfirmAnswer };
  withdraw: { takes: Addressed & { confirmDeletion: boolean }; answers: WithdrawOutcome };
  sendPersonalLink: { takes: Addressed; answers: PersonalLinkOutcome };
  receipt: { takes: { token: string }; answers: ReceiptOutcome };
  openCounts: { takes?: { by?: CountStep }; answers: OpenCounts };
  badge: { takes?: InLanguage; answers: string };
  card: { takes?: InLanguage; answers: string };
  qrCode: { takes: { language: Language }; answers: string };
  engraving: { takes: { step: number }; answers: string };
  checkpoint: { answers: string };
  logKeys: { answers: string };
  logTile: { takes: { level: number | "entries"; tile: string }; answers: Uint8Array };
  logText: { takes: { hash: string }; answers: string };
  languagePreference: { answers: LanguagePreference };
  switchLanguage: { takes: { lang: Language; redirectTo?: string }; answers: LanguageSwitched };
  tellEvent: { takes: ToldEvent; answers: undefined };
  handInReport: { takes: SignedReport; answers: BounceOutcome };
  description: { answers: ApiDescription };
  health: { answers: SiteStatus };
  readiness: { answers: SiteStatus };
  metrics: { answers: string };
}

/** What each takes, path, query and body together, and what it answers. */
export type Calls = VisitorCalls & AdminCalls;

interface InLanguage {
  lang?: Language;
}

interface Addressed {
  email: string;
  locale?: Language;
}

interface SentSignature extends Addressed, Partial<TextVersions> {
  fullName: string;
  /** Without one, as the site is set. */
  visibility?: Visibility;
  gdprConsent: boolean;
  /** What the sum makes. */
  captcha: string;
  sessionId: string;
  /** Of the puzzle that came with the sum (`client/solve.ts`); without one a lower limit holds. */
  solution?: string;
}

export interface SignedReport {
  report: string;
  /** Of these very bytes: HMAC-SHA-256 under `MAIL_WEBHOOK_KEY`, in hex. */
  signature: string;
  type: "message/rfc822" | "application/json";
}

/** `GET /healthz` and `GET /readyz` */
export interface SiteStatus {
  status: string;
}
