import { z } from "zod";
import { COMPLETE_STEP, LAST_STEP } from "../petition/engraving.ts";
import { LANGUAGES } from "../petition/language.ts";
import { SMALLEST_LANGUAGE } from "../petition/small-groups.ts";
import { ADDED, PAPER, REMOVED } from "../petition/transparency/entry.ts";
import { type DescribedCalls, lang, named, refused, text } from "./described.ts";

export const COUNT_STEPS = ["day", "hour"] as const;
export type CountStep = (typeof COUNT_STEPS)[number];

export const COUNT_FORMATS = ["json", "csv"] as const;

const number = z.int().min(1);

/** What the public log says of a day or an hour, in UTC: reasons that do not occur are left out. */
const countRow = z.object({
  time: z.string().describe("In UTC: 2026-11-22, or 2026-11-22T01:00Z"),
  added: z.partialRecord(z.enum(ADDED), number),
  removed: z.partialRecord(z.enum(REMOVED), number),
  paper: z.partialRecord(z.enum(PAPER), z.int()).describe("By how much the number on paper rose or fell"),
});
export type CountRow = z.infer<typeof countRow>;

const languageCount = z.object({
  language: z
    .enum([...LANGUAGES, "other"])
    .describe(`other: those with fewer than ${SMALLEST_LANGUAGE} signatures, together; left out where these are fewer, too`),
  count: z.int().min(SMALLEST_LANGUAGE),
});

export const openCounts = named("Counts", {
  by: z.enum(COUNT_STEPS),
  rows: z.array(countRow),
  languages: z.array(languageCount),
});
export type OpenCounts = z.infer<typeof openCounts>;

export const OPEN_DATA_CALLS = {
  openCounts: {
    tag: "Open data",
    says: "By hours or days in UTC and by reason, as the public log has it, the oldest first; languages in total. May be kept for a minute.",
    takes: z.object({ by: z.enum(COUNT_STEPS).default("day"), format: z.enum(COUNT_FORMATS).default("json") }),
    answers: { 200: { says: "The counts", shape: openCounts, types: ["text/csv"] }, 400: refused("No such step or format") },
    isValidated: true,
  },
  badge: {
    tag: "Open data",
    says: "For pages of other sites. May be kept for a minute.",
    takes: z.object({ lang }),
    answers: { 200: text("The badge", "image/svg+xml") },
    isValidated: true,
  },
  card: {
    tag: "Open data",
    says: "With goal and way to the form. It loads nothing, runs nothing and sets nothing. May be kept for a minute.",
    takes: z.object({ lang }),
    answers: { 200: text("The card", "text/html") },
    isValidated: true,
  },
  feed: {
    tag: "Open data",
    says: "Atom: milestones, notices, news and the handover, the newest first. What was published may be corrected, and never goes.",
    takes: z.object({ lang }),
    answers: { 200: text("The feed", "application/atom+xml") },
    isValidated: true,
  },
  qrCode: {
    tag: "Open data",
    says: "As a QR code that still reads with a quarter of it lost.",
    takes: z.object({ language: z.enum(LANGUAGES) }),
    answers: { 200: text("The code", "image/svg+xml") },
    isStill: true,
  },
  engraving: {
    tag: "Open data",
    says: "As far as it is engraved at that step, which never changes.",
    takes: z.object({ step: z.int().min(0).max(LAST_STEP).describe(`${COMPLETE_STEP} at the goal`) }),
    answers: { 200: text("White lines", "image/svg+xml"), 404: refused("No such step") },
    isStill: true,
  },
} satisfies DescribedCalls;
