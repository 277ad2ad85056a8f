import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CollectionRefused } from "../../../contract/administration/collection.ts";
import { newsRequest } from "../../../contract/administration/news.ts";
import type { NewsControl } from "../../features/news/news.ts";
import type { Answering } from "../answering.ts";
import { readTexts } from "./routes.ts";

export function newsRoutes(
  app: FastifyInstance,
  _context: unknown,
  { news, answer, translatorOf, badRequest, withId }: Answering & { news: NewsControl },
): void {
  app.get("/news", () => news.list());
  app.post("/news", (request, reply) => write(request, reply));
  app.put<{ Params: { id: string } }>("/news/:id", { preHandler: withId }, (request, reply) =>
    write(request, reply, request.params.id),
  );

  async function write(request: FastifyRequest, reply: FastifyReply, corrected?: string): Promise<FastifyReply> {
    const parsed = newsRequest.safeParse(request.body);
    if (!parsed.success) return badRequest(request, reply);
    const t = translatorOf(request);
    const { texts, errors } = readTexts(parsed.data.texts, t);
    if (errors.length === 0 && Object.keys(texts).length === 0)
      errors.push({ field: "texts", code: "text-missing", message: t("news.answer.missing") });
    if (errors.length > 0) {
      const message = errors.map((error) => error.message).join(" ");
      return reply.code(400).send({ message, errors } satisfies CollectionRefused);
    }
    const written = await news.write(texts, corrected);
    return written ? reply.send(written) : reply.code(404).send(answer(request, "news.answer.unknown"));
  }
}
