import type { FastifyInstance } from "fastify";
import {
  type CollectionChange,
  type CollectionField,
  type CollectionRefused,
  collectionRequest,
} from "../../../contract/administration/collection.ts";
import type { FieldRefusal } from "../../../contract/visitor.ts";
import type { Translate } from "../../../messages/translate.ts";
import { dayOfMoment, startOfDay } from "../../../petition/calendar.ts";
import { faultOfDay, faultOfNotice, NOTICE_LENGTH_MAX, type NoticeTexts, tidyNotice } from "../../../petition/collection.ts";
import { isLanguage } from "../../../petition/language.ts";
import type { Context } from "../../context.ts";
import type { CollectionControl } from "../../features/collection/collection.ts";
import type { Answering } from "../answering.ts";

export function collectionRoutes(
  app: FastifyInstance,
  { clock }: Pick<Context, "clock">,
  { collection, translatorOf, badRequest }: Answering & { collection: CollectionControl },
): void {
  app.get("/collection", () => collection.state());

  app.put("/collection", async (request, reply) => {
    const read = readChange(request.body, clock.now(), translatorOf(request));
    if (read === null) return badRequest(request, reply);
    if ("change" in read) return collection.change(read.change);
    const message = read.errors.map((error) => error.message).join(" ");
    return reply.code(400).send({ message, errors: read.errors } satisfies CollectionRefused);
  });
}

type Refusals = FieldRefusal<CollectionField>[];

const DAY_SENTENCES = {
  unknown: "collection.answer.day.unknown",
  over: "collection.answer.day.over",
  "to-come": "collection.answer.day.toCome",
} as const;
const TEXT_SENTENCES = {
  "too-long": "collection.answer.text.tooLong",
  forbidden: "collection.answer.text.forbidden",
} as const;

function readChange(posted: unknown, now: Date, t: Translate): { change: CollectionChange } | { errors: Refusals } | null {
  const parsed = collectionRequest.safeParse(posted);
  if (!parsed.success) return null;
  const { status, day } = parsed.data;
  if (status === "open") return { change: { status, day: null, texts: {} } };
  const { texts, errors } = readTexts(parsed.data.texts, t);
  const fault = day === null ? null : startOfDay(day) === null ? "unknown" : faultOfDay(status, day, dayOfMoment(now));
  if (fault) errors.unshift({ field: "day", code: `day-${fault}`, message: t(DAY_SENTENCES[fault]) });
  return errors.length > 0 ? { errors } : { change: { status, day, texts } };
}

export function readTexts(sent: Record<string, string>, t: Translate): { texts: NoticeTexts; errors: Refusals } {
  const texts: NoticeTexts = {};
  const errors: Refusals = [];
  for (const [language, raw] of Object.entries(sent)) {
    if (!isLanguage(language)) {
      errors.push({ field: "texts", code: "language-unknown", message: t("collection.answer.text.language", { language }) });
      continue;
    }
    const text = tidyNotice(raw);
    const fault = faultOfNotice(text);
    if (fault) {
      const message = t(TEXT_SENTENCES[fault], { language, max: NOTICE_LENGTH_MAX });
      errors.push({ field: `texts.${language}`, code: `text-${fault}`, message });
    } else if (text !== "") texts[language] = text;
  }
  return { texts, errors };
}
