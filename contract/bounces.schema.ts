/** `POST /api/mail/bounces`, from a relay that speaks JSON */
import { z } from "zod";
import type { BounceOutcome } from "./bounces.ts";
import { shapeOf } from "./shape.schema.ts";

export const relayedReport = z
  .object({
    messageId: z.string().max(1000).optional().describe("Of the e-mail that came back; this or the recipient is needed"),
    recipient: z.string().max(400).optional(),
    kind: z.enum(["hard", "soft", "complaint"]),
  })
  .meta({ id: "RelayedReport" });

export const bounceOutcome = shapeOf<BounceOutcome>()(z.object({ outcome: z.enum(["noted", "ignored", "unknown"]) })).meta({
  id: "ReportTaken",
});
