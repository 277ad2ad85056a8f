import { z } from "zod";
import { count, moment, shapeOf } from "../shape.schema.ts";
import { logFault, witnessSeen } from "../transparency.schema.ts";
import type { AdminLog, LogStanding } from "./log.ts";

/** `POST /api/admin/log/restart` */
export const logRestartRequest = z
  .object({
    origin: z
      .string()
      .nullable()
      .describe("Of the log that is to end: what was shown to whoever said yes. Null where there is no head yet"),
  })
  .meta({ id: "LogRestartRequest" });
export type LogRestartRequest = z.infer<typeof logRestartRequest>;

const standing = {
  size: count.describe("Entries in the head that was published last"),
  count: count.describe("Added less removed, in that head"),
  publishedAt: moment.nullable().describe("Null before the first head"),
  waiting: count.describe("What is counted or removed and not in the log yet"),
  fault: logFault.nullable().describe("Of the process that answers: another one may find the log as it should be"),
  witnesses: z.array(
    z.object({ ...witnessSeen, fault: z.string().nullable().describe("Why its last answer was none") }).meta({ id: "Witness" }),
  ),
};

export const logStanding = shapeOf<LogStanding>()(z.object(standing)).meta({ id: "LogStanding" });

export const adminLog = shapeOf<AdminLog>()(
  z.object({ ...standing, origin: z.string().nullable(), checkpoint: z.string().nullable().describe("As it is signed") }),
).meta({ id: "AdminLog" });
