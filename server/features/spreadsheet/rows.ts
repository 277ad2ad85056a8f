import type { Visibility } from "../../../petition/signing.ts";

/** `pseudonymous`: no name, no address, and the day alone, since the list shows the minute. */
export type Content = "full" | "pseudonymous";

export interface Copied {
  key: string;
  fullName: string;
  email: string;
  visibility: Visibility;
  confirmedAt: Date;
  locale: string;
}

export const HEADER = ["key", "confirmedAt", "visibility", "locale", "fullName", "email"];

export function cellsOf(signature: Copied, content: Content): string[] {
  const { key, confirmedAt, visibility, locale, fullName, email } = signature;
  const isFull = content === "full";
  const when = confirmedAt.toISOString().slice(0, isFull ? undefined : "2026-11-21".length);
  return [key, when, visibility, locale, isFull ? unexecuted(fullName) : "", isFull ? unexecuted(email) : ""];
}

/** CSV injection (OWASP): an address may begin like a formula. */
function unexecuted(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
