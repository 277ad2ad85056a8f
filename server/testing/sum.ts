/** What a person would type below the sum of a captcha. */
import type { CaptchaChallenge } from "../../contract/signing.ts";

export function solved({ sessionId, question }: Omit<CaptchaChallenge, "puzzle">): { sessionId: string; captcha: string } {
  const [, left = "", operator, right = ""] = /^(\d+) ([+-]) (\d+) = \?$/.exec(question) ?? [];
  const result = operator === "+" ? Number(left) + Number(right) : Number(left) - Number(right);
  return { sessionId, captcha: String(result) };
}
