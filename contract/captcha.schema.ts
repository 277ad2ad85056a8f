import { z } from "zod";
import type { CaptchaChallenge } from "./captcha.ts";

export const captchaChallenge = z.object({
  sessionId: z.string(),
  question: z.string().describe("Such as “7 + 5 = ?”"),
}) satisfies z.ZodType<CaptchaChallenge>;
