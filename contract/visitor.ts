import type { Seconds } from "../petition/duration.ts";
import type { Language } from "../petition/language.ts";

export interface Visitor {
  /** As `TRUST_PROXY` lets us believe it. */
  address: string;
  userAgent: string | null;
  /** False for a request straight from the server's own machine, by a name of that machine. */
  limited: boolean;
  language: Language;
}

export interface FieldRefusal<Field extends string = string> {
  field: Field;
  code: string;
  message: string;
}

export interface TooManyAttempts {
  outcome: "too-many-attempts";
  message: string;
  retryAfter: Seconds;
}

/** The database is away, or has more to do than it gets done in time; `message` says whether it may have been taken nevertheless. */
export interface Unavailable {
  outcome: "unavailable";
  message: string;
  retryAfter: Seconds;
}
