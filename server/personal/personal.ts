import type { Personal } from "../../contract/personal.ts";
import type { Context } from "../context.ts";
import { inTime } from "../database/in-time.ts";
import type { ReceiptTools } from "../transparency/own-receipt.ts";
import { correct, personalData, personalFile, withdrawOwn } from "./own-signature.ts";
import { sendPersonalLink } from "./send-link.ts";

export function personal(context: Context, proofs: ReceiptTools): Personal {
  return {
    sendPersonalLink: (input, visitor) => sendPersonalLink(context, input, visitor),
    personalData: (token, { language }) => inTime(personalData(context, token, language)),
    correct: (token, input, { language }) => inTime(correct(context, token, input, language)),
    withdrawOwn: (token, { language }) => inTime(withdrawOwn(context, token, language)),
    personalFile: (token, { language }) => inTime(personalFile({ ...context, ...proofs }, token, language)),
  };
}
