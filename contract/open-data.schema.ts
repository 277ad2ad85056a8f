/** For `/api/openapi.json` and for tests; the compiler holds it to its interface. */
import { z } from "zod";
import { LANGUAGES } from "../petition/language.ts";
import { SMALLEST_LANGUAGE } from "../petition/small-groups.ts";
import { ADDED, REMOVED } from "../petition/transparency/entry.ts";
import { COUNT_FORMATS, COUNT_STEPS, type OpenCounts } from "./open-data.ts";

export const countStep = z.enum(COUNT_STEPS);
export const countFormat = z.enum(COUNT_FORMATS);

const number = z.int().min(1);

export const openCounts = z
  .object({
    by: countStep,
    rows: z.array(
      z.object({
        time: z.string().describe("In UTC: 2026-11-22, or 2026-11-22T01:00Z"),
        added: z.partialRecord(z.enum(ADDED), number),
        removed: z.partialRecord(z.enum(REMOVED), number),
      }),
    ),
    languages: z.array(
      z.object({
        language: z
          .enum([...LANGUAGES, "other"])
          .describe(
            `other: those with fewer than ${SMALLEST_LANGUAGE} signatures, together; left out where these are fewer, too`,
          ),
        count: z.int().min(SMALLEST_LANGUAGE),
      }),
    ),
  })
  .meta({ id: "Counts" }) satisfies z.ZodType<OpenCounts>;
