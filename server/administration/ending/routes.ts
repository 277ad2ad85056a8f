import type { FastifyInstance } from "fastify";
import { endRequest } from "../../../contract/administration/ending.ts";
import type { Answering } from "../answering.ts";
import { adminEnd, type EndTools, endPetition } from "./ending.ts";

export function endingRoutes(app: FastifyInstance, tools: EndTools, { answer, fromHereAlone, badRequest }: Answering): void {
  app.get("/end", () => adminEnd(tools));

  app.post("/end", { preHandler: fromHereAlone("administration.answer.endNotFromHere") }, async (request, reply) => {
    const asked = endRequest.safeParse(request.body ?? {});
    if (!asked.success) return badRequest(request, reply);
    const done = await endPetition(tools, asked.data);
    return done ?? reply.code(409).send(answer(request, "administration.answer.notHandedOver"));
  });
}
