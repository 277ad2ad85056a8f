import { z } from "zod";
import type { PresentTexts } from "./consent.ts";

export const presentTexts = z.object({
  consentVersion: z.string(),
  petitionVersion: z.string(),
  policyVersion: z.string(),
  consent: z.string(),
}) satisfies z.ZodType<PresentTexts>;
