import { z } from "zod";
import type { Language } from "../petition/language.ts";
import { named } from "./described.ts";

/** What stands in the place of the form: finished sentences in the visitor's language. Plain text, never mark-up. */
const collectionNotice = named("Notice", {
  // `ended`: everything about persons is erased, or is being erased.
  status: z.enum(["paused", "closed", "ended"]),
  title: z.string(),
  day: z.string().nullable().describe("Since when, or until when presumably, in words"),
  paragraphs: z.array(z.string()),
  pending: z.string(),
  link: z.string(),
});
export type CollectionNotice = z.infer<typeof collectionNotice>;

export const notCollecting = named("NotCollecting", {
  outcome: z.literal("not-collecting"),
  message: z.string(),
  notice: collectionNotice.describe("What visitors read in the place of the form"),
  notTaken: z.string(),
});
export type NotCollecting = z.infer<typeof notCollecting>;

export interface Collection {
  collectionNotice(language: Language): Promise<CollectionNotice | null>;
}
