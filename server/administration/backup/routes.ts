import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { DatabaseCopied } from "../../../contract/administration/commands.ts";
import type { Context } from "../../context.ts";
import { noteBackup } from "../../ledger/audit/audit.ts";
import { NoRoom } from "../../platform/database/running-copy.ts";
import type { Answering } from "../answering.ts";

/** A server's database can be copied by its address; the embedded one belongs to this process alone. */
export function backupRoutes(app: FastifyInstance, context: Context, { answer, fromHereAlone }: Answering): void {
  const { copyFiles } = context.database;
  if (copyFiles === null) return;

  app.post("/backup/copy", { preHandler: fromHereAlone("backup.answer.notFromHere") }, async (request, reply) => {
    await noteBackup(context, "backed-up");
    try {
      return { folder: await copyFiles(randomUUID()) } satisfies DatabaseCopied;
    } catch (failure) {
      if (!(failure instanceof NoRoom)) throw failure;
      return reply.code(507).send(answer(request, "backup.answer.noRoom"));
    }
  });
}
