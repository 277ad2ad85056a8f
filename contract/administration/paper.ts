import { z } from "zod";
import { DELIVERER_LENGTH_MAX, INVALID_REASONS, LINES_MAX, PAPER_STATES, REASON_LENGTH_MAX } from "../../petition/paper.ts";
import { answer, count, type DescribedCalls, day, moment, named, refused, wrong } from "../described.ts";
import { refusedField } from "../visitor.ts";

const invalid = named("InvalidLines", { double: count, unreadable: count, unsigned: count, other: count });

const openCount = named("OpenPaperCount", {
  by: z.string().describe("The name of the key that it was entered with"),
  at: moment,
  valid: count.optional(),
  invalid: invalid.optional(),
  withdrawn: z.boolean().optional().describe("Only of a correction"),
  reason: z.string().optional().describe("Only of a correction"),
});

const paperBatch = named("PaperBatch", {
  batch: z.int().min(1),
  receivedOn: day,
  deliveredBy: z.string().nullable().describe("Null once it is erased, with the petition’s end"),
  state: z
    .enum(PAPER_STATES)
    .describe("counting: the second count is missing; disagreed: both are counted again; counted and withdrawn: two agreed"),
  valid: count.optional().describe("What two counts agreed on; while counting, one’s own count alone"),
  invalid: invalid.optional(),
  countedBy: z
    .array(z.string())
    .optional()
    .describe("The keys of the counts that decided, in their order: twice the same was one key with ten minutes between"),
  open: z
    .array(openCount)
    .describe(
      "Counts that have decided nothing yet, of a correction, too: one that waits for its second, with figures for the key that entered it alone, or two that disagree",
    ),
  nextFrom: moment
    .nullable()
    .describe("From when on the key that asks may enter the second count; null where it may at once, and where it never may"),
  mayCount: z.boolean().describe("Whether the key that asks may ever enter the next count"),
});
export type PaperBatch = z.infer<typeof paperBatch>;

const adminPaper = named("AdminPaper", {
  paperCount: count,
  isFinal: z.boolean().describe("The signatures are handed over, or the petition has ended: nothing is counted any more"),
  batches: z.array(paperBatch).describe("The latest first"),
});
export type AdminPaper = z.infer<typeof adminPaper>;

const lines = z.number().describe(`Whole, not negative; valid and invalid together 1 to ${LINES_MAX}`);
const figures = { valid: lines, invalid: z.object({ double: lines, unreadable: lines, unsigned: lines, other: lines }) };

export const paperRequest = named("PaperReceived", {
  receivedOn: z.string().max(40).describe("2026-12-01, not in the future and not before the petition began"),
  deliveredBy: z.string().max(400).describe(`1 to ${DELIVERER_LENGTH_MAX} characters`),
  ...figures,
  another: z.boolean().default(false).describe("Although there is a batch that this could be: of the same day and deliverer"),
});
export type PaperRequest = z.input<typeof paperRequest>;

export const paperCountRequest = named("PaperCounted", figures);
export type PaperCountRequest = z.input<typeof paperCountRequest>;

export const paperCorrectionRequest = named("PaperCorrection", {
  ...figures,
  withdrawn: z.boolean().default(false).describe("With zeros: the batch counts no more"),
  reason: z.string().max(1000).describe(`For the audit log, 1 to ${REASON_LENGTH_MAX} characters, without names`),
});
export type PaperCorrectionRequest = z.input<typeof paperCorrectionRequest>;

const paperAdded = named("PaperAdded", { batch: z.int().min(1) });
export type PaperAdded = z.infer<typeof paperAdded>;

const paperDecided = named("PaperDecided", {
  outcome: z
    .enum(["waiting", "disagreed", "counted", "corrected", "withdrawn"])
    .describe("waiting: this was the first of two counts"),
  paperCount: count,
});
export type PaperDecided = z.infer<typeof paperDecided>;

const field = z.enum([
  ...(["receivedOn", "deliveredBy", "reason", "valid"] as const),
  ...INVALID_REASONS.map((reason): `invalid.${typeof reason}` => `invalid.${reason}`),
]);
export type PaperField = z.infer<typeof field>;

const paperRefused = named("PaperRefused", { message: z.string(), errors: z.array(refusedField(field)) });
export type PaperRefused = z.infer<typeof paperRefused>;

const paperConflict = named("PaperConflict", {
  message: z.string(),
  code: z
    .enum(["same-key", "too-early", "already-there", "not-open", "not-counted", "final"])
    .describe(
      "too-early: the only key has to wait, see `from`; already-there: see `another` and `batch`; not-open: it is counted or withdrawn; not-counted: there is nothing to correct; final: handed over or ended",
    ),
  from: moment.optional(),
  batch: z.int().optional(),
});
export type PaperConflict = z.infer<typeof paperConflict>;

const oneBatch = z.object({ batch: z.int().min(1) });
const CONFLICT = answer("It cannot be now: nothing is changed", paperConflict);
const NO_BATCH = refused("No such batch");
const decided = { ...wrong(paperRefused), 404: NO_BATCH, 409: CONFLICT };

export const PAPER_CALLS = {
  adminPaper: {
    says: "Each with its state. The first count’s figures are shown to whoever entered them alone, and while there is one key to nobody.",
    answers: { 200: answer("The batches", adminPaper) },
  },
  addPaper: {
    says: "With the first of two counts. It counts once a second one agrees.",
    body: paperRequest,
    answers: { 201: answer("It has this number", paperAdded), ...wrong(paperRefused), 409: CONFLICT },
  },
  countPaper: {
    says: "By another key than the first, or, while there is one only, ten minutes later. If they agree, the batch counts; if not, both are to be counted again.",
    takes: oneBatch,
    body: paperCountRequest,
    answers: { 200: answer("What came of it", paperDecided), ...decided },
  },
  correctPaper: {
    says: "Of a batch that counts. Twice, by the rule for counts; until then the old figures count. What is withdrawn stays so.",
    takes: oneBatch,
    body: paperCorrectionRequest,
    answers: { 200: answer("What came of it", paperDecided), ...decided },
  },
} satisfies DescribedCalls;
