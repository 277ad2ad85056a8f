import {
  type PresentTexts,
  resendRequest,
  type SignField,
  type SignOutcome,
  type SignRequest,
  signRequest,
} from "../../../contract/signing.ts";
import type { FieldRefusal } from "../../../contract/visitor.ts";
import type { Translate } from "../../../messages/translate.ts";
import { isPresent, type TextVersions } from "../../../petition/consent.ts";
import { EMAIL_LENGTH, EMAIL_SENTENCES, type EmailFault, readEmail } from "../../../petition/email-address.ts";
import { faultOfName, NAME_LENGTH, NAME_SENTENCES, tidyName, type Visibility } from "../../../petition/signing.ts";
import type { Configuration } from "../../platform/config/configuration.ts";
import { isThrowaway } from "../../platform/mail/throwaway.ts";
import { countRefusal } from "../../platform/metrics/counters.ts";

export interface SignInput extends Omit<SignRequest, keyof TextVersions>, TextVersions {
  fullName: string;
  email: string;
  visibility: Visibility;
}

export interface FormNow extends Pick<Configuration, "visibilityDefault" | "throwawayDomains"> {
  texts: PresentTexts;
}

type Read<Input, Field extends string> = { outcome: "read"; input: Input } | Refused<Field>;

interface Refused<Field extends string> {
  outcome: "refused";
  message: string;
  errors: FieldRefusal<Field>[];
}

export function readSignInput(
  posted: unknown,
  t: Translate,
  { visibilityDefault, throwawayDomains, texts }: FormNow,
): Read<SignInput, SignField> | Extract<SignOutcome, { outcome: "texts-changed" }> {
  const parsed = signRequest.safeParse(posted);
  if (!parsed.success) return refused(wrongTypes(parsed.error.issues, posted, t));
  const { consentVersion, petitionVersion, policyVersion } = texts;
  const given = { consentVersion, petitionVersion, policyVersion, ...parsed.data };
  const errors: FieldRefusal<SignField>[] = [];

  const fullName = tidyName(given.fullName);
  const nameFault = faultOfName(fullName);
  if (nameFault)
    errors.push({ field: "fullName", code: `name-${nameFault}`, message: t(NAME_SENTENCES[nameFault], NAME_LENGTH) });

  const email = readEmail(given.email);
  if ("fault" in email) errors.push(refusedEmail(email.fault, t));
  else if (throwawayDomains === "refuse" && isThrowaway(email.address)) {
    countRefusal("throwaway-domain");
    errors.push({ field: "email", code: "email-throwaway", message: t("signing.faults.email.throwaway") });
  }

  const visibility = given.visibility ?? (visibilityDefault === "none" ? null : visibilityDefault);
  if (visibility === null)
    errors.push({ field: "visibility", code: "visibility-missing", message: t("signing.faults.visibility") });

  if (given.captcha.trim() === "") errors.push(captchaRefusal("missing", t));

  if (!isPresent(given, texts)) {
    const changed = { field: "gdprConsent" as const, code: "texts-changed", message: t("signing.faults.textsChanged") };
    return { outcome: "texts-changed", message: changed.message, errors: [...errors, changed], texts };
  }
  if (!given.gdprConsent) errors.push(consentMissing(t));

  if ("address" in email && visibility !== null && errors.length === 0)
    return { outcome: "read", input: { ...given, fullName, email: email.address, visibility } };
  return refused(errors);
}

export function readResendInput(posted: unknown, t: Translate): Read<{ email: string }, "email"> {
  const parsed = resendRequest.safeParse(posted);
  if (!parsed.success) return refused([wrongType("email", t)]);
  const email = readEmail(parsed.data.email);
  return "fault" in email ? refused([refusedEmail(email.fault, t)]) : { outcome: "read", input: { email: email.address } };
}

export function refused<Field extends string>(errors: FieldRefusal<Field>[]): Refused<Field> {
  const [first] = errors;
  if (first === undefined) throw new Error("A refusal without a reason");
  return { outcome: "refused", message: first.message, errors };
}

const CAPTCHA_SENTENCES = {
  missing: "signing.faults.captcha.missing",
  wrong: "signing.answer.captcha.wrong",
  gone: "signing.answer.captcha.gone",
} as const;

export function captchaRefusal(fault: keyof typeof CAPTCHA_SENTENCES, t: Translate): FieldRefusal<SignField> {
  return { field: "captcha", code: `captcha-${fault}`, message: t(CAPTCHA_SENTENCES[fault]) };
}

function wrongTypes(issues: { path: PropertyKey[] }[], posted: unknown, t: Translate): FieldRefusal<SignField>[] {
  const found = issues.map(({ path }) => wrongType((path[0] ?? "body") as SignField, t));
  const hasConsent = (posted as { gdprConsent?: unknown } | null)?.gdprConsent === true;
  return hasConsent ? found : [...found, consentMissing(t)];
}

function consentMissing(t: Translate): FieldRefusal<SignField> {
  return { field: "gdprConsent", code: "consent-missing", message: t("signing.faults.gdprConsent") };
}

function refusedEmail(fault: EmailFault, t: Translate): FieldRefusal<"email"> {
  return { field: "email", code: `email-${fault}`, message: t(EMAIL_SENTENCES[fault], EMAIL_LENGTH) };
}

function wrongType<Field extends string>(field: Field, t: Translate): FieldRefusal<Field> {
  const message = field === "visibility" ? t("signing.faults.visibility") : t("signing.answer.wrongType");
  return { field, code: "wrong-type", message };
}
