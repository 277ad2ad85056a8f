import type { Personal } from "../../../contract/personal.ts";
import type { Context } from "../../context.ts";
import type { ReceiptTools } from "../../ledger/public-log/own-receipt.ts";
import { correct, personalData, personalFile, withdrawOwn } from "./own-signature.ts";
import { sendPersonalLink } from "./send-link.ts";

export function personal(context: Context, proofs: ReceiptTools): Personal {
  return {
    sendPersonalLink: (input, visitor) => sendPersonalLink(context, input, visitor),
    personalData: (token, { language }) => personalData(context, token, language),
    correct: (token, input, { language }) => correct(context, token, input, language),
    withdrawOwn: (token, { language }) => withdrawOwn(context, token, language),
    personalFile: (token, { language }) => personalFile({ ...context, ...proofs }, token, language),
  };
}
