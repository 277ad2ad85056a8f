import { z } from "zod";
import { ABOUT_LENGTH_MAX, ACTORS, type Actor, AUDIT_ACTIONS, type AuditAction } from "../../petition/audit.ts";
import type { CalendarDay } from "../../petition/calendar.ts";
import { answer, type DescribedCalls, day, moment, named, refused } from "../described.ts";

export const AUDIT_PAGE_SIZE = 50;
export const AUDIT_PAGE_MAX = 100;

const auditQuery = z.object({
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

export interface AuditFilter {
  who: Actor | null;
  action: AuditAction | null;
  day: CalendarDay;
  about: string;
}

const auditValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type AuditValue = z.infer<typeof auditValue>;

const auditLine = named("AuditLine", {
  id: z.string(),
  at: moment,
  isDay: z.boolean().describe("What happened then has a day and no time: `at` is where the day begins"),
  who: z.enum(ACTORS),
  entityType: z.string(),
  entityId: z.string(),
  action: z.string(),
  changes: z.record(z.string(), auditValue).nullable(),
});
export type AuditLine = z.infer<typeof auditLine>;

const auditPage = named("AuditPage", {
  entries: z.array(auditLine).describe("The newest first"),
  next: z.string().nullable().describe("For `before`; null where there is no more"),
  searchedTo: moment.nullable().describe("The search stopped here, before the page was full"),
});
export type AuditPage = z.infer<typeof auditPage>;

export const AUDIT_CALLS = {
  adminAudit: {
    says: "Who did what when, without names, addresses and keys.",
    takes: auditQuery,
    answers: { 200: answer("One page", auditPage), 400: refused("A filter that cannot be meant") },
  },
} satisfies DescribedCalls;
