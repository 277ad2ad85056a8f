import { z } from "zod";
import type { Iso8601 } from "../petition/calendar.ts";
import type { TextKind } from "../petition/consent.ts";
import type { Language } from "../petition/language.ts";
import { named } from "./described.ts";

export interface ShownText {
  version: string;
  kind: TextKind;
  language: Language;
  text: string;
  firstSeen: Iso8601;
}

export const presentTexts = named("PresentTexts", {
  consentVersion: z.string(),
  petitionVersion: z.string(),
  policyVersion: z.string(),
  consent: z.string().describe("The words beside the box"),
});
export type PresentTexts = z.infer<typeof presentTexts>;

export interface Consent {
  presentTexts(language: Language): PresentTexts;
  shownText(version: string): Promise<ShownText | null>;
}
