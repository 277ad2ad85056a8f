/** `hard`: there is no such mailbox; `undelivered`: this e-mail did not arrive, another may; `soft`: it is late. */
export type Bounce = "hard" | "undelivered" | "soft" | "complaint";

/** RFC 3463, 3.2 and 3.3: bad address, moved, disabled. A full mailbox gets empty again. */
const OF_THE_MAILBOX = /^5\.(?:1\.\d{1,3}|2\.1|0\.0)$/;

/** `Action` (RFC 3464, 2.3.3) and an enhanced status code; null for news that asks for nothing. */
export function bounceOf(action: string, status: string): Bounce | null {
  if (action.toLowerCase() === "failed") return OF_THE_MAILBOX.test(status) ? "hard" : "undelivered";
  return action.toLowerCase() === "delayed" ? "soft" : null;
}

export function stopsMail(bounce: Bounce): boolean {
  return bounce === "hard" || bounce === "complaint";
}
