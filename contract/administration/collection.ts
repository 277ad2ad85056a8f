import { z } from "zod";
import { COLLECTION_STATUSES, NOTICE_LENGTH_MAX } from "../../petition/collection.ts";
import { LANGUAGES, type Language } from "../../petition/language.ts";
import { answer, byLanguage, type DescribedCalls, day, moment, named, refused, wrong } from "../described.ts";
import { refusedField } from "../visitor.ts";

const status = z.enum(COLLECTION_STATUSES);

export const collectionRequest = named("CollectionChange", {
  status,
  day: z
    .string()
    .max(40)
    .nullable()
    .default(null)
    .describe("Until when it is presumably paused, or when it was closed: 2026-11-21"),
  texts: z
    .record(z.string().max(40), z.string())
    .default({})
    .describe(`By language, instead of the standard text; up to ${NOTICE_LENGTH_MAX} characters each`),
});

const standardNotice = named("StandardNotice", { title: z.string(), text: z.string() });
export type StandardNotice = z.infer<typeof standardNotice>;
const standardNotices = byLanguage(standardNotice);

const adminCollection = named("AdminCollection", {
  status,
  since: moment.nullable(),
  day: day.nullable(),
  texts: z.partialRecord(z.enum(LANGUAGES), z.string()),
  confirmableUntil: moment.nullable().describe("Where it is closed: when the last link ends"),
  standard: z.object({ paused: standardNotices, closed: standardNotices }).describe("What is said where no text is set"),
});
export type AdminCollection = z.infer<typeof adminCollection>;
export type CollectionChange = Pick<AdminCollection, "status" | "day" | "texts">;

const field = z.enum(["day", "texts", ...LANGUAGES.map((language): `texts.${Language}` => `texts.${language}`)]);
export type CollectionField = z.infer<typeof field>;

export const collectionRefused = named("CollectionRefused", { message: z.string(), errors: z.array(refusedField(field)) });
export type CollectionRefused = z.infer<typeof collectionRefused>;

export const COLLECTION_CALLS = {
  adminCollection: {
    says: "And what stands on the pages while one cannot.",
    answers: { 200: answer("The state, and what pages say of it", adminCollection) },
  },
  changeCollection: {
    says: "Holds on every page within a second. Links that were sent before still confirm while it is closed.",
    body: collectionRequest,
    answers: {
      200: answer("The state now", adminCollection),
      ...wrong(collectionRefused),
      410: refused("The petition has ended"),
    },
  },
} satisfies DescribedCalls;
