import { z } from "zod";
import type { NotCollecting } from "./collection.ts";

export const notCollecting = z.object({
  outcome: z.literal("not-collecting"),
  message: z.string(),
  notice: z.object({
    status: z.enum(["paused", "closed", "ended"]),
    title: z.string(),
    day: z.string().nullable(),
    paragraphs: z.array(z.string()),
    pending: z.string(),
    link: z.string(),
  }),
  notTaken: z.string(),
}) satisfies z.ZodType<NotCollecting>;
