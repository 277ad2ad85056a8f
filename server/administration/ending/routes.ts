import type { FastifyInstance } from "fastify";
import { endRequest } from "../../../contract/administration/ending.ts";
import type { AdminAnswer } from "../../../contract/administration/signatures.ts";
import { isFromHere } from "../../platform/visitor.ts";
import type { Answering } from "../answering.ts";
import { adminEnd, type EndTools, endPetition } from "./ending.ts";

export function endingRoutes(app: FastifyInstance, tools: EndTools, { translatorOf, badRequest }: Answering): void {
  app.get("/end", () => adminEnd(tools));

  app.post("/end", async (request, reply) => {
    // Who has stolen the key must not be able to erase everything.
    if (!isFromHere(request))
      return reply
        .code(403)
        .send({ message: translatorOf(request)("administration.answer.endNotFromHere") } satisfies AdminAnswer);
    const asked = endRequest.safeParse(request.body ?? {});
    if (!asked.success) return badRequest(request, reply);
    const answer = await endPetition(tools, asked.data);
    if (answer) return answer;
    return reply
      .code(409)
      .send({ message: translatorOf(request)("administration.answer.notHandedOver") } satisfies AdminAnswer);
  });
}
