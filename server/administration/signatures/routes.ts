import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type AdminAnswer, nameDecision } from "../../../contract/administration/signatures.ts";
import { isLanguage } from "../../../petition/language.ts";
import { ADMIN_PAGE_SIZE, isId, readSearch, SIGNATURE_STATES } from "../../../petition/search.ts";
import { PAGE_SIZE_MAX, readPage } from "../../../petition/supporters.ts";
import type { Context } from "../../context.ts";
import { type Cursor, readCursor } from "../../platform/database/cursor.ts";
import type { Answering } from "../answering.ts";
import { hideName, type NameDecision, noteViewed, object, remove, type Signatures } from "./signatures.ts";

import type { Wanted } from "./wanted.ts";

type One = { Params: { id: string } };

const DECIDED = {
  "name-hidden": "administration.answer.nameHidden",
  "name-shown": "administration.answer.nameShown",
  "name-approved": "administration.answer.nameApproved",
} as const satisfies Record<NameDecision, string>;

export function signatureRoutes(
  app: FastifyInstance,
  context: Context,
  { signatures, answer, badRequest, withId }: Answering & { signatures: Signatures },
): void {
  const ofOne = { preHandler: withId };
  const notFound = (request: FastifyRequest, reply: FastifyReply) =>
    reply.code(404).send(answer(request, "administration.answer.noSuchSignature") satisfies AdminAnswer);
  const idOf = (request: FastifyRequest<One>) => request.params.id.toLowerCase();

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
    if (after === undefined || page === null || limit === null || wanted === null) return badRequest(request, reply);
    if (limit > PAGE_SIZE_MAX || !Number.isSafeInteger(page * limit)) return badRequest(request, reply);
    const found = await signatures.list(wanted, { page, limit, after });
    const searches = wanted.search.kind === "all" ? 0 : 1;
    await noteViewed(context, { views: 1, searches, signatures: found.signatures.length });
    return found;
  });

  app.get<One>("/signatures/:id", ofOne, async (request, reply) => {
    const found = await signatures.one(request.params.id);
    if (found === null) return notFound(request, reply);
    await noteViewed(context, { views: 1, signatures: 1 });
    return found;
  });

  app.delete<One>("/signatures/:id", ofOne, async (request, reply) => {
    const isRemoved = await remove(context, idOf(request));
    return isRemoved ? answer(request, "administration.answer.removed") : notFound(request, reply);
  });

  app.post<One>("/signatures/:id/name", ofOne, async (request, reply) => {
    const asked = nameDecision.safeParse(request.body);
    if (!asked.success) return badRequest(request, reply);
    const decision = await hideName(context, idOf(request), asked.data.hidden);
    return decision ? answer(request, DECIDED[decision]) : notFound(request, reply);
  });

  app.post<One>("/signatures/:id/objection", ofOne, async (request, reply) => {
    const isGranted = await object(context, idOf(request));
    return isGranted ? answer(request, "administration.answer.objected") : notFound(request, reply);
  });
}

function readAfter(given: unknown): Cursor | null | undefined {
  if (given === undefined || given === "") return null;
  return (typeof given === "string" && readCursor(given)) || undefined;
}

export function readWanted(given: Record<string, unknown>): Wanted | null {
  const search = typeof (given.search ?? "") === "string" ? readSearch((given.search ?? "") as string) : null;
  const filters = {
    visibility: textOf(given.visibility, (text) => text === "public" || text === "private"),
    language: textOf(given.language, isLanguage),
    state: textOf(given.state, (text) => SIGNATURE_STATES.some((state) => state === text)),
    cluster: idOf(given.cluster),
    quarantine: idOf(given.quarantine),
    signature: idOf(given.signature),
  };
  const isMeant = search !== null && !Object.values(filters).includes(undefined);
  return isMeant ? ({ search, ...filters } as Wanted) : null;
}

export const EVERYTHING = readWanted({}) as Wanted;

/** As the database writes it: the audit log is searched for that spelling. */
function idOf(given: unknown): string | null | undefined {
  const id = textOf(given, isId);
  return id ? id.toLowerCase() : id;
}

function textOf(given: unknown, isMeant: (text: string) => boolean): string | null | undefined {
  if (given === undefined || given === null || given === "") return null;
  return typeof given === "string" && isMeant(given) ? given : undefined;
}
