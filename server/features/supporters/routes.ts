import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Petition } from "../../../contract/petition.ts";
import { DEFAULT_LANGUAGE, isLanguage, type Language } from "../../../petition/language.ts";
import { POLL_IN_PEAK } from "../../../petition/peak.ts";
import { POLL_INTERVAL } from "../../../petition/polling.ts";
import { isDeepInList, PAGE_SIZE_MAX, readPage, SUPPORTERS_PER_PAGE } from "../../../petition/supporters.ts";
import type { Base } from "../../platform/base.ts";
import { ASKED_EACH_TIME, sendWritten, share, writtenOnce } from "../../platform/http/answers.ts";
import { sendRefusal, tooManyAttempts } from "../../platform/http/errors.ts";
import { readRoute } from "../../platform/http/read-route.ts";
import { languageOf, visitorOf } from "../../platform/visitor.ts";
import type { Reading } from "./reading.ts";

type Query = { lang?: unknown; page?: unknown; pageSize?: unknown };

type Tools = Pick<Base, "translators" | "peak" | "clock"> & { petition: Petition; reading: Reading };

export function supporterRoutes(app: FastifyInstance, { petition, reading, translators, peak, clock }: Tools): void {
  const polled = (reply: FastifyReply) =>
    share(peak.isOn() ? tellAge(reply).header(POLL_INTERVAL, POLL_IN_PEAK) : tellAge(reply));

  /** Of what the database was too slow to bring up to date, in whole seconds (RFC 9111). */
  function tellAge(reply: FastifyReply): FastifyReply {
    const age = Math.floor((clock.now().getTime() - (petition.statsAsOf() ?? clock.now()).getTime()) / 1000);
    return age > 1 ? reply.header("age", age) : reply;
  }

  readRoute<{ Querystring: Query }>(app, "/petition/stats", async (request, reply) => {
    const stats = write(await petition.stats());
    return sendWritten(request, polled(reply.header("access-control-allow-origin", "*")), stats);
  });

  readRoute<{ Querystring: Query }>(app, "/petition/supporters", async (request, reply) => {
    const latest = await petition.latestSupporters(listLanguage(request.query.lang));
    return sendNames(request, polled(reply), latest);
  });

  readRoute<{ Querystring: Query }>(app, "/petition/supporters-paginated", async (request, reply) => {
    const { page: givenPage = "1", pageSize: givenSize = String(SUPPORTERS_PER_PAGE), lang } = request.query;
    const page = readPage(String(givenPage));
    const pageSize = readPage(String(givenSize));
    if (page === null || pageSize === null || pageSize > PAGE_SIZE_MAX) throw Object.assign(new Error(), { statusCode: 400 });
    const isDeep = isDeepInList(page, pageSize);
    const wait = isDeep ? reading.count(visitorOf(request), pageSize) : null;
    if (wait !== null) {
      const t = translators[languageOf(request)];
      return sendRefusal(reply, tooManyAttempts(wait, t, "supporters.answer.tooMany"));
    }
    const answer = await petition.supporters(page, pageSize, listLanguage(lang));
    if (!isDeep) return sendNames(request, share(reply), answer);
    // Of pages behind the last one there is no end: none is kept.
    if (answer.supporters.length > 0) request.countReader = (reader) => reading.admits(reader, pageSize);
    return sendNames(request, reply.header("cache-control", ASKED_EACH_TIME), answer);
  });
}

function listLanguage(lang: unknown): Language {
  return isLanguage(lang) ? lang : DEFAULT_LANGUAGE;
}

const write = writtenOnce("application/json; charset=utf-8", JSON.stringify);

/** A name here reveals a political opinion, and search engines never forget. */
function sendNames(request: FastifyRequest, reply: FastifyReply, answer: object): FastifyReply {
  return sendWritten(request, reply.header("x-robots-tag", "noindex"), write(answer));
}
