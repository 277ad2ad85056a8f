/** One transaction is committed whatever is known of the address, and the answer is the same (specification, "Signing"). */
import type { Petition } from "../../../contract/petition.ts";
import type {
  CollectionNotice,
  NotCollecting,
  Rejected,
  ResendOutcome,
  SignOutcome,
  SignReceipt,
} from "../../../contract/signing.ts";
import type { TooManyAttempts, Visitor } from "../../../contract/visitor.ts";
import type { Translate } from "../../../messages/translate.ts";
import { inEachLanguage, type Language } from "../../../petition/language.ts";
import { RECEIPT_LIFETIME } from "../../../petition/receipt-cookie.ts";
import { MAIL_COOLDOWN, tidyName } from "../../../petition/signing.ts";
import type { Context } from "../../context.ts";
import type { Batcher } from "../../platform/database/batcher.ts";
import { withinDeadline } from "../../platform/database/deadline.ts";
import { tooManyAttempts, unavailable } from "../../platform/http/errors.ts";
import { type Admission, makeAdmission } from "./admission.ts";
import { makeCaptcha } from "./captcha/captcha.ts";
import { type EnterResult, entering, type Form } from "./enter.ts";
import { captchaRefusal, type FormNow, readResendInput, readSignInput, refused } from "./input.ts";

interface SigningTools extends Pick<Context, "limits" | "translators" | "ending"> {
  forms: Batcher<Form, EnterResult>;
  admission: Admission;
  collection: Pick<Petition, "collectionNotice">;
  shown: Record<Language, FormNow>;
}

export function signing(
  context: Context,
  { collection, presentTexts }: Pick<Petition, "presentTexts"> & Pick<SigningTools, "collection">,
) {
  const { clock, crypto, configuration } = context;
  const captcha = makeCaptcha(context);
  const captchaTools = { ...context, captcha };
  const forms = entering(captchaTools);
  context.peak.watch("forms", forms);
  const shown = inEachLanguage((language) => ({ ...configuration, texts: presentTexts(language) }));
  const tools: SigningTools = { ...context, collection, shown, forms, admission: makeAdmission(captchaTools) };
  return {
    drawCaptcha: captcha.draw,
    sign: (posted, visitor) => sign(tools, posted, visitor),
    reject: (posted, visitor) => reject(tools, posted, visitor),
    resend: (posted, visitor) => resend(tools, posted, visitor),
    encryptReceipt(given) {
      // Around a name of the right length there may be thousands of blanks, which no cookie holds.
      const receipt = { ...given, fullName: tidyName(given.fullName) };
      const expiresAt = clock.now().getTime() + RECEIPT_LIFETIME;
      return crypto.encrypt("receipt", JSON.stringify({ receipt, expiresAt }));
    },
    decryptReceipt(encrypted) {
      const opened = crypto.decrypt("receipt", encrypted);
      if (opened === null) return null;
      const { receipt, expiresAt } = JSON.parse(opened) as { receipt: SignReceipt; expiresAt: number };
      return expiresAt > clock.now().getTime() ? receipt : null;
    },
  } satisfies Partial<Petition>;
}

function sign(tools: SigningTools, posted: unknown, visitor: Visitor): Promise<SignOutcome> {
  const t = tools.translators[visitor.language];
  return withinDeadline(signIfAllowed(tools, posted, visitor, t)).catch((failure) => unavailable(failure, t));
}

async function signIfAllowed(tools: SigningTools, posted: unknown, visitor: Visitor, t: Translate): Promise<SignOutcome> {
  const notice = await tools.collection.collectionNotice(visitor.language);
  if (notice !== null) return notCollecting(notice, t);
  const wait = tools.limits.refusal("sign", visitor);
  if (wait !== null) return tooManyAttempts(wait, t);
  const rejected = tools.admission.reject(posted, visitor);
  if (rejected !== null) return rejected;

  const read = readSignInput(posted, t, tools.shown[visitor.language]);
  if (read.outcome !== "read") return (await countRefusedAttempt(tools, visitor)) ?? read;

  const { input } = read;
  const entry = await tools.forms.join({ visitor, input, resendTo: null });
  if (entry.outcome === "too-many-attempts") return tooManyAttempts(entry.wait, t);
  if (entry.outcome !== "entered") return refused([captchaRefusal(entry.outcome === "captcha-wrong" ? "wrong" : "gone", t)]);
  const { email } = input;
  const expiresAt = entry.expiresAt.toISOString();
  return { outcome: "accepted", success: true, message: t("signing.answer.sent"), email, expiresAt };
}

function reject({ limits, admission, translators }: SigningTools, posted: unknown, visitor: Visitor): Rejected | null {
  const wait = limits.refusal("sign", visitor);
  return wait === null ? admission.rejectAtOnce(posted, visitor) : tooManyAttempts(wait, translators[visitor.language]);
}

function resend(tools: SigningTools, posted: unknown, visitor: Visitor): Promise<ResendOutcome> {
  const t = tools.translators[visitor.language];
  const asked = tools.ending.unlessEnded<ResendOutcome>(
    () => resendIfAllowed(tools, posted, visitor, t),
    () => ({ outcome: "accepted", success: true, message: t("withdrawal.answer.ended") }),
  );
  return withinDeadline(asked).catch((failure) => unavailable(failure, t, "signing.answer.unsureAgain"));
}

async function resendIfAllowed(tools: SigningTools, posted: unknown, visitor: Visitor, t: Translate): Promise<ResendOutcome> {
  const wait = tools.limits.refusal("sign", visitor);
  if (wait !== null) return tooManyAttempts(wait, t);
  const rejected = tools.admission.rejectAgain(visitor);
  if (rejected !== null) return rejected;

  const read = readResendInput(posted, t);
  if (read.outcome === "refused") return (await countRefusedAttempt(tools, visitor)) ?? read;

  const entry = await tools.forms.join({ visitor, input: null, resendTo: read.input.email });
  if (entry.outcome === "too-many-attempts") return tooManyAttempts(entry.wait, t);
  return { outcome: "accepted", success: true, message: t("signing.answer.resent", { mails: MAIL_COOLDOWN.perDay }) };
}

async function countRefusedAttempt({ forms, translators }: SigningTools, visitor: Visitor): Promise<TooManyAttempts | null> {
  if (!visitor.limited) return null;
  const entry = await forms.join({ visitor, input: null, resendTo: null });
  return entry.outcome === "too-many-attempts" ? tooManyAttempts(entry.wait, translators[visitor.language]) : null;
}

function notCollecting(notice: CollectionNotice, t: Translate): NotCollecting {
  const notTaken = t("signing.answer.notTaken");
  const sentences = [`${notice.title}.`, notice.day, ...notice.paragraphs, notTaken];
  return { outcome: "not-collecting", message: sentences.filter(Boolean).join(" "), notice, notTaken };
}
