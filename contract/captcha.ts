import type { Puzzle } from "../petition/puzzle.ts";

/** `GET /api/captcha` */
export interface CaptchaChallenge {
  sessionId: string;
  question: string;
  /** To be worked out beside the sum; without its solution a lower limit holds. */
  puzzle: Puzzle;
}
