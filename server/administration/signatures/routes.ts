import type { FastifyInstance } from "fastify";
import type { AdminAnswer } from "../../../contract/administration/answer.ts";
import { isId } from "../../../contract/administration/signatures.ts";
import { ADMIN_PAGE_SIZE } from "../../../petition/search.ts";
import { PAGE_SIZE_MAX, readPage } from "../../../petition/supporters.ts";
import type { Context } from "../../context.ts";
import type { Answering } from "../answering.ts";
import { remove } from "./remove.ts";
import type { Signatures } from "./signatures.ts";
import { readWanted } from "./wanted.ts";

export function signatureRoutes(
  app: FastifyInstance,
  context: Context,
  { signatures, translatorOf, badRequest, notFound }: Answering & { signatures: Signatures },
): void {
  app.get("/stats", () => signatures.stats());

  app.get<{ Querystring: Record<string, unknown> }>("/signatures", async (request, reply) => {
    const page = readPage(request.query.page ?? "1");
    const limit = readPage(request.query.limit ?? String(ADMIN_PAGE_SIZE));
    const wanted = readWanted(request.query);
    if (page === null || limit === null || limit > PAGE_SIZE_MAX || !Number.isSafeInteger(page * limit) || wanted === null)
      return badRequest(request, reply);
    return signatures.list(wanted, page, limit);
  });

  app.get<{ Params: { id: string } }>("/signatures/:id", async (request, reply) => {
    const { id } = request.params;
    if (!isId(id)) return badRequest(request, reply);
    return (await signatures.one(id)) ?? notFound(request, reply, "administration.answer.noSuchSignature");
  });

  app.delete<{ Params: { id: string } }>("/signatures/:id", async (request, reply) => {
    const { id } = request.params;
    if (!isId(id)) return badRequest(request, reply);
    if (!(await remove(context, id.toLowerCase()))) return notFound(request, reply, "administration.answer.noSuchSignature");
    return { message: translatorOf(request)("administration.answer.removed") } satisfies AdminAnswer;
  });
}
