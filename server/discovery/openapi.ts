import { z } from "zod";
import { relayedReport } from "../../contract/bounces.schema.ts";
import { captchaChallenge } from "../../contract/captcha.schema.ts";
import { confirmAnswer } from "../../contract/confirmation.schema.ts";
import { languagePreference, languageSwitchAnswer, languageSwitchRequest } from "../../contract/language.schema.ts";
import { personalLinkAnswers, personalLinkRequest } from "../../contract/personal.schema.ts";
import { resendAnswers, resendRequest, signAnswers, signRequest } from "../../contract/signing.schema.ts";
import { latestSupporters, petitionStats, supporterPage } from "../../contract/supporters.schema.ts";
import { refusal, tooManyAttempts } from "../../contract/visitor.schema.ts";
import { withdrawAnswers } from "../../contract/withdrawal.schema.ts";
import { LANGUAGES } from "../../petition/language.ts";
import { PAGE_SIZE_MAX, SUPPORTERS_PER_PAGE } from "../../petition/supporters.ts";

const retryAfter = { "Retry-After": { schema: { type: "integer" }, description: "Seconds" } };

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

const inLanguage = query("lang", z.enum(LANGUAGES).default("de"), "The language of labels and times");

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
      { parameters: [{ name: "token", in: "path", required: true, schema: { type: "string" } }] },
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

type Answers = Record<number, { description: string }>;

interface Details {
  parameters?: object[];
  body?: z.ZodType;
  /** Carries an `ETag`, and answers 304 to whoever has that version. */
  validated?: boolean;
}

function call(summary: string, answers: Answers, { parameters, body, validated = false }: Details = {}): object {
  return {
    summary,
    ...(parameters && { parameters }),
    ...(body && { requestBody: { required: true, ...json(shape(body, "input")) } }),
    responses: {
      ...answers,
      ...(validated && { 304: { description: "Unchanged since the version named in If-None-Match" } }),
      503: { ...refused("The database is away"), headers: retryAfter },
    },
  };
}

function query(name: string, schema: z.ZodType, description?: string): object {
  return { name, in: "query", schema: shape(schema, "input"), ...(description && { description }) };
}

function answer(description: string, schema: z.ZodType): { description: string } {
  return { description, ...json(shape(schema)) };
}

function refused(description: string): { description: string } {
  return { description, ...json({ $ref: "#/components/schemas/Refusal" }) };
}

/** `named`: what is said of a body that was understood, besides the bare message. */
function refusedBodies(named: z.ZodType = refusal): Answers {
  return {
    400: answer("Something is missing or wrong", z.union([...new Set([named, refusal])])),
    413: refused("Too long"),
    415: refused("No JSON"),
  };
}

function tooOften(): { description: string } {
  return Object.assign(answer("Too many attempts", tooManyAttempts), { headers: retryAfter });
}

function json(schema: object): { content: object } {
  return { content: { "application/json": { schema } } };
}

/** `input`: as it is sent, where defaults may be left out. */
function shape(schema: z.ZodType, io: "input" | "output" = "output"): object {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io });
  return described;
}
