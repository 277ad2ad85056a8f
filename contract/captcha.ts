/** The sum that keeps simple robots away. */

/** `GET /api/captcha` */
export interface CaptchaChallenge {
  sessionId: string;
  question: string;
}
