/** What is said of each call beside its line in `calls.ts`. It describes and never validates: what visitors send is read leniently. */
import { z } from "zod";
import { DEFAULT_LANGUAGE, inEachLanguage, LANGUAGES } from "../petition/language.ts";
import type { CallName } from "./calls.ts";
import { refusal, unavailable } from "./visitor.ts";

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

export interface DescribedCall {
  /** Without one, Administration. */
  tag?: keyof typeof TAGS;
  says: string;
  takes?: z.ZodObject;
  body?: z.ZodType;
  answers: Record<number, DescribedAnswer>;
  /** Carries an `ETag`, and answers 304 to whoever has that version. */
  isValidated?: true;
  isLimited?: true;
  isStill?: true;
}
export type DescribedCalls = Partial<Record<CallName, DescribedCall>>;

export interface DescribedAnswer {
  says: string;
  shape?: z.ZodType;
  types?: readonly string[];
}

export function answer<Shape extends z.ZodType>(says: string, shape: Shape) {
  return { says, shape };
}

export function text(says: string, type: string) {
  return { says, types: [type] };
}

export function refused(says: string) {
  return { says, shape: refusal };
}

export const FROM_HERE = refused("Only from the machine itself");

export function wrong<Named extends z.ZodType>(named: Named) {
  return { 400: answer("Something is missing or wrong", z.union([named, refusal])) };
}

export const unavailableNow = answer(
  "The database is away, has too much to do, or is too slow: `message` says whether it may be done nevertheless",
  unavailable,
);

/** Of a form that was sent. */
export function taken<Accepted extends z.ZodType, Wrong extends z.ZodType>(by: { accepted: Accepted; refused: Wrong }) {
  return { 200: answer("Taken", by.accepted), ...wrong(by.refused), 503: unavailableNow };
}

export function byLanguage<Schema extends z.ZodType>(schema: Schema) {
  return z.object(inEachLanguage(() => schema));
}

export const moment = z.iso.datetime();
export const day = z.iso.date();
export const count = z.int().min(0);
export const uuid = z.uuid();
export const lang = z.enum(LANGUAGES).default(DEFAULT_LANGUAGE).describe("The language of labels and times");

export function named<Fields extends z.ZodRawShape>(id: string, fields: Fields) {
  return z.object(fields).meta({ id });
}

/** A field that callers must send: left out, it is refused with a sentence like an empty one. The description says so by this mark. */
export function needed<Schema extends z.ZodType>(schema: Schema) {
  return schema.meta({ needed: true }) as z.ZodType<z.output<Schema>, Exclude<z.input<Schema>, undefined>>;
}
