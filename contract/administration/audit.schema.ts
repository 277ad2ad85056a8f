import { z } from "zod";
import { ABOUT_LENGTH_MAX, ACTORS, AUDIT_ACTIONS, type AuditAction } from "../../petition/audit.ts";
import { day, moment, shapeOf } from "../shape.schema.ts";
import { AUDIT_PAGE_MAX, AUDIT_PAGE_SIZE, type AuditLine, type AuditPage } from "./audit.ts";

export const auditQuery = z.object({
  who: z.enum(ACTORS).optional(),
  action: z.enum(AUDIT_ACTIONS as [AuditAction, ...AuditAction[]]).optional(),
  day: day.optional().describe("In the petition's zone"),
  about: z
    .string()
    .max(ABOUT_LENGTH_MAX)
    .optional()
    .describe("An id as it is stored, or that of an erased signature, which is stored as its SHA-256"),
  before: z.string().optional().describe("`next` of the page before"),
  limit: z.int().min(1).max(AUDIT_PAGE_MAX).default(AUDIT_PAGE_SIZE),
});

const auditLine = shapeOf<AuditLine>()(
  z.object({
    id: z.string(),
    at: moment,
    isDay: z.boolean().describe("What happened then has a day and no time: `at` is where the day begins"),
    who: z.enum(ACTORS),
    entityType: z.string(),
    entityId: z.string(),
    action: z.string(),
    changes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable(),
  }),
).meta({ id: "AuditLine" });

export const auditPage = shapeOf<AuditPage>()(
  z.object({
    entries: z.array(auditLine).describe("The newest first"),
    next: z.string().nullable().describe("For `before`; null where there is no more"),
    searchedTo: moment.nullable().describe("The search stopped here, before the page was full"),
  }),
).meta({ id: "AuditPage" });
