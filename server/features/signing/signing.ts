import type { Collection } from "../../../contract/collection.ts";
import type { Consent } from "../../../contract/consent.ts";
import type { Signing } from "../../../contract/signing.ts";
import type { Context } from "../../context.ts";
import { makeAdmission } from "./admission.ts";
import { makeCaptcha } from "./captcha/captcha.ts";
import { entering } from "./enter.ts";
import { decryptReceipt, encryptReceipt } from "./receipt.ts";
import { reject, resend, type SigningTools, sign } from "./sign.ts";

interface Neighbours extends Pick<Consent, "presentTexts"> {
  collection: Collection;
}

export function signing(context: Context, neighbours: Neighbours): Signing {
  const captcha = makeCaptcha(context);
  const captchaTools = { ...context, captcha };
  const forms = entering(captchaTools);
  context.peak.watch("forms", forms);
  const tools: SigningTools = { ...context, ...neighbours, forms, admission: makeAdmission(captchaTools) };
  return {
    drawCaptcha: captcha.draw,
    sign: (input, visitor) => sign(tools, input, visitor),
    reject: (input, visitor) => reject(tools, input, visitor),
    resend: (input, visitor) => resend(tools, input, visitor),
    encryptReceipt: (receipt) => encryptReceipt(context, receipt),
    decryptReceipt: (encrypted) => decryptReceipt(context, encrypted),
  };
}
