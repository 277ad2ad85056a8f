/** What `new` asks for, from a file or from whoever sits there. */
import { z } from "zod";
import { KNOWN_LANGUAGES, type Language } from "../../../petition/known-languages.ts";

/** Texts are ICU messages, in which these would mean something. */
const PLAIN = /^[^{}<>]*$/;

const words = (what: string, most: number) =>
  z
    .string(`${what} is missing.`)
    .trim()
    .min(1, `${what} is missing.`)
    .max(most, `${what} has more than ${most} characters.`)
    .regex(PLAIN, `${what} must do without { } < >.`)
    // The straight one is ICU's escape character.
    .transform((text) => text.replaceAll("'", "’"));

export const ANSWERS = {
  id: z
    .string("The id is missing.")
    .regex(/^[a-z][a-z\d-]{1,39}$/, "The id takes small letters, digits and hyphens, such as save-the-library."),
  languages: z
    .array(z.enum(KNOWN_LANGUAGES, `A language is one of ${KNOWN_LANGUAGES.join(", ")}.`), "The languages are missing.")
    .min(1, "Name at least one language.")
    .refine((all) => new Set(all).size === all.length, "Name each language once."),
  goal: z
    .int("The goal must be a whole number.")
    .min(1, "The goal is at least 1.")
    .max(1_000_000_000, "The goal is too large."),
  colour: z.string("The colour is missing.").regex(/^#[\da-f]{6}$/i, "A colour looks like #7a3b8f."),
  organisation: words("The organisation's name", 200),
  email: z.email("The e-mail address is missing or incomplete."),
};

export const WORDS = {
  name: words("The petition's name", 60),
  headline: words("The headline", 60),
  lede: words("The sentence below the headline", 300),
  demands: z
    .array(words("A demand", 200), "The demands are missing.")
    .min(1, "There is at least one demand.")
    .max(6, "There are at most six demands."),
};

const ALL = z
  .strictObject({ ...ANSWERS, texts: z.partialRecord(z.enum(KNOWN_LANGUAGES), z.strictObject(WORDS)) })
  .superRefine(({ languages, texts }, context) => {
    const demands = new Set(languages.map((language) => texts[language]?.demands.length));
    for (const language of languages) if (!texts[language]) context.addIssue(`texts.${language} is missing.`);
    if (demands.size > 1) context.addIssue("There are as many demands in each language.");
  });

type All = z.output<typeof ALL>;
export type TextsOf = z.output<z.ZodObject<typeof WORDS>>;
export type Answers = Omit<All, "texts"> & { texts: Partial<Record<Language, TextsOf>> };

/** The answers, or a sentence for each that cannot be used. */
export function readAnswers(given: unknown): Answers | string[] {
  const { data, error } = ALL.safeParse(given);
  return (
    data ?? (error?.issues ?? []).map(({ path, message }) => (path.length > 0 ? `${path.join(".")}: ${message}` : message))
  );
}
