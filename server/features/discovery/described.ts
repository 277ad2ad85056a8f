/** What is said of each call, beside method and path (`contract/calls.ts`). */
import { z } from "zod";
import { refusal } from "../../../contract/visitor.schema.ts";

export const TAGS = {
  Petition: "The number, and who has signed publicly.",
  Signing: "From the sum to the confirmed signature.",
  "One’s own signature": "What signers do with theirs.",
  "Open data": "For whoever reckons with the number or shows it elsewhere. Readable from any origin.",
  "Public log": "For whoever checks the number. The formats are those of C2SP (tlog-tiles, tlog-checkpoint, signed-note).",
  Language: "In which language pages speak.",
  Machines: "For what stands around the site: load balancers, mail servers, Prometheus.",
  Administration: "With the administrator's key as bearer.",
} as const;
type Tag = keyof typeof TAGS;

export interface DescribedCall {
  tag: Tag;
  /** A line. */
  summary: string;
  /** Sentences. */
  says: string;
  /** What stands in path and query. */
  takes?: z.ZodObject;
  body?: z.ZodType;
  answers: Record<number, DescribedAnswer>;
  /** Carries an `ETag`, and answers 304 to whoever has that version. */
  isValidated?: true;
  isLimited?: true;
  /** Asks no database. */
  isStill?: true;
}

export interface DescribedAnswer {
  says: string;
  /** As JSON. */
  shape?: z.ZodType;
  /** Of what is no JSON, also beside it. */
  types?: readonly string[];
}

export function answer(says: string, shape: z.ZodType): DescribedAnswer {
  return { says, shape };
}

export function text(says: string, type: string): DescribedAnswer {
  return { says, types: [type] };
}

export function refused(says: string): DescribedAnswer {
  return { says, shape: refusal };
}

/** `named`: what is said of a body that was understood, besides the bare message. */
export function wrong(named: z.ZodType): Record<400, DescribedAnswer> {
  return { 400: answer("Something is missing or wrong", z.union([named, refusal])) };
}
