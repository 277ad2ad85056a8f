import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AdminAnswer } from "../../../contract/administration/signatures.ts";
import type { AdminSuspicion, Moved } from "../../../contract/administration/suspicion.ts";
import { isId } from "../../../petition/search.ts";
import type { Context } from "../../context.ts";
import type { Answering } from "../answering.ts";
import { readWanted } from "../signatures/wanted.ts";
import { hideName, type NameDecision } from "./hide-name.ts";
import { object } from "./object.ts";
import { type MoveOutcome, previewQuarantine, quarantine, release } from "./quarantine.ts";
import { readClusters, readQuarantines } from "./store.ts";

type Given = Record<string, unknown>;

export function suspicionRoutes(
  app: FastifyInstance,
  context: Context,
  { translatorOf, badRequest, notFound }: Answering,
): void {
  const { db, configuration } = context;

  app.get(
    "/suspicion",
    async () =>
      ({
        clusters: await readClusters(db),
        quarantines: await readQuarantines(db),
        holds: configuration.holdSuspicious,
      }) satisfies AdminSuspicion,
  );

  app.get<{ Querystring: Given }>("/quarantine", async (request, reply) => {
    const wanted = readWanted(request.query);
    return wanted ? previewQuarantine(context, wanted) : badRequest(request, reply);
  });

  for (const [name, act] of Object.entries({ quarantine, release }))
    app.post<{ Body: unknown }>(`/${name}`, async (request, reply) => {
      const { expected, ...selection } = objectFrom(request.body);
      const wanted = readWanted(selection);
      if (wanted === null || typeof expected !== "number" || !Number.isSafeInteger(expected) || expected < 1)
        return badRequest(request, reply);
      return answerMove(await act(context, wanted, expected), request, reply);
    });

  app.post<{ Params: { id: string }; Body: unknown }>("/signatures/:id/name", async (request, reply) => {
    const { id } = request.params;
    const { hidden } = objectFrom(request.body);
    if (!isId(id) || typeof hidden !== "boolean") return badRequest(request, reply);
    const decision = await hideName(context, id.toLowerCase(), hidden);
    if (decision === null) return notFound(request, reply, "administration.answer.noSuchSignature");
    return { message: translatorOf(request)(DECIDED[decision]) } satisfies AdminAnswer;
  });

  app.post<{ Params: { id: string } }>("/signatures/:id/objection", async (request, reply) => {
    const { id } = request.params;
    if (!isId(id)) return badRequest(request, reply);
    if (!(await object(context, id.toLowerCase()))) return notFound(request, reply, "administration.answer.noSuchSignature");
    return { message: translatorOf(request)("administration.answer.objected") } satisfies AdminAnswer;
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

const DECIDED = {
  "name-hidden": "administration.answer.nameHidden",
  "name-shown": "administration.answer.nameShown",
  "name-approved": "administration.answer.nameApproved",
} as const satisfies Record<NameDecision, string>;

function objectFrom(body: unknown): Given {
  return typeof body === "object" && body !== null ? (body as Given) : {};
}
