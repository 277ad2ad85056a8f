import type { Collection } from "../../contract/collection.ts";
import type { Withdrawal } from "../../contract/withdrawal.ts";
import { consentVersions, petitionVersion } from "../consent/consent.ts";
import type { Context } from "../context.ts";
import { type RestorationTools, restoration, restore } from "./restore.ts";
import { deletionLink, type WithdrawalTools, withdraw, withdrawByLink } from "./withdraw.ts";

interface Neighbours extends Pick<WithdrawalTools, "noteDeletions"> {
  collection: Collection;
}

export function withdrawal(context: Context, { collection, noteDeletions }: Neighbours): Withdrawal {
  const { translators } = context;
  const tools: WithdrawalTools = { ...context, noteDeletions };
  const restoring: RestorationTools = {
    ...context,
    collection,
    consentVersions: consentVersions(translators),
    petitionVersion: petitionVersion(translators),
  };
  return {
    withdraw: (input, visitor) => withdraw(tools, input, visitor),
    deletionLink: (token) => deletionLink(tools, token),
    withdrawByLink: (token) => withdrawByLink(tools, token),
    restoration: (token, { language }) => restoration(restoring, token, language),
    restore: (token, { language }, consentVersion) => restore(restoring, token, { language, consentVersion }),
  };
}
