import { resendRequest, type SignRequest, signRequest } from "../../contract/signing.schema.ts";
import type { SignField } from "../../contract/signing.ts";
import { EMAIL_SENTENCES, NAME_SENTENCES } from "../../contract/signing.ts";
import type { FieldRefusal } from "../../contract/visitor.ts";
import type { Translate } from "../../messages/translate.ts";
import { EMAIL_LENGTH_MAX, type EmailFault, readEmail } from "../../petition/email-address.ts";
import { faultOfName, NAME_LENGTH, tidyName } from "../../petition/signing.ts";

export interface SignInput extends SignRequest {
  fullName: string;
  email: string;
}

type Read<Input, Field extends string> = { outcome: "read"; input: Input } | Refused<Field>;

interface Refused<Field extends string> {
  outcome: "refused";
  message: string;
  errors: FieldRefusal<Field>[];
}

/** Every fault is named at once, so that a person mends them in one go. */
export function readSignInput(posted: unknown, t: Translate): Read<SignInput, SignField> {
  const parsed = signRequest.safeParse(posted);
  if (!parsed.success) return refused(parsed.error.issues.map(({ path }) => wrongType((path[0] ?? "body") as SignField, t)));
  const given = parsed.data;
  const errors: FieldRefusal<SignField>[] = [];

  const fullName = tidyName(given.fullName);
  const nameFault = faultOfName(fullName);
  if (nameFault)
    errors.push({ field: "fullName", code: `name-${nameFault}`, message: t(NAME_SENTENCES[nameFault], NAME_LENGTH) });

  const email = readEmail(given.email);
  if ("fault" in email) errors.push(refusedEmail(email.fault, t));

  if (given.captcha.trim() === "")
    errors.push({ field: "captcha", code: "captcha-missing", message: t("signing.faults.captcha.missing") });
  if (!given.gdprConsent)
    errors.push({ field: "gdprConsent", code: "consent-missing", message: t("signing.faults.gdprConsent") });

  if ("address" in email && errors.length === 0)
    return { outcome: "read", input: { ...given, fullName, email: email.address } };
  return refused(errors);
}

export function readResendInput(posted: unknown, t: Translate): Read<{ email: string }, "email"> {
  const parsed = resendRequest.safeParse(posted);
  if (!parsed.success) return refused([wrongType("email", t)]);
  const email = readEmail(parsed.data.email);
  return "fault" in email ? refused([refusedEmail(email.fault, t)]) : { outcome: "read", input: { email: email.address } };
}

/** The first sentence stands for all of them. */
export function refused<Field extends string>(errors: FieldRefusal<Field>[]): Refused<Field> {
  const [first] = errors;
  if (first === undefined) throw new Error("A refusal without a reason");
  return { outcome: "refused", message: first.message, errors };
}

function refusedEmail(fault: EmailFault, t: Translate): FieldRefusal<"email"> {
  return { field: "email", code: `email-${fault}`, message: t(EMAIL_SENTENCES[fault], { max: EMAIL_LENGTH_MAX }) };
}

function wrongType<Field extends string>(field: Field, t: Translate): FieldRefusal<Field> {
  const message = field === "visibility" ? t("signing.answer.visibility") : t("signing.answer.wrongType");
  return { field, code: "wrong-type", message };
}
