import type { Personal } from "../../contract/personal.ts";
import type { Context } from "../context.ts";
import { correct, personalData, personalFile, withdrawOwn } from "./own-signature.ts";
import { sendPersonalLink } from "./send-link.ts";

export function personal(context: Context): Personal {
  return {
    sendPersonalLink: (input, visitor) => sendPersonalLink(context, input, visitor),
    personalData: (token) => personalData(context, token),
    correct: (token, input) => correct(context, token, input),
    withdrawOwn: (token) => withdrawOwn(context, token),
    personalFile: (token) => personalFile(context, token),
  };
}
