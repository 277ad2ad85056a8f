import { z } from "zod";
import { COLLECTION_STATUSES, NOTICE_LENGTH_MAX } from "../../petition/collection.ts";
import { LANGUAGES, type Language } from "../../petition/language.ts";
import { day, moment, shapeOf } from "../shape.schema.ts";
import { refusedField } from "../visitor.schema.ts";
import type { AdminCollection, CollectionField, CollectionRefused, StandardNotice } from "./collection.ts";

export const collectionRequest = z
  .object({
    status: z.enum(COLLECTION_STATUSES),
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
  })
  .meta({ id: "CollectionChange" });

const standardNotice = shapeOf<StandardNotice>()(z.object({ title: z.string(), text: z.string() })).meta({
  id: "StandardNotice",
});
const inEachLanguage = z.object(
  Object.fromEntries(LANGUAGES.map((language) => [language, standardNotice])) as Record<Language, typeof standardNotice>,
);

export const adminCollection = shapeOf<AdminCollection>()(
  z.object({
    status: z.enum(COLLECTION_STATUSES),
    since: moment.nullable(),
    day: day.nullable(),
    texts: z.partialRecord(z.enum(LANGUAGES), z.string()),
    confirmableUntil: moment.nullable().describe("Where it is closed: when the last link ends"),
    standard: z.object({ paused: inEachLanguage, closed: inEachLanguage }).describe("What is said where no text is set"),
  }),
).meta({ id: "AdminCollection" });

const field = z.enum(["day", "texts", ...LANGUAGES.map((language): `texts.${Language}` => `texts.${language}`)]);

export const collectionRefused = shapeOf<CollectionRefused>()(
  z.object({ message: z.string(), errors: z.array(refusedField<z.ZodType<CollectionField>>(field)) }),
).meta({ id: "CollectionRefused" });
