import type { Confirmation } from "../../../contract/confirmation.ts";
import type { Context } from "../../context.ts";
import { makeBatcher } from "../../platform/database/batcher.ts";
import { type ConfirmationTools, confirm } from "./confirm.ts";
import { followLinks, type Link } from "./follow.ts";
import { signedAsBehind } from "./signed-as.ts";
import { suppress, suppression, undoSuppression } from "./suppress.ts";

/** One batch at a time: all of them end at the lock of the number. */
const BATCHES = { most: 100, abreast: 1, room: 5000, patience: 4_000, pause: 3, pauseInCrowd: 50 };

export function confirmation(context: Context, joined: Pick<ConfirmationTools, "collection" | "receiptAtOnce">): Confirmation {
  const links = makeBatcher((batch: Link[]) => followLinks(context, batch), BATCHES);
  context.peak.watch("links", links);
  const tools: ConfirmationTools = { ...context, ...joined, follow: links.join };
  return {
    confirm: (token, { language }) => confirm(tools, token, language),
    signedAsBehind: (token) => signedAsBehind(context, token),
    suppression: (token) => suppression(context, token),
    suppress: (token) => suppress(context, token),
    undoSuppression: (token) => undoSuppression(context, token),
  };
}
