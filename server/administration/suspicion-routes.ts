/** The calls about suspicious signatures: what was found, quarantine and release, hidden names. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AdminAnswer } from "../../contract/administration/answer.ts";
import type { AdminSuspicion, Moved, QuarantinePreview } from "../../contract/administration/suspicion.ts";
import type { Translate } from "../../messages/translate.ts";
import type { MoveOutcome } from "./quarantine.ts";
import { isId, readWanted, type Wanted } from "./wanted.ts";

export interface SuspicionCalls {
  read(): Promise<AdminSuspicion>;
  preview(wanted: Wanted): Promise<QuarantinePreview>;
  quarantine(wanted: Wanted, expected: number): Promise<MoveOutcome>;
  release(wanted: Wanted, expected: number): Promise<MoveOutcome>;
  /** False if there is no such signature. */
  hideName(id: string, hidden: boolean): Promise<boolean>;
}

interface Answering {
  translatorOf(request: FastifyRequest): Translate;
  badRequest(request: FastifyRequest, reply: FastifyReply): FastifyReply;
}

type Given = Record<string, unknown>;

/** To be registered behind the question for the key. */
export function suspicionRoutes(app: FastifyInstance, calls: SuspicionCalls, { translatorOf, badRequest }: Answering): void {
  app.get("/suspicion", () => calls.read());

  app.get<{ Querystring: Given }>("/quarantine", async (request, reply) => {
    const wanted = readWanted(request.query);
    return wanted ? calls.preview(wanted) : badRequest(request, reply);
  });

  for (const act of ["quarantine", "release"] as const)
    app.post<{ Body: unknown }>(`/${act}`, async (request, reply) => {
      const { expected, ...selection } = objectFrom(request.body);
      const wanted = readWanted(selection);
      if (wanted === null || typeof expected !== "number" || !Number.isSafeInteger(expected) || expected < 1)
        return badRequest(request, reply);
      return answerMove(await calls[act](wanted, expected), request, reply);
    });

  app.post<{ Params: { id: string }; Body: unknown }>("/signatures/:id/name", async (request, reply) => {
    const { id } = request.params;
    const { hidden } = objectFrom(request.body);
    if (!isId(id) || typeof hidden !== "boolean") return badRequest(request, reply);
    const t = translatorOf(request);
    if (!(await calls.hideName(id.toLowerCase(), hidden)))
      return reply.code(404).send({ message: t("administration.answer.noSuchSignature") } satisfies AdminAnswer);
    return {
      message: hidden ? t("administration.answer.nameHidden") : t("administration.answer.nameShown"),
    } satisfies AdminAnswer;
  });

  function answerMove(done: MoveOutcome, request: FastifyRequest, reply: FastifyReply): Moved | FastifyReply {
    const t = translatorOf(request);
    switch (done.outcome) {
      case "moved":
        return done.moved;
      case "changed":
        return reply
          .code(409)
          .send({ message: t("administration.answer.selectionChanged", { count: done.now }) } satisfies AdminAnswer);
      case "everything":
        return reply.code(400).send({ message: t("administration.answer.everything") } satisfies AdminAnswer);
    }
  }
}

function objectFrom(body: unknown): Given {
  return typeof body === "object" && body !== null ? (body as Given) : {};
}
