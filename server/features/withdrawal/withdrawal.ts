import type { Withdrawal } from "../../../contract/withdrawal.ts";
import type { Context } from "../../context.ts";
import { type RestorationTools, restoration, restore } from "./restore.ts";
import { deletesBy, deletionLink, type WithdrawalTools, withdraw, withdrawByLink } from "./withdraw.ts";

type Neighbours = Pick<WithdrawalTools, "noteDeletions" | "brake"> & Pick<RestorationTools, "collection" | "presentTexts">;

export function withdrawal(context: Context, { noteDeletions, brake, ...neighbours }: Neighbours): Withdrawal {
  const tools: WithdrawalTools = { ...context, noteDeletions, brake };
  const restoring: RestorationTools = { ...context, ...neighbours };
  return {
    withdraw: (input, visitor) => withdraw(tools, input, visitor),
    deletesBy: () => deletesBy(tools),
    deletionLink: (token) => deletionLink(tools, token),
    withdrawByLink: (token) => withdrawByLink(tools, token),
    restoration: (token, { language }) => restoration(restoring, token, language),
    restore: (token, { language }, shown) => restore(restoring, token, { language, shown }),
  };
}
