import { z } from "zod";
import { relayedReport } from "../../contract/bounces.schema.ts";
import { captchaChallenge } from "../../contract/captcha.schema.ts";
import { confirmAnswer } from "../../contract/confirmation.schema.ts";
import { languagePreference, languageSwitchAnswer, languageSwitchRequest } from "../../contract/language.schema.ts";
import { countFormat, countStep, openCounts } from "../../contract/open-data.schema.ts";
import { personalLinkAnswers, personalLinkRequest } from "../../contract/personal.schema.ts";
import { resendAnswers, resendRequest, signAnswers, signRequest } from "../../contract/signing.schema.ts";
import { latestSupporters, petitionStats, supporterPage } from "../../contract/supporters.schema.ts";
import { receiptAnswers, receiptRequest } from "../../contract/transparency.schema.ts";
import { refusal } from "../../contract/visitor.schema.ts";
import { withdrawAnswers } from "../../contract/withdrawal.schema.ts";
import { COMPLETE_STEP, LAST_STEP } from "../../petition/engraving.ts";
import { LANGUAGES } from "../../petition/language.ts";
import { PAGE_SIZE_MAX, SUPPORTERS_PER_PAGE } from "../../petition/supporters.ts";
import {
  answer,
  call,
  inFormats,
  inPath,
  json,
  notThere,
  query,
  refused,
  refusedBodies,
  shape,
  text,
  tooOften,
} from "./describing.ts";

export interface Described {
  publicUrl: string;
  takesBounces: boolean;
}

export function describeApi({ publicUrl, takesBounces }: Described): object {
  return {
    openapi: "3.1.0",
    info: { title: "Bargeld erhalten: calls of the petition", version: "1" },
    servers: [{ url: publicUrl }],
    paths: { ...PATHS, ...(takesBounces && BOUNCES) },
    components: { schemas: { Refusal: shape(refusal) } },
  };
}

const TILE =
  "In groups of three digits, all but the last with an x before them (`x001/234`); a partial tile ends with `.p/` and its width";

const inLanguage = query("lang", z.enum(LANGUAGES).default("de"), "The language of labels and times");

/** As the papers of C2SP say: tlog-tiles, tlog-checkpoint, signed-note. */
const LOG = {
  "/log/checkpoint": {
    get: call(
      "The signed head of the public log, with the cosignatures of witnesses",
      { 200: text("A signed note", "text/plain"), 404: notThere("None is published yet") },
      { validated: true },
    ),
  },
  "/log/key": {
    get: call(
      "Each key that may sign the head, on a line of its own; receipts name the first",
      { 200: text("Keys as signed notes write them", "text/plain"), 404: notThere("None is published yet") },
      { validated: true },
    ),
  },
  "/log/tile/{level}/{tile}": {
    get: call(
      "A tile of 256 hashes",
      { 200: text("Hashes of 32 bytes each", "application/octet-stream"), 404: notThere("Beyond the published head") },
      { parameters: [inPath("level", "0 to 63"), inPath("tile", TILE)] },
    ),
  },
  "/log/tile/entries/{tile}": {
    get: call(
      "A bundle of 256 entries",
      {
        200: text("Entries, each with its length in two bytes before it", "application/octet-stream"),
        404: notThere("Beyond the published head"),
      },
      { parameters: [inPath("tile", TILE)] },
    ),
  },
  "/log/text/{hash}": {
    get: call(
      "A text of the petition as it was signed, byte for byte",
      { 200: text("The text", "text/plain"), 404: notThere("No text of the log has this hash") },
      { parameters: [inPath("hash", "SHA-256 of the text, in lower-case hex")] },
    ),
  },
};

const PATHS = {
  "/api/petition/stats": {
    get: call("The count and the goal", { 200: answer("The figures", petitionStats) }, { validated: true }),
  },
  "/api/petition/supporters": {
    get: call(
      "The latest supporters; empty while none signed publicly",
      { 200: answer("At most ten, newest first", latestSupporters) },
      { parameters: [inLanguage], validated: true },
    ),
  },
  "/api/petition/supporters-paginated": {
    get: call(
      "All supporters, newest first",
      { 200: answer("One page", supporterPage), 400: refused("No such page number or size"), 429: tooOften() },
      {
        parameters: [
          query("page", z.int().min(1).default(1)),
          query("pageSize", z.int().min(1).max(PAGE_SIZE_MAX).default(SUPPORTERS_PER_PAGE)),
          inLanguage,
        ],
        validated: true,
      },
    ),
  },
  "/api/open/counts": {
    get: call(
      "How many were counted and removed by hours or days in UTC, by reason, as the public log has it; languages in total",
      { 200: inFormats("The counts, the oldest first", openCounts, "text/csv"), 400: refused("No such step or format") },
      { parameters: [query("by", countStep.default("day")), query("format", countFormat.default("json"))], validated: true },
    ),
  },
  "/badge.svg": {
    get: call(
      "The number as a picture, for pages of other sites",
      { 200: text("The badge", "image/svg+xml") },
      { parameters: [inLanguage], validated: true },
    ),
  },
  "/embed": {
    get: call(
      "The number with goal and way to the form, to be framed by other sites",
      { 200: text("The card, which loads nothing", "text/html") },
      { parameters: [inLanguage], validated: true },
    ),
  },
  "/drawings/engraving/{step}": {
    get: call(
      "The drawing behind the number, as far as it is engraved; a step never changes",
      { 200: text("White lines", "image/svg+xml"), 404: notThere("No such step") },
      { parameters: [inPath("step", `0 to ${LAST_STEP}; ${COMPLETE_STEP} at the goal`)] },
    ),
  },
  ...LOG,
  "/api/captcha": { get: call("A sum to solve, good for one answer", { 200: answer("The sum", captchaChallenge) }) },
  "/api/petition/sign": {
    post: call(
      "Sign; counted once the link in the e-mail is followed",
      {
        200: answer("The same for every address", signAnswers.accepted),
        ...refusedBodies(signAnswers.refused),
        403: answer(
          "Signatures are not collected now; the message is the notice that visitors read",
          signAnswers["not-collecting"],
        ),
        409: answer("One of the versions is not what is shown now; `texts` is", signAnswers["texts-changed"]),
        429: tooOften(),
      },
      // The field that only robots fill in is nobody's business.
      { body: signRequest.omit({ websiteNote: true }) },
    ),
  },
  "/api/petition/resend": {
    post: call(
      "Send the latest link again",
      {
        200: answer("The same for every address", resendAnswers.accepted),
        ...refusedBodies(resendAnswers.refused),
        429: tooOften(),
      },
      { body: resendRequest },
    ),
  },
  "/api/petition/confirm/{token}": {
    get: call(
      "Follow a confirmation link: counts the signature",
      {
        200: answer("Counted", confirmAnswer),
        404: answer("Nobody gave out this token", confirmAnswer),
        409: answer("Counted before", confirmAnswer),
        410: answer("Expired", confirmAnswer),
      },
      { parameters: [inPath("token")] },
    ),
  },
  "/api/petition/delete": {
    post: call(
      "Erase a signature by its address, or have a link sent that does",
      {
        200: answer("The same for every address", withdrawAnswers.accepted),
        ...refusedBodies(withdrawAnswers.refused),
        429: tooOften(),
      },
      { body: z.object({ email: z.string(), confirmDeletion: z.boolean(), locale: z.enum(LANGUAGES).optional() }) },
    ),
  },
  "/api/petition/personal-link": {
    post: call(
      "Have the link to one's own page sent",
      {
        200: answer("The same for every address", personalLinkAnswers.accepted),
        ...refusedBodies(personalLinkAnswers.refused),
        429: tooOften(),
      },
      { body: personalLinkRequest },
    ),
  },
  "/api/petition/receipt": {
    post: call(
      "The receipt of a signature, for the token of one's own page",
      {
        200: answer(
          "The receipt; `waiting`: its entry comes into the public log within a minute; `none`: it is not counted now",
          receiptAnswers[200],
        ),
        ...refusedBodies(),
        404: answer("No such signature any more, or no such token", receiptAnswers[404]),
        410: answer("The token has expired", receiptAnswers[410]),
      },
      { body: receiptRequest },
    ),
  },
  "/api/language/preference": {
    get: call("The language that the browser asks for", { 200: answer("The language", languagePreference) }),
  },
  "/api/language/switch": {
    post: call(
      "Choose a language; a cookie remembers it",
      { 200: answer("Where to go", languageSwitchAnswer), ...refusedBodies() },
      { body: languageSwitchRequest },
    ),
  },
};

/** Signed over its very bytes, which a schema cannot say. */
const BOUNCES = {
  "/api/mail/bounces": {
    post: {
      ...call(
        "Hand in an e-mail that came back, or what a relay says of it",
        {
          200: answer("Understood, or nothing to do", z.object({ outcome: z.enum(["noted", "ignored", "unknown"]) })),
          400: refused("JSON that says nothing of an e-mail"),
          401: refused("The signature is not right"),
          413: refused("Too long"),
          415: refused("Neither an e-mail nor JSON"),
          429: tooOften(),
        },
        {
          parameters: [
            {
              name: "X-Signature",
              in: "header",
              required: true,
              description: "HMAC-SHA-256 of the body under MAIL_WEBHOOK_KEY, in hex",
              schema: { type: "string" },
            },
          ],
        },
      ),
      requestBody: {
        required: true,
        content: { "message/rfc822": { schema: { type: "string" } }, ...json(shape(relayedReport, "input")).content },
      },
    },
  },
};
