import { z } from "zod";
import { captchaChallenge } from "../../../contract/captcha.schema.ts";
import { confirmAnswer } from "../../../contract/confirmation.schema.ts";
import { languagePreference, languageSwitchAnswer, languageSwitchRequest } from "../../../contract/language.schema.ts";
import { personalLinkAnswers, personalLinkRequest } from "../../../contract/personal.schema.ts";
import { resendAnswers, resendRequest, signAnswers, signRequest } from "../../../contract/signing.schema.ts";
import { latestSupporters, petitionStats, supporterPage } from "../../../contract/supporters.schema.ts";
import { receiptAnswers, receiptRequest } from "../../../contract/transparency.schema.ts";
import { unavailable } from "../../../contract/visitor.schema.ts";
import { withdrawAnswers, withdrawRequest } from "../../../contract/withdrawal.schema.ts";
import { DEFAULT_LANGUAGE, LANGUAGES } from "../../../petition/language.ts";
import { LATEST_SUPPORTERS, PAGE_SIZE_MAX, SUPPORTERS_PER_PAGE } from "../../../petition/supporters.ts";
import { answer, type DescribedCall, refused, wrong } from "./described.ts";

export const lang = z.enum(LANGUAGES).default(DEFAULT_LANGUAGE).describe("The language of labels and times");

const UNAVAILABLE =
  "The database is away, has too much to do, or is too slow: `message` says whether it may be done nevertheless";

const spoken = z.enum(LANGUAGES).optional().describe("The language of the sentences");

export const VISITOR_CALLS = {
  stats: {
    tag: "Petition",
    summary: "The count and the goal",
    says: "Readable from any origin. At most a second old, three in peak mode; while the database is away, `Age` says of when it is.",
    answers: { 200: answer("The figures", petitionStats) },
    isValidated: true,
  },
  latestSupporters: {
    tag: "Petition",
    summary: "The latest supporters",
    says: "Empty while none signed publicly. Private signatures carry the anonymous label.",
    takes: z.object({ lang }),
    answers: { 200: answer(`At most ${LATEST_SUPPORTERS}, the newest first`, latestSupporters) },
    isValidated: true,
  },
  supporters: {
    tag: "Petition",
    summary: "All supporters, page by page",
    says: "The newest first. A page past the end is empty. How deep one may read in a while is limited.",
    takes: z.object({
      page: z.int().min(1).default(1),
      pageSize: z.int().min(1).max(PAGE_SIZE_MAX).default(SUPPORTERS_PER_PAGE),
      lang,
    }),
    answers: { 200: answer("One page", supporterPage), 400: refused("No such page number or size") },
    isValidated: true,
    isLimited: true,
  },
  captcha: {
    tag: "Signing",
    summary: "A sum to solve",
    says: "Good for one answer, right or wrong. Fetching one writes nothing. Whoever solves the puzzle, too, signs under the higher limit.",
    answers: { 200: answer("The sum", captchaChallenge) },
    isStill: true,
  },
  sign: {
    tag: "Signing",
    summary: "Sign",
    says: "Counted once the link in the e-mail is followed. The answer is the same for an address that is unknown, waits or is counted.",
    // The field that only robots fill in is nobody's business.
    body: signRequest.omit({ websiteNote: true }).meta({ id: "Signature" }),
    answers: {
      200: answer("Taken", signAnswers.accepted),
      ...wrong(signAnswers.refused),
      403: answer("Signatures are not collected now", signAnswers["not-collecting"]),
      409: answer("One of the versions is not what is shown now; `texts` is", signAnswers["texts-changed"]),
      503: answer(UNAVAILABLE, signAnswers.unavailable),
    },
    isLimited: true,
  },
  resend: {
    tag: "Signing",
    summary: "Send the latest link again",
    says: "With the same end. The answer is the same for every address.",
    body: resendRequest,
    answers: {
      200: answer("Taken", resendAnswers.accepted),
      ...wrong(resendAnswers.refused),
      503: answer(UNAVAILABLE, resendAnswers.unavailable),
    },
    isLimited: true,
  },
  confirm: {
    tag: "Signing",
    summary: "Follow a confirmation link",
    says: "Counts the signature. GET, since it does what the link does; HEAD changes nothing.",
    takes: z.object({ token: z.string().describe("From the link in the e-mail"), lang: spoken }),
    answers: {
      200: answer("Counted", confirmAnswer),
      404: answer("Nobody gave out this token", confirmAnswer),
      409: answer("Counted before", confirmAnswer),
      410: answer("Expired", confirmAnswer),
      503: answer(UNAVAILABLE, unavailable),
    },
  },
  withdraw: {
    tag: "One’s own signature",
    summary: "Erase a signature by its address",
    says: "Or have a link sent that does, as the site is set. The answer is the same for every address.",
    body: withdrawRequest,
    answers: {
      200: answer("Taken", withdrawAnswers.accepted),
      ...wrong(withdrawAnswers.refused),
      503: answer(UNAVAILABLE, withdrawAnswers.unavailable),
    },
    isLimited: true,
  },
  sendPersonalLink: {
    tag: "One’s own signature",
    summary: "Have the link to one’s own page sent",
    says: "The answer is the same for every address.",
    body: personalLinkRequest,
    answers: {
      200: answer("Taken", personalLinkAnswers.accepted),
      ...wrong(personalLinkAnswers.refused),
      503: answer(UNAVAILABLE, personalLinkAnswers.unavailable),
    },
    isLimited: true,
  },
  receipt: {
    tag: "One’s own signature",
    summary: "The receipt of a signature",
    says: "For the token of one’s own page: proves that this very signature was counted.",
    body: receiptRequest,
    answers: {
      200: answer("The receipt, or that there is none yet", receiptAnswers[200]),
      400: refused("No token"),
      404: answer("No such signature any more, or no such token", receiptAnswers[404]),
      410: answer("The token has expired", receiptAnswers[410]),
    },
  },
  languagePreference: {
    tag: "Language",
    summary: "The language that the browser asks for",
    says: "By `Accept-Language`; the cookie, where there is one, decides.",
    answers: { 200: answer("The language", languagePreference) },
    isStill: true,
  },
  switchLanguage: {
    tag: "Language",
    summary: "Choose a language",
    says: "A cookie remembers it for a year.",
    body: languageSwitchRequest,
    answers: { 200: answer("Where to go", languageSwitchAnswer), 400: refused("No such language") },
    isStill: true,
  },
} as const satisfies Record<string, DescribedCall>;
