import type { FastifyInstance } from "fastify";
import type { AdminAnswer } from "../../../contract/administration/signatures.ts";
import { ADMIN_PAGE_SIZE, isId } from "../../../petition/search.ts";
import { PAGE_SIZE_MAX, readPage } from "../../../petition/supporters.ts";
import type { Context } from "../../context.ts";
import { type Cursor, readCursor } from "../../platform/database/cursor.ts";
import type { Answering } from "../answering.ts";
import { remove } from "./remove.ts";
import type { Signatures } from "./signatures.ts";
import { noteViewed } from "./viewed.ts";
import { readWanted } from "./wanted.ts";

export function signatureRoutes(
  app: FastifyInstance,
  context: Context,
  { signatures, translatorOf, badRequest, notFound }: Answering & { signatures: Signatures },
): void {
  app.get("/stats", async () => {
    const stats = await signatures.stats();
    await noteViewed(context, { overview: 1, signatures: stats.recentSignatures.length });
    return stats;
  });

  app.get<{ Querystring: Record<string, unknown> }>("/signatures", async (request, reply) => {
    const page = readPage(request.query.page ?? "1");
    const limit = readPage(request.query.limit ?? String(ADMIN_PAGE_SIZE));
    const wanted = readWanted(request.query);
    const after = readAfter(request.query.after);
    if (
      after === undefined ||
      page === null ||
      limit === null ||
      limit > PAGE_SIZE_MAX ||
      !Number.isSafeInteger(page * limit) ||
      wanted === null
    )
      return badRequest(request, reply);
    const found = await signatures.list(wanted, { page, limit, after });
    const searches = wanted.search.kind === "all" ? 0 : 1;
    await noteViewed(context, { views: 1, searches, signatures: found.signatures.length });
    return found;
  });

  app.get<{ Params: { id: string } }>("/signatures/:id", async (request, reply) => {
    const { id } = request.params;
    if (!isId(id)) return badRequest(request, reply);
    const found = await signatures.one(id);
    if (found === null) return notFound(request, reply, "administration.answer.noSuchSignature");
    await noteViewed(context, { views: 1, signatures: 1 });
    return found;
  });

  app.delete<{ Params: { id: string } }>("/signatures/:id", async (request, reply) => {
    const { id } = request.params;
    if (!isId(id)) return badRequest(request, reply);
    if (!(await remove(context, id.toLowerCase()))) return notFound(request, reply, "administration.answer.noSuchSignature");
    return { message: translatorOf(request)("administration.answer.removed") } satisfies AdminAnswer;
  });
}

/** Null for none, undefined for what cannot be one. */
function readAfter(given: unknown): Cursor | null | undefined {
  if (given === undefined || given === "") return null;
  return (typeof given === "string" && readCursor(given)) || undefined;
}
