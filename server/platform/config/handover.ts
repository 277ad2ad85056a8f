/** `handover` of petition.config.ts. A placeholder only warns; what cannot be meant stops the start. */
import { z } from "zod";
import { startOfDay } from "../../../petition/calendar.ts";
import type { Handover } from "../../../petition/ending.ts";
import { LANGUAGES, type Language } from "../../../petition/language.ts";
import { type PetitionConfig, PLACEHOLDER } from "../../../petition.config.ts";
import { UnusableSetting } from "./kinds.ts";

const RESULT_LENGTH_MAX = 2000;

const day = z.string().transform((given, context) => {
  if (given.includes(PLACEHOLDER)) return null;
  if (startOfDay(given) !== null) return given;
  context.addIssue(`must be a day such as 2027-05-23, or stay ${PLACEHOLDER}.`);
  return z.NEVER;
});

const name = z
  .string()
  .trim()
  .min(1, `must not be empty: name who receives the signatures, or leave ${PLACEHOLDER}.`)
  .transform((given) => (given.includes(PLACEHOLDER) ? null : given));

const text = z
  .string()
  .trim()
  .max(RESULT_LENGTH_MAX, `must not be longer than ${RESULT_LENGTH_MAX} characters.`)
  .optional()
  .transform((given) => (given && !given.includes(PLACEHOLDER) ? given : undefined));

const handoverSchema = z
  .object({ date: day, erasedBy: day, recipient: inEachLanguage(name), result: inEachLanguage(text).prefault({}) })
  .refine(({ date, erasedBy }) => erasedBy === null || date !== null, {
    path: ["date"],
    message: "must be set where erasedBy is: nothing is erased before the signatures are handed over.",
  })
  .refine(({ date, erasedBy }) => erasedBy === null || date === null || erasedBy >= date, {
    path: ["erasedBy"],
    message: "must not lie before the day on which the signatures are handed over.",
  });

/** Throws {@link UnusableSetting} with a sentence for each fault. */
export function readHandover(given: PetitionConfig["handover"]): Handover {
  const { data, error } = handoverSchema.safeParse(given);
  if (data) return data;
  const sentences = error.issues.map(({ path, message }) => `petition.config.ts: handover.${path.join(".")} ${message}`);
  throw new UnusableSetting(sentences.join("\n"));
}

function inEachLanguage<Schema extends z.ZodType>(schema: Schema) {
  return z.object(Object.fromEntries(LANGUAGES.map((language) => [language, schema])) as Record<Language, Schema>);
}
