import { z } from "zod";
import { NOTICE_LENGTH_MAX } from "../../petition/collection.ts";
import { LANGUAGES } from "../../petition/language.ts";
import { answer, type DescribedCalls, moment, named, refused, wrong } from "../described.ts";
import { collectionRefused } from "./collection.ts";
import { oneById } from "./signatures.ts";

export const newsRequest = named("NewsToPublish", {
  texts: z
    .record(z.string().max(40), z.string())
    .describe(`By language, up to ${NOTICE_LENGTH_MAX} characters each; the first line is the title`),
});

const adminNews = named("AdminNews", {
  news: z
    .array(
      z.object({
        id: z.string(),
        texts: z.partialRecord(z.enum(LANGUAGES), z.string()),
        publishedAt: moment,
        updatedAt: moment,
      }),
    )
    .describe("The newest first"),
});
export type AdminNews = z.infer<typeof adminNews>;

export const NEWS_CALLS = {
  adminNews: {
    says: "Notices, milestones and the handover come into the feed by themselves.",
    answers: { 200: answer("The news", adminNews) },
  },
  publishNews: {
    says: "Stays in the feed, also after the petition's end. Nobody gets an e-mail.",
    body: newsRequest,
    answers: { 200: answer("The news now", adminNews), ...wrong(collectionRefused) },
  },
  correctNews: {
    says: "The entry stays the same, and says when it was corrected.",
    takes: oneById,
    body: newsRequest,
    answers: { 200: answer("The news now", adminNews), ...wrong(collectionRefused), 404: refused("No such news") },
  },
} satisfies DescribedCalls;
