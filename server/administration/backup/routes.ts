import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { DatabaseCopied } from "../../../contract/administration/backup.ts";
import type { AdminAnswer } from "../../../contract/administration/signatures.ts";
import type { Context } from "../../context.ts";
import { noteInAudit } from "../../ledger/audit/note-backup.ts";
import { NoRoom } from "../../platform/database/running-copy.ts";
import { isFromHere } from "../../platform/visitor.ts";
import type { Answering } from "../answering.ts";

/** Of a server's database anybody who has its address makes a copy; the embedded one is this process's alone. */
export function backupRoutes(app: FastifyInstance, context: Context, { translatorOf }: Answering): void {
  const { copyFiles } = context.database;
  if (copyFiles === null) return;

  app.post("/backup/copy", async (request, reply) => {
    // Who has stolen the key must not be able to fill the disk.
    if (!isFromHere(request))
      return reply.code(403).send({ message: translatorOf(request)("backup.answer.notFromHere") } satisfies AdminAnswer);
    await noteInAudit(context, "backed-up");
    try {
      return { folder: await copyFiles(randomUUID()) } satisfies DatabaseCopied;
    } catch (failure) {
      if (!(failure instanceof NoRoom)) throw failure;
      return reply.code(507).send({ message: translatorOf(request)("backup.answer.noRoom") } satisfies AdminAnswer);
    }
  });
}
