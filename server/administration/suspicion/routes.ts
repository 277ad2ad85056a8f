import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AdminSuspicion, Moved } from "../../../contract/administration/suspicion.ts";
import type { Context } from "../../context.ts";
import type { Answering } from "../answering.ts";
import { readWanted } from "../signatures/wanted.ts";
import { type MoveOutcome, previewQuarantine, quarantine, release } from "./quarantine.ts";
import { readClusters, readQuarantines } from "./store.ts";

type Given = Record<string, unknown>;

export function suspicionRoutes(app: FastifyInstance, context: Context, { answer, badRequest }: Answering): void {
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

  function answerMove(done: MoveOutcome, request: FastifyRequest, reply: FastifyReply): Moved | FastifyReply {
    switch (done.outcome) {
      case "moved":
        return done.moved;
      case "changed":
        return reply.code(409).send(answer(request, "administration.answer.selectionChanged", { count: done.now }));
      case "everything":
        return reply.code(400).send(answer(request, "administration.answer.everything"));
    }
  }
}

function objectFrom(body: unknown): Given {
  return typeof body === "object" && body !== null ? (body as Given) : {};
}
