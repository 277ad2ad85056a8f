/** What anybody may fetch who checks the number or shows it. */
import { z } from "zod";
import { countFormat, countStep, openCounts } from "../../../contract/open-data.schema.ts";
import { COMPLETE_STEP, LAST_STEP } from "../../../petition/engraving.ts";
import { LANGUAGES } from "../../../petition/language.ts";
import { type DescribedAnswer, type DescribedCall, refused, text } from "./described.ts";
import { lang } from "./visitor-calls.ts";

const TILE =
  "In groups of three digits, all but the last with an x before them (`x001/234`); a partial tile ends with `.p/` and its width";

const notThere = (says: string): DescribedAnswer => text(says, "text/plain");

export const OPEN_CALLS = {
  openCounts: {
    tag: "Open data",
    summary: "How many were counted and removed, and when",
    says: "By hours or days in UTC and by reason, as the public log has it, the oldest first; languages in total. May be kept for a minute.",
    takes: z.object({ by: countStep.default("day"), format: countFormat.default("json") }),
    answers: { 200: { says: "The counts", shape: openCounts, types: ["text/csv"] }, 400: refused("No such step or format") },
    isValidated: true,
  },
  badge: {
    tag: "Open data",
    summary: "The number as a picture",
    says: "For pages of other sites. May be kept for a minute.",
    takes: z.object({ lang }),
    answers: { 200: text("The badge", "image/svg+xml") },
    isValidated: true,
  },
  card: {
    tag: "Open data",
    summary: "The number as a card to frame",
    says: "With goal and way to the form. It loads nothing, runs nothing and sets nothing. May be kept for a minute.",
    takes: z.object({ lang }),
    answers: { 200: text("The card", "text/html") },
    isValidated: true,
  },
  qrCode: {
    tag: "Open data",
    summary: "The address of the petition for cameras",
    says: "As a QR code that still reads with a quarter of it lost.",
    takes: z.object({ language: z.enum(LANGUAGES) }),
    answers: { 200: text("The code", "image/svg+xml") },
    isStill: true,
  },
  engraving: {
    tag: "Open data",
    summary: "The drawing behind the number",
    says: "As far as it is engraved at that step, which never changes.",
    takes: z.object({ step: z.int().min(0).max(LAST_STEP).describe(`${COMPLETE_STEP} at the goal`) }),
    answers: { 200: text("White lines", "image/svg+xml"), 404: refused("No such step") },
    isStill: true,
  },
  checkpoint: {
    tag: "Public log",
    summary: "The signed head of the public log",
    says: "With the cosignatures of witnesses.",
    answers: { 200: text("A signed note", "text/plain"), 404: notThere("None is published yet") },
    isValidated: true,
  },
  logKeys: {
    tag: "Public log",
    summary: "The keys that may sign the head",
    says: "Each on a line of its own; receipts name the first.",
    answers: { 200: text("Keys as signed notes write them", "text/plain"), 404: notThere("None is published yet") },
    isValidated: true,
  },
  logTile: {
    tag: "Public log",
    summary: "A tile of 256 hashes, or of 256 entries",
    says: "Full ones never change. Entries have their length in two bytes before them.",
    takes: z.object({
      level: z.string().describe("0 to 63, or `entries`"),
      tile: z.string().describe(TILE),
    }),
    answers: { 200: text("The tile", "application/octet-stream"), 404: notThere("Beyond the published head") },
  },
  logText: {
    tag: "Public log",
    summary: "A text of the petition as it was signed",
    says: "Byte for byte; it never changes.",
    takes: z.object({
      hash: z
        .string()
        .regex(/^[\da-f]{64}$/)
        .describe("SHA-256 of the text"),
    }),
    answers: { 200: text("The text", "text/plain"), 404: notThere("No text of the log has this hash") },
  },
} as const satisfies Record<string, DescribedCall>;
