import { z } from "zod";
import { EXPORT_FORMATS, SEPARATORS, type SeparatorName } from "../../petition/export.ts";

export const exportQuery = z.object({
  format: z.enum(EXPORT_FORMATS).default("csv"),
  separator: z
    .enum(Object.keys(SEPARATORS) as [SeparatorName, ...SeparatorName[]])
    .default("comma")
    .describe("Of a CSV"),
  progress: z
    .literal("rows")
    .optional()
    .describe("In frames: rows so far and length of the piece that follows, each in four bytes, big-endian"),
});
