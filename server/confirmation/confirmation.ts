import type { Confirmation } from "../../contract/confirmation.ts";
import type { Context } from "../context.ts";
import { type ConfirmationTools, confirm } from "./confirm.ts";
import { signedAsBehind } from "./signed-as.ts";
import { suppress, suppression, undoSuppression } from "./suppress.ts";

export function confirmation(context: Context, joined: Pick<ConfirmationTools, "collection" | "receiptAtOnce">): Confirmation {
  const tools: ConfirmationTools = { ...context, ...joined };
  return {
    confirm: (token, { language }) => confirm(tools, token, language),
    signedAsBehind: (token) => signedAsBehind(context, token),
    suppression: (token) => suppression(context, token),
    suppress: (token) => suppress(context, token),
    undoSuppression: (token) => undoSuppression(context, token),
  };
}
