/** Fetching a sum writes nothing: the browser keeps it, encrypted. Its use is stored, so that it counts once everywhere. */
import { randomInt } from "node:crypto";
import type { CaptchaChallenge } from "../../contract/captcha.ts";
import { CAPTCHA_LIFETIME, drawSum, isRightAnswer, questionOf, type Sum } from "../../petition/captcha.ts";
import type { Clock } from "../clock.ts";
import { type Crypto, sha256 } from "../crypto/crypto.ts";
import type { Transaction } from "../database/open.ts";
import { usedCaptchas } from "../database/schema.ts";

export interface Captcha {
  draw(): CaptchaChallenge;
  /** Uses up the challenge. `gone`: forged, run out, or used before. */
  answer(tx: Transaction, sessionId: string, answer: string): Promise<"right" | "wrong" | "gone">;
}

export function makeCaptcha({ crypto, clock }: { crypto: Crypto; clock: Clock }): Captcha {
  return {
    draw() {
      const sum = drawSum((below) => randomInt(below));
      const session = JSON.stringify([sum.left, sum.operator, sum.right, clock.now().getTime() + CAPTCHA_LIFETIME]);
      return { sessionId: crypto.encrypt("captcha", session), question: questionOf(sum) };
    },
    async answer(tx, sessionId, answer) {
      const session = crypto.decrypt("captcha", sessionId);
      if (session === null) return "gone";
      const [left, operator, right, expiresAt] = JSON.parse(session) as [number, Sum["operator"], number, number];
      if (expiresAt <= clock.now().getTime()) return "gone";
      const used = await tx
        .insert(usedCaptchas)
        // Re-encoded, so that two spellings of one base64url text are one challenge.
        .values({ id: sha256(Buffer.from(sessionId, "base64url")), expiresAt: new Date(expiresAt) })
        .onConflictDoNothing()
        .returning({ id: usedCaptchas.id });
      if (used.length === 0) return "gone";
      return isRightAnswer({ left, operator, right }, answer) ? "right" : "wrong";
    },
  };
}
