import type { FastifyInstance } from "fastify";
import { breachRequest } from "../../../contract/administration/breach.ts";
import type { Answering } from "../answering.ts";
import { readNotices } from "./store.ts";
import { type TellTools, tell } from "./tell.ts";

/** Seven texts are longer than what other calls bring. */
const BODY_LIMIT = 1024 * 1024;

export function breachRoutes(app: FastifyInstance, tools: TellTools, { fromHereAlone, badRequest }: Answering): void {
  app.get("/breach", () => readNotices(tools.db));

  const options = { bodyLimit: BODY_LIMIT, preHandler: fromHereAlone("administration.answer.breachNotFromHere") };
  app.post("/breach", options, async (request, reply) => {
    const asked = breachRequest.safeParse(request.body ?? {});
    return asked.success ? tell(tools, asked.data) : badRequest(request, reply);
  });
}
