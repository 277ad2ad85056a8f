import type { FastifyInstance, FastifyReply } from "fastify";
import { COUNT_FORMATS, COUNT_STEPS, type CountRow, type OpenCounts } from "../../../contract/open-data.ts";
import type { Petition } from "../../../contract/petition.ts";
import type { Translate } from "../../../messages/translate.ts";
import { DEFAULT_LANGUAGE, isLanguage, type Language } from "../../../petition/language.ts";
import type { Base } from "../../platform/base.ts";
import { sendWritten, written, writtenOnce } from "../../platform/http/answers.ts";
import { readRoute } from "../../platform/http/read-route.ts";
import { languageOf } from "../../platform/visitor.ts";
import { CARD_STYLE_HASH, drawBadge, writeCard } from "./embedded.ts";

type Tools = Pick<Base, "translators"> & { petition: Petition };

const KEPT = "public, max-age=60";
const ANYWHERE = "default-src 'none'; frame-ancestors *";

type Query = { Querystring: Record<"by" | "format" | "lang", unknown> };

export function openDataRoutes(api: FastifyInstance, { petition, translators }: Tools): void {
  readRoute<Query>(api, "/open/counts", async (request, reply) => {
    openToAll(reply).header("access-control-allow-origin", "*");
    const { by = "day", format = "json" } = request.query;
    const t = translators[languageOf(request)];
    if (!isOneOf(COUNT_STEPS, by)) return refuse(reply, t, "by", COUNT_STEPS);
    if (!isOneOf(COUNT_FORMATS, format)) return refuse(reply, t, "format", COUNT_FORMATS);
    const counts = await petition.openCounts(by);
    if (format === "csv") reply.header("content-disposition", `inline; filename="signatures-by-${by}.csv"`);
    return sendWritten(request, reply.header("cache-control", KEPT), FORMS[format](counts));
  });
}

export function embeddedRoutes(
  app: FastifyInstance,
  { petition, translators, publicUrl }: Tools & Pick<Base, "publicUrl">,
): void {
  readRoute<Query>(app, "/badge.svg", async (request, reply) => {
    const badge = drawBadge(await petition.stats(), translators[languageIn(request.query)]);
    mayBeFramed(reply, ANYWHERE);
    return sendWritten(request, reply, written(badge, "image/svg+xml; charset=utf-8"));
  });

  readRoute<Query>(app, "/embed", async (request, reply) => {
    const language = languageIn(request.query);
    const [stats, notice] = await Promise.all([petition.stats(), petition.collectionNotice(language)]);
    const card = writeCard({ stats, notice, publicUrl: publicUrl() }, language, translators[language]);
    mayBeFramed(reply, `${ANYWHERE}; style-src '${CARD_STYLE_HASH}'; base-uri 'none'; form-action 'none'`);
    return sendWritten(request, reply.header("x-robots-tag", "noindex"), written(card, "text/html; charset=utf-8"));
  });
}

function openToAll(reply: FastifyReply): FastifyReply {
  return reply.header("cross-origin-resource-policy", "cross-origin");
}

/** Nothing in it can be clicked on a visitor's behalf: it knows no visitor. */
function mayBeFramed(reply: FastifyReply, policy: string): void {
  openToAll(reply).removeHeader("x-frame-options").header("content-security-policy", policy).header("cache-control", KEPT);
}

function languageIn({ lang }: Query["Querystring"]): Language {
  return isLanguage(lang) ? lang : DEFAULT_LANGUAGE;
}

function refuse(reply: FastifyReply, t: Translate, name: string, values: readonly string[]): FastifyReply {
  const message = t("open-data.answer.unknown", { name, values: values.join(", ") });
  return reply.code(400).header("cache-control", "no-store").send({ message });
}

function isOneOf<Value extends string>(values: readonly Value[], given: unknown): given is Value {
  return values.some((value) => value === given);
}

/** A line for each time, kind and reason (RFC 4180): spreadsheets make tables of their own of such. No cell holds what needs quoting. */
function countsAsCsv({ rows }: OpenCounts): string {
  return ["time,kind,reason,count", ...rows.flatMap(linesOf)].map((line) => `${line}\r\n`).join("");
}

function linesOf({ time, added, removed, paper }: CountRow): string[] {
  return Object.entries({ added, removed, paper }).flatMap(([kind, reasons]) =>
    Object.entries(reasons).map(([reason, count]) => `${time},${kind},${reason},${count}`),
  );
}

const FORMS = {
  json: writtenOnce("application/json; charset=utf-8", JSON.stringify),
  csv: writtenOnce("text/csv; charset=utf-8", countsAsCsv),
};
