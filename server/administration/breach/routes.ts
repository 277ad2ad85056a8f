import type { FastifyInstance } from "fastify";
import { breachRequest } from "../../../contract/administration/breach.ts";
import type { AdminAnswer } from "../../../contract/administration/signatures.ts";
import { isFromHere } from "../../platform/visitor.ts";
import type { Answering } from "../answering.ts";
import { readNotices } from "./store.ts";
import { type TellTools, tell } from "./tell.ts";

/** Seven texts are longer than what other calls bring. */
const BODY_LIMIT = 1024 * 1024;

export function breachRoutes(app: FastifyInstance, tools: TellTools, { translatorOf, badRequest }: Answering): void {
  app.get("/breach", () => readNotices(tools.db));

  app.post("/breach", { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    // Who has stolen the key must not be able to write to everybody in our name.
    if (!isFromHere(request))
      return reply
        .code(403)
        .send({ message: translatorOf(request)("administration.answer.breachNotFromHere") } satisfies AdminAnswer);
    const asked = breachRequest.safeParse(request.body ?? {});
    return asked.success ? tell(tools, asked.data) : badRequest(request, reply);
  });
}
