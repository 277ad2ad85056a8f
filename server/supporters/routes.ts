import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Petition } from "../../contract/petition.ts";
import { DEFAULT_LANGUAGE, isLanguage, type Language } from "../../petition/language.ts";
import { isDeepInList, PAGE_SIZE_MAX, readPage, SUPPORTERS_PER_PAGE } from "../../petition/supporters.ts";
import { sendTooManyAttempts, tooManyAttempts } from "../http/too-many-attempts.ts";
import { sendWritten, type Written, written } from "../http/validator.ts";
import { languageOf, visitorOf } from "../http/visitor.ts";
import type { Translators } from "../translators.ts";
import type { Reading } from "./reading.ts";

type Query = { lang?: unknown; page?: unknown; pageSize?: unknown };

interface SupporterRoutes {
  petition: Petition;
  reading: Reading;
  translators: Translators;
}

export function supporterRoutes(app: FastifyInstance, { petition, reading, translators }: SupporterRoutes): void {
  app.route<{ Querystring: Query }>({
    method: ["GET", "HEAD"],
    url: "/petition/stats",
    handler: async (request, reply) =>
      // Whoever checks the public log from another site asks for the number, too.
      sendValidated(request, reply.header("access-control-allow-origin", "*"), await petition.stats()),
  });

  app.route<{ Querystring: Query }>({
    method: ["GET", "HEAD"],
    url: "/petition/supporters",
    handler: async (request, reply) =>
      sendNames(request, reply, await petition.latestSupporters(listLanguage(request.query.lang))),
  });

  app.route<{ Querystring: Query }>({
    method: ["GET", "HEAD"],
    url: "/petition/supporters-paginated",
    handler: async (request, reply) => {
      const { page: givenPage = "1", pageSize: givenSize = String(SUPPORTERS_PER_PAGE), lang } = request.query;
      const page = readPage(String(givenPage));
      const pageSize = readPage(String(givenSize));
      if (page === null || pageSize === null || pageSize > PAGE_SIZE_MAX) throw Object.assign(new Error(), { statusCode: 400 });
      const wait = isDeepInList(page, pageSize) ? reading.count(visitorOf(request), pageSize) : null;
      if (wait !== null) {
        const t = translators[languageOf(request)];
        return sendTooManyAttempts(reply, tooManyAttempts(wait, t, "supporters.answer.tooMany"));
      }
      return sendNames(request, reply, await petition.supporters(page, pageSize, listLanguage(lang)));
    },
  });
}

/** Not by cookie or header: what may be kept must not depend on them. */
function listLanguage(lang: unknown): Language {
  return isLanguage(lang) ? lang : DEFAULT_LANGUAGE;
}

const kept = new WeakMap<object, Written>();

function write(answer: object): Written {
  const known = kept.get(answer);
  if (known) return known;
  const fresh = written(JSON.stringify(answer), "application/json; charset=utf-8");
  kept.set(answer, fresh);
  return fresh;
}

/** A name here reveals a political opinion, and search engines never forget. */
function sendNames(request: FastifyRequest, reply: FastifyReply, answer: object): FastifyReply {
  return sendValidated(request, reply.header("x-robots-tag", "noindex"), answer);
}

function sendValidated(request: FastifyRequest, reply: FastifyReply, answer: object): FastifyReply {
  return sendWritten(request, reply.header("cache-control", "public, no-cache"), write(answer));
}
