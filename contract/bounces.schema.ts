/** What a relay says in JSON of an e-mail that came back (`POST /api/mail/bounces`); it names the e-mail or its recipient. */
import { z } from "zod";

export const relayedReport = z.object({
  messageId: z.string().max(1000).optional(),
  recipient: z.string().max(400).optional(),
  kind: z.enum(["hard", "soft", "complaint"]),
});
