import type { FastifyInstance } from "fastify";
import type { Petition } from "../../../contract/petition.ts";
import { DEFAULT_LANGUAGE, isLanguage } from "../../../petition/language.ts";
import { sendWritten, share, written } from "../../platform/http/answers.ts";
import { readRoute } from "../../platform/http/read-route.ts";

export function feedRoute(app: FastifyInstance, { petition }: { petition: Pick<Petition, "feed"> }): void {
  readRoute<{ Querystring: { lang?: unknown } }>(app, "/feed.xml", async (request, reply) => {
    const { lang } = request.query;
    const feed = written(
      await petition.feed(isLanguage(lang) ? lang : DEFAULT_LANGUAGE),
      "application/atom+xml; charset=utf-8",
    );
    reply.header("access-control-allow-origin", "*").header("cross-origin-resource-policy", "cross-origin");
    return sendWritten(request, share(reply), feed);
  });
}
