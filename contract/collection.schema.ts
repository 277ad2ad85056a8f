import { z } from "zod";
import type { NotCollecting } from "./collection.ts";
import { shapeOf } from "./shape.schema.ts";

export const notCollecting = shapeOf<NotCollecting>()(
  z.object({
    outcome: z.literal("not-collecting"),
    message: z.string(),
    notice: z
      .object({
        status: z.enum(["paused", "closed", "ended"]),
        title: z.string(),
        day: z.string().nullable().describe("Since when, or until when presumably, in words"),
        paragraphs: z.array(z.string()),
        pending: z.string(),
        link: z.string(),
      })
      .meta({ id: "Notice" })
      .describe("What visitors read in the place of the form"),
    notTaken: z.string(),
  }),
).meta({ id: "NotCollecting" });
