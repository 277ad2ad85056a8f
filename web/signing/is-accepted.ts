/** What callers may go by (specification, "Calls"): the fallback where an answer lacks `success`. */
const PHRASES = ["Bestätigungs-E-Mail wurde gesendet", "Confirmation email has been sent"];

/** Whether `POST /api/petition/sign` took the signature; `answer` is the parsed body, whatever it is. The only place that decides it. */
export function isAccepted(answer: unknown): boolean {
  if (typeof answer !== "object" || answer === null) return false;
  if ("success" in answer && answer.success === true) return true;
  const message = "message" in answer ? answer.message : undefined;
  return typeof message === "string" && PHRASES.some((phrase) => message.includes(phrase));
}
