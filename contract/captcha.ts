/** `GET /api/captcha` */
export interface CaptchaChallenge {
  sessionId: string;
  question: string;
}
