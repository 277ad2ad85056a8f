/** `POST /api/admin/log/restart` */
import { z } from "zod";

export const logRestartRequest = z.object({
  /** Of the log that is to end: what was shown to whoever said yes. Null where there is no head yet. */
  origin: z.string().nullable(),
});
export type LogRestartRequest = z.infer<typeof logRestartRequest>;
