import { z } from "zod";
import type { PresentTexts } from "./consent.ts";
import { shapeOf } from "./shape.schema.ts";

export const presentTexts = shapeOf<PresentTexts>()(
  z.object({
    consentVersion: z.string(),
    petitionVersion: z.string(),
    policyVersion: z.string(),
    consent: z.string().describe("The words beside the box"),
  }),
).meta({ id: "PresentTexts" });
