import { z } from "zod";
import { LANGUAGES } from "../petition/language.ts";
import type { LanguagePreference, LanguageSwitched } from "./language.ts";
import { shapeOf } from "./shape.schema.ts";

export const languagePreference = shapeOf<LanguagePreference>()(
  z.object({ detectedLanguage: z.enum(LANGUAGES), hasCookie: z.boolean().describe("One was chosen in this browser") }),
).meta({ id: "LanguagePreference" });

export const languageSwitchRequest = z
  .object({
    lang: z.enum(LANGUAGES),
    redirectTo: z.string().optional().describe("A path of this site; anything else leads to the home page"),
  })
  .meta({ id: "LanguageSwitch" });

export const languageSwitchAnswer = shapeOf<LanguageSwitched>()(z.object({ redirectTo: z.string() })).meta({
  id: "LanguageSwitched",
});
