import type { z } from "zod";
import { AUDIT_CALLS } from "./administration/audit.ts";
import { COLLECTION_CALLS } from "./administration/collection.ts";
import { COMMAND_CALLS } from "./administration/commands.ts";
import { NEWS_CALLS } from "./administration/news.ts";
import { OPERATIONS_CALLS } from "./administration/operations.ts";
import { PAPER_CALLS } from "./administration/paper.ts";
import { SIGNATURES_CALLS } from "./administration/signatures.ts";
import type { CALLS, CallName } from "./calls.ts";
import { CONFIRMATION_CALLS } from "./confirmation.ts";
import type { DescribedCall } from "./described.ts";
import { LANGUAGE_CALLS } from "./language.ts";
import { MACHINES_CALLS } from "./machines.ts";
import { OPEN_DATA_CALLS } from "./open-data.ts";
import { PERSONAL_CALLS } from "./personal.ts";
import { SIGNING_CALLS } from "./signing.ts";
import { SUPPORTERS_CALLS } from "./supporters.ts";
import { TRANSPARENCY_CALLS } from "./transparency.ts";
import type { TooManyAttempts } from "./visitor.ts";
import { WITHDRAWAL_CALLS } from "./withdrawal.ts";

export const API = {
  ...SUPPORTERS_CALLS,
  ...SIGNING_CALLS,
  ...CONFIRMATION_CALLS,
  ...WITHDRAWAL_CALLS,
  ...PERSONAL_CALLS,
  ...TRANSPARENCY_CALLS,
  ...LANGUAGE_CALLS,
  ...OPEN_DATA_CALLS,
  ...MACHINES_CALLS,
  ...SIGNATURES_CALLS,
  ...OPERATIONS_CALLS,
  ...COLLECTION_CALLS,
  ...NEWS_CALLS,
  ...PAPER_CALLS,
  ...AUDIT_CALLS,
  ...COMMAND_CALLS,
} satisfies Record<CallName, DescribedCall>;

export type Calls = { [Name in CallName]: { takes: Takes<Name>; answers: Answers<(typeof CALLS)[Name], (typeof API)[Name]> } };

type Takes<Name extends CallName> = Name extends "handInReport"
  ? SignedReport
  : Omit<
      Input<(typeof API)[Name], "takes"> & Input<(typeof API)[Name], "body">,
      Name extends "openCounts" | "receipt" ? "format" : "progress"
    >;

type Input<Of, Part extends string> = Of extends Record<Part, infer Schema extends z.ZodType> ? z.input<Schema> : unknown;

type Answers<Call, Of extends DescribedCall> = Call extends { answers: infer Kind extends keyof Plain }
  ? Plain[Kind]
  : Call extends { hasOutcome: true }
    ?
        | Extract<Said<Of["answers"][keyof Of["answers"]]>, { outcome: string }>
        | (Of extends { isLimited: true } ? TooManyAttempts : never)
    : Said<Of["answers"][Extract<keyof Of["answers"], 200 | 201>]>;

type Plain = { text: string; bytes: Uint8Array; nothing: undefined };

type Said<Answer> = Answer extends { shape: infer Schema extends z.ZodType } ? z.output<Schema> : never;

export interface SignedReport {
  report: string;
  /** Of these very bytes: HMAC-SHA-256 under `MAIL_WEBHOOK_KEY`, in hex. */
  signature: string;
  type: "message/rfc822" | "application/json";
}
