/** Who asks, and what every call may answer instead: a refusal by field, or that it was too often. */
import type { Language } from "../petition/language.ts";

/** Who asks. `address` is the address of origin as `TRUST_PROXY` lets us believe it. */
export interface Visitor {
  address: string;
  userAgent: string | null;
  /** False for a request straight from a loopback address, which no limit holds up. */
  limited: boolean;
  language: Language;
}

/** Why a call was refused: a name for the program, a sentence in the visitor's language for the person. */
export interface FieldRefusal<Field extends string = string> {
  field: Field;
  code: string;
  message: string;
}

export interface TooManyAttempts {
  outcome: "too-many-attempts";
  message: string;
  /** Whole seconds. */
  retryAfter: number;
}
