import { z } from "zod";
import { LANGUAGES } from "../petition/language.ts";

export const languagePreference = z.object({ detectedLanguage: z.enum(LANGUAGES), hasCookie: z.boolean() });
export const languageSwitchRequest = z.object({
  lang: z.enum(LANGUAGES),
  redirectTo: z.string().describe("A path of this site; anything else leads to the home page"),
});
export const languageSwitchAnswer = z.object({ redirectTo: z.string() });
