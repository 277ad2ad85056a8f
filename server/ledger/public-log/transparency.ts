import type { TransparencyCalls } from "../../../contract/transparency.ts";
import { staleWhileRevalidate } from "../../platform/cache/stale-while-revalidate.ts";
import { ownReceipt, type ReceiptTools } from "./own-receipt.ts";
import type { PublicLog } from "./public-log.ts";
import { transparency as shown } from "./shown.ts";

/** Milliseconds for which the page's figures are kept; it is read by many, and changes with every signature. */
const MAX_AGE = 1000;

type Tools = ReceiptTools & { publicLog: Pick<PublicLog, "head" | "fault"> };

export function transparency(tools: Tools): TransparencyCalls {
  const kept = staleWhileRevalidate(() => shown(tools), { maxAge: MAX_AGE, clock: tools.clock });
  return {
    transparency: () => kept.get(),
    ownReceipt: (token) => ownReceipt(tools, token),
  };
}
