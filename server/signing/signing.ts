import type { Collection } from "../../contract/collection.ts";
import type { Signing } from "../../contract/signing.ts";
import { makeCaptcha } from "../captcha/captcha.ts";
import { consentVersions } from "../consent/consent.ts";
import type { Context } from "../context.ts";
import { decryptReceipt, encryptReceipt } from "./receipt.ts";
import { resend, type SigningTools, sign } from "./sign.ts";

export function signing(context: Context, collection: Collection): Signing {
  const captcha = makeCaptcha(context);
  const tools: SigningTools = { ...context, captcha, collection, consentVersions: consentVersions(context.translators) };
  return {
    drawCaptcha: captcha.draw,
    sign: (input, visitor) => sign(tools, input, visitor),
    resend: (input, visitor) => resend(tools, input, visitor),
    encryptReceipt: (receipt) => encryptReceipt(context, receipt),
    decryptReceipt: (encrypted) => decryptReceipt(context, encrypted),
  };
}
