import { z } from "zod";
import { answer, count, type DescribedCalls, named } from "./described.ts";

const captchaChallenge = named("Captcha", {
  sessionId: z.string(),
  question: z.string().describe("Such as “7 + 5 = ?”"),
  puzzle: z
    .object({ iterations: count.describe("Of PBKDF2, for one try"), tries: count.describe("That a solution takes on average") })
    .describe(
      "A work puzzle for programs; `client/solve.ts` solves it. A solution is a whole number n: the first four bytes of PBKDF2-HMAC-SHA-256 (password: `sessionId`, salt: n in decimal digits, both UTF-8), read as a big-endian number, are below 2^32 divided by `tries`",
    ),
});
export type CaptchaChallenge = z.infer<typeof captchaChallenge>;

export const CAPTCHA_CALLS = {
  captcha: {
    tag: "Signing",
    summary: "A sum to solve",
    says: "Good for one answer, right or wrong. Fetching one writes nothing. Whoever solves the puzzle, too, signs under the higher limit.",
    answers: { 200: answer("The sum", captchaChallenge) },
    isStill: true,
  },
} satisfies DescribedCalls;
