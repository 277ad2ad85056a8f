import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  type PaperConflict,
  type PaperField,
  type PaperRefused,
  paperCorrectionRequest,
  paperCountRequest,
  paperRequest,
} from "../../../contract/administration/paper.ts";
import { dateAndTimeIn } from "../../../messages/translate.ts";
import { dayOfMoment } from "../../../petition/calendar.ts";
import { faultOfNotice, tidyNotice } from "../../../petition/collection.ts";
import { MINUTE } from "../../../petition/duration.ts";
import {
  type CountPurpose,
  DELIVERER_LENGTH_MAX,
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

export function paperRoutes(app: FastifyInstance, tools: PaperTools, { answer, badRequest }: Answering): void {
  app.get("/paper", (request) => listPaper(tools, keyOf(request)));

  app.post("/paper", async (request, reply) => {
    const read = paperRequest.safeParse(request.body);
    if (!read.success) return badRequest(request, reply);
    const deliveredBy = oneLine(read.data.deliveredBy);
    const today = dayOfMoment(tools.clock.now());
    const day = faultOfReceipt(read.data.receivedOn, today, await readBeginning(tools.db));
    const faults = [
      day && { field: "receivedOn" as const, code: day },
      textFault("deliveredBy", deliveredBy, DELIVERER_LENGTH_MAX),
      faultOfFigures(read.data, false),
    ];
    if (faults.some(Boolean)) return refuse(request, reply, faults);
    const done = await addPaper(tools, keyOf(request), { ...read.data, deliveredBy });
    return "refused" in done ? conflict(request, reply, done) : reply.code(201).send(done);
  });

  app.post<OfBatch>("/paper/:batch/counts", async (request, reply) => {
    const read = paperCountRequest.safeParse(request.body);
    if (!read.success) return badRequest(request, reply);
    const fault = faultOfFigures(read.data, false);
    if (fault) return refuse(request, reply, [fault]);
    return enter(request, reply, "count", { ...read.data, isWithdrawn: false, reason: "" });
  });

  app.post<OfBatch>("/paper/:batch/corrections", async (request, reply) => {
    const read = paperCorrectionRequest.safeParse(request.body);
    if (!read.success) return badRequest(request, reply);
    const { withdrawn: isWithdrawn, ...figures } = read.data;
    const reason = oneLine(figures.reason);
    const faults = [faultOfFigures(figures, isWithdrawn), textFault("reason", reason, REASON_LENGTH_MAX)];
    if (faults.some(Boolean)) return refuse(request, reply, faults);
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
    // It is told in whole minutes: the first one in which it can be.
    const time = from ? dateAndTimeIn(languageOf(request), new Date(Date.parse(from) + MINUTE - 1)).time : "";
    const { message } = answer(request, `paper.answer.${code}`, { batch, time });
    return reply.code(409).send({ message, ...refused } satisfies PaperConflict);
  }

  function refuse(request: FastifyRequest, reply: FastifyReply, faults: Fault[]): FastifyReply {
    const errors = faults.flatMap((fault) => {
      if (!fault) return [];
      const { field, code, max = LINES_MAX } = fault;
      return { field, code, ...answer(request, `paper.answer.${code}`, { max }) };
    });
    return reply.code(400).send({ message: errors.map(({ message }) => message).join(" "), errors } satisfies PaperRefused);
  }
}

type Code =
  | NonNullable<ReturnType<typeof faultOfFigures>>["code"]
  | NonNullable<ReturnType<typeof faultOfReceipt>>
  | "no-deliveredBy"
  | "no-reason"
  | "unusable";
type Fault = { field: PaperField; code: Code; max?: number } | null;

function oneLine(text: string): string {
  return tidyNotice(text).replace(/\n+/g, " ");
}

function textFault(field: "deliveredBy" | "reason", text: string, max: number): Fault {
  if (text === "") return { field, code: `no-${field}` };
  return [...text].length > max || faultOfNotice(text) !== null ? { field, code: "unusable", max } : null;
}
