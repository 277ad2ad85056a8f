import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  type PaperConflict,
  type PaperField,
  type PaperRefused,
  paperCorrectionRequest,
  paperCountRequest,
  paperRequest,
} from "../../../contract/administration/paper.ts";
import type { FieldRefusal } from "../../../contract/visitor.ts";
import type { MessageKey } from "../../../messages/keys.ts";
import { dateAndTimeIn, type Translate } from "../../../messages/translate.ts";
import { dayOfMoment, startOfDay } from "../../../petition/calendar.ts";
import { faultOfNotice, tidyNotice } from "../../../petition/collection.ts";
import {
  type CountPurpose,
  DELIVERER_LENGTH_MAX,
  type Figures,
  faultOfFigures,
  faultOfReceipt,
  LINES_MAX,
  REASON_LENGTH_MAX,
} from "../../../petition/paper.ts";
import { languageOf } from "../../platform/visitor.ts";
import type { Answering } from "../answering.ts";
import { keyOf } from "../authentication/authentication.ts";
import { addPaper, countPaper, type Entered, listPaper, type PaperTools, type Refused } from "./paper.ts";
import { readBeginning } from "./store.ts";

type OfBatch = { Params: { batch: string } };

export function paperRoutes(app: FastifyInstance, tools: PaperTools, { answer, translatorOf, badRequest }: Answering): void {
  app.get("/paper", (request) => listPaper(tools, keyOf(request)));

  app.post("/paper", async (request, reply) => {
    const read = paperRequest.safeParse(request.body);
    if (!read.success) return badRequest(request, reply);
    const t = translatorOf(request);
    const deliveredBy = oneLine(read.data.deliveredBy);
    const today = dayOfMoment(tools.clock.now());
    const faults = [
      dayFault(read.data.receivedOn, today, await readBeginning(tools.db), t),
      textFault("deliveredBy", deliveredBy, DELIVERER_LENGTH_MAX, t),
      figuresFault(read.data, false, t),
    ];
    if (faults.some(Boolean)) return refuse(reply, faults);
    const done = await addPaper(tools, keyOf(request), { ...read.data, deliveredBy });
    return "refused" in done ? conflict(request, reply, done) : reply.code(201).send(done);
  });

  app.post<OfBatch>("/paper/:batch/counts", async (request, reply) => {
    const read = paperCountRequest.safeParse(request.body);
    if (!read.success) return badRequest(request, reply);
    const fault = figuresFault(read.data, false, translatorOf(request));
    if (fault) return refuse(reply, [fault]);
    return enter(request, reply, "count", { ...read.data, isWithdrawn: false, reason: "" });
  });

  app.post<OfBatch>("/paper/:batch/corrections", async (request, reply) => {
    const read = paperCorrectionRequest.safeParse(request.body);
    if (!read.success) return badRequest(request, reply);
    const { withdrawn: isWithdrawn, ...figures } = read.data;
    const t = translatorOf(request);
    const reason = oneLine(figures.reason);
    const faults = [figuresFault(figures, isWithdrawn, t), textFault("reason", reason, REASON_LENGTH_MAX, t)];
    if (faults.some(Boolean)) return refuse(reply, faults);
    return enter(request, reply, "correction", { ...figures, isWithdrawn, reason });
  });

  async function enter(request: FastifyRequest<OfBatch>, reply: FastifyReply, purpose: CountPurpose, entered: Entered) {
    const { batch } = request.params;
    const done = /^[1-9]\d{0,8}$/.test(batch) ? await countPaper(tools, keyOf(request), Number(batch), purpose, entered) : null;
    if (done === null) return reply.code(404).send(answer(request, "paper.answer.unknown", { batch }));
    return "refused" in done ? conflict(request, reply, done) : done;
  }

  function conflict(request: FastifyRequest, reply: FastifyReply, { refused }: Refused): FastifyReply {
    const { code, from, batch = 0 } = refused;
    const time = from ? dateAndTimeIn(languageOf(request), new Date(from)).time : "";
    const message = translatorOf(request)(CONFLICTS[code], { batch, time });
    return reply.code(409).send({ message, ...refused } satisfies PaperConflict);
  }
}

const CONFLICTS = {
  "same-key": "paper.answer.sameKey",
  "too-early": "paper.answer.tooEarly",
  "already-there": "paper.answer.alreadyThere",
  "not-open": "paper.answer.notOpen",
  "not-counted": "paper.answer.notCounted",
  final: "paper.answer.final",
} as const satisfies Record<PaperConflict["code"], MessageKey>;

function oneLine(text: string): string {
  return tidyNotice(text).replace(/\n+/g, " ");
}

type Fault = FieldRefusal<PaperField> | null;

function refuse(reply: FastifyReply, faults: Fault[]): FastifyReply {
  const errors = faults.filter((fault) => fault !== null);
  return reply.code(400).send({ message: errors.map(({ message }) => message).join(" "), errors } satisfies PaperRefused);
}

const FIGURES_SENTENCES = {
  "no-number": "paper.answer.noNumber",
  "no-line": "paper.answer.noLine",
  "too-many": "paper.answer.tooMany",
  "not-zero": "paper.answer.notZero",
} as const;

function figuresFault(figures: Figures, isWithdrawn: boolean, t: Translate): Fault {
  const fault = faultOfFigures(figures, isWithdrawn);
  return fault && { ...fault, message: t(FIGURES_SENTENCES[fault.code], { max: LINES_MAX }) };
}

const DAY_SENTENCES = {
  unknown: "collection.answer.day.unknown",
  "to-come": "paper.answer.toCome",
  "too-early": "paper.answer.beforeBeginning",
} as const;

function dayFault(day: string, today: string, began: string | null, t: Translate): Fault {
  const fault = startOfDay(day) === null ? "unknown" : faultOfReceipt(day, today, began);
  return fault && { field: "receivedOn", code: `day-${fault}`, message: t(DAY_SENTENCES[fault]) };
}

const MISSING = { deliveredBy: "paper.answer.noDeliverer", reason: "paper.answer.noReason" } as const;

function textFault(field: keyof typeof MISSING, text: string, max: number, t: Translate): Fault {
  if (text === "") return { field, code: "missing", message: t(MISSING[field]) };
  const isUsable = [...text].length <= max && faultOfNotice(text) === null;
  return isUsable ? null : { field, code: "unusable", message: t("paper.answer.unusable", { max }) };
}
