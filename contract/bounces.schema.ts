/** `POST /api/mail/bounces`, from a relay that speaks JSON */
import { z } from "zod";

export const relayedReport = z.object({
  messageId: z.string().max(1000).optional(),
  recipient: z.string().max(400).optional(),
  kind: z.enum(["hard", "soft", "complaint"]),
});
