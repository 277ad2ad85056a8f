import type { FastifyInstance } from "fastify";
import { type AdminLog, logRestartRequest } from "../../../contract/administration/log.ts";
import type { AdminAnswer } from "../../../contract/administration/signatures.ts";
import { readEnd } from "../../ledger/count/count.ts";
import { logStanding, type StandingTools } from "../../ledger/public-log/log-standing.ts";
import { isFromHere } from "../../platform/visitor.ts";
import type { Answering } from "../answering.ts";

export interface PublicLogTools extends StandingTools {
  restartLog(): Promise<void>;
}

export function publicLogRoutes(app: FastifyInstance, tools: PublicLogTools, { translatorOf, badRequest }: Answering): void {
  app.get("/log", () => adminLog(tools));

  app.post("/log/restart", async (request, reply) => {
    const t = translatorOf(request);
    // Who has stolen the key must not be able to make every receipt one of a log that has ended.
    if (!isFromHere(request))
      return reply.code(403).send({ message: t("log-restart.answer.notFromHere") } satisfies AdminAnswer);
    const asked = logRestartRequest.safeParse(request.body);
    if (!asked.success) return badRequest(request, reply);
    if (await readEnd(tools.db)) return reply.code(409).send({ message: t("log-restart.answer.ended") } satisfies AdminAnswer);
    if (asked.data.origin !== (await adminLog(tools)).origin)
      return reply.code(409).send({ message: t("log-restart.answer.another") } satisfies AdminAnswer);
    await tools.restartLog();
    return adminLog(tools);
  });
}

async function adminLog(tools: StandingTools): Promise<AdminLog> {
  const { state, standing } = await logStanding(tools);
  return { ...standing, origin: state?.origin ?? null, checkpoint: state?.checkpoint ?? null };
}
