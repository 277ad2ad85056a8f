import { z } from "zod";
import { LANGUAGES } from "../petition/language.ts";
import { answer, type DescribedCalls, named, refused } from "./described.ts";

const languagePreference = named("LanguagePreference", {
  detectedLanguage: z.enum(LANGUAGES),
  hasCookie: z.boolean().describe("One was chosen in this browser"),
});

const languageSwitch = named("LanguageSwitch", {
  lang: z.enum(LANGUAGES),
  redirectTo: z.string().optional().describe("A path of this site; anything else leads to the home page"),
});

const languageSwitched = named("LanguageSwitched", { redirectTo: z.string() });

export const LANGUAGE_CALLS = {
  languagePreference: {
    tag: "Language",
    says: "By `Accept-Language`; the cookie, where there is one, decides.",
    answers: { 200: answer("The language", languagePreference) },
    isStill: true,
  },
  switchLanguage: {
    tag: "Language",
    says: "A cookie remembers it for a year.",
    body: languageSwitch,
    answers: { 200: answer("Where to go", languageSwitched), 400: refused("No such language") },
    isStill: true,
  },
} satisfies DescribedCalls;
