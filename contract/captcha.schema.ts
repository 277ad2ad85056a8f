import { z } from "zod";
import type { CaptchaChallenge } from "./captcha.ts";
import { shapeOf } from "./shape.schema.ts";

export const captchaChallenge = shapeOf<CaptchaChallenge>()(
  z.object({
    sessionId: z.string(),
    question: z.string().describe("Such as “7 + 5 = ?”"),
  }),
).meta({ id: "Captcha" });
