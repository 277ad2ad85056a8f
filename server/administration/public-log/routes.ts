import type { FastifyInstance } from "fastify";
import { type AdminLog, logRestartRequest } from "../../../contract/administration/commands.ts";
import { readEnd } from "../../ledger/count/count.ts";
import { logStanding, type StandingTools } from "../../ledger/public-log/transparency.ts";
import type { Answering } from "../answering.ts";

export interface PublicLogTools extends StandingTools {
  restartLog(): Promise<void>;
}

export function publicLogRoutes(
  app: FastifyInstance,
  tools: PublicLogTools,
  { answer, fromHereAlone, badRequest }: Answering,
): void {
  app.get("/log", () => adminLog(tools));

  app.post("/log/restart", { preHandler: fromHereAlone("log-restart.answer.notFromHere") }, async (request, reply) => {
    const asked = logRestartRequest.safeParse(request.body);
    if (!asked.success) return badRequest(request, reply);
    if (await readEnd(tools.db)) return reply.code(409).send(answer(request, "log-restart.answer.ended"));
    if (asked.data.origin !== (await adminLog(tools)).origin)
      return reply.code(409).send(answer(request, "log-restart.answer.another"));
    await tools.restartLog();
    return adminLog(tools);
  });
}

async function adminLog(tools: StandingTools): Promise<AdminLog> {
  const { state, standing } = await logStanding(tools);
  return { ...standing, origin: state?.origin ?? null, checkpoint: state?.checkpoint ?? null };
}
