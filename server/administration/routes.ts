/** The calls of the administration (specification, section 7). Each one asks for the key first. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AdminAnswer } from "../../contract/administration/answer.ts";
import type { AuditPage } from "../../contract/administration/audit.ts";
import type { AdminCharts } from "../../contract/administration/charts.ts";
import type { RotationRequest } from "../../contract/administration/keys.schema.ts";
import type { KeyRotated } from "../../contract/administration/keys.ts";
import type { AdminMail, MailRetried, SenderCheck } from "../../contract/administration/mail.ts";
import type { AdminOperations } from "../../contract/administration/operations.ts";
import { ADMIN_PAGE_SIZE } from "../../petition/search.ts";
import { PAGE_SIZE_MAX, readPage } from "../../petition/supporters.ts";
import type { AuditWanted } from "../audit/read.ts";
import type { Authentication, Credentials } from "../authentication/authentication.ts";
import { requireKey } from "../authentication/require-key.ts";
import { sentenceFor, type Translators } from "../http/errors.ts";
import { languageOf } from "../http/visitor.ts";
import { auditRoutes } from "./audit-routes.ts";
import { type CollectionCalls, collectionRoutes } from "./collection-routes.ts";
import type { ExportTools } from "./export.ts";
import { exportRoute } from "./export-route.ts";
import { keyRoutes } from "./key-routes.ts";
import type { Signatures } from "./signatures.ts";
import { type SuspicionCalls, suspicionRoutes } from "./suspicion-routes.ts";
import { EVERYTHING, isId, readWanted } from "./wanted.ts";

export interface Administration {
  authenticate(credentials: Credentials): Promise<Authentication>;
  signatures: Signatures;
  exporting: ExportTools;
  /** Erases a signature like a withdrawal, with a line in the audit log; false if there is none. */
  remove(id: string): Promise<boolean>;
  charts(): Promise<AdminCharts>;
  mail(): Promise<AdminMail>;
  /** One given-up e-mail, or all of them; how many now wait again. */
  sendAgain(id?: string): Promise<number>;
  operations(): Promise<AdminOperations>;
  audit(wanted: AuditWanted): Promise<AuditPage>;
  suspicion: SuspicionCalls;
  collection: CollectionCalls;
  /** Null where the environment sets the key. */
  rotateKey(wanted: RotationRequest): Promise<KeyRotated | null>;
  /** `selector`: where the DKIM key stands, if known. */
  checkSender(selector: string | null): Promise<SenderCheck>;
}

/** RFC 6376, 3.1. */
const SELECTOR = /^[a-z0-9](?:[a-z0-9._-]{0,61}[a-z0-9])?$/i;

interface AdministrationRoutes {
  administration: Administration;
  translators: Translators;
  /** Answers what none of these routes takes, once the key was shown. */
  answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply;
}

/** To be registered under `/api/admin`, as a plugin of its own: the question for the key holds for all of it. */
export function administrationRoutes(
  app: FastifyInstance,
  { administration, translators, answerUnknown }: AdministrationRoutes,
): void {
  const { signatures, exporting } = administration;
  const translatorOf = (request: FastifyRequest) => translators[languageOf(request)];
  const badRequest = (request: FastifyRequest, reply: FastifyReply) =>
    reply.code(400).send({ message: sentenceFor(400, translatorOf(request)) } satisfies AdminAnswer);

  app.addHook("onRequest", async (_request, reply) => {
    reply.header("x-robots-tag", "noindex");
  });
  app.addHook("onRequest", requireKey(administration.authenticate, translators));

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
    const found = await signatures.one(id);
    return found ?? reply.code(404).send({ message: translatorOf(request)("administration.answer.noSuchSignature") });
  });

  app.delete<{ Params: { id: string } }>("/signatures/:id", async (request, reply) => {
    const { id } = request.params;
    if (!isId(id)) return badRequest(request, reply);
    if (!(await administration.remove(id.toLowerCase())))
      return reply
        .code(404)
        .send({ message: translatorOf(request)("administration.answer.noSuchSignature") } satisfies AdminAnswer);
    return { message: translatorOf(request)("administration.answer.removed") } satisfies AdminAnswer;
  });

  exportRoute(app, {
    exporting,
    total: async () => (await signatures.list(EVERYTHING, 1, 1)).total,
    badRequest,
  });

  keyRoutes(app, { rotate: administration.rotateKey, translatorOf, badRequest });

  app.get("/charts", () => administration.charts());

  app.get("/mail", () => administration.mail());
  app.post("/mail/retry", async () => ({ retried: await administration.sendAgain() }) satisfies MailRetried);
  app.post<{ Params: { id: string } }>("/mail/:id/retry", async (request, reply) => {
    const { id } = request.params;
    if (!isId(id)) return badRequest(request, reply);
    const retried = await administration.sendAgain(id);
    if (retried > 0) return { retried } satisfies MailRetried;
    return reply.code(404).send({ message: translatorOf(request)("administration.answer.noSuchMail") } satisfies AdminAnswer);
  });

  app.get("/operations", () => administration.operations());
  auditRoutes(app, administration.audit, badRequest);

  app.get<{ Querystring: { selector?: unknown } }>("/sender", async (request, reply) => {
    const { selector = null } = request.query;
    if (selector !== null && !(typeof selector === "string" && SELECTOR.test(selector))) return badRequest(request, reply);
    return administration.checkSender(selector);
  });

  suspicionRoutes(app, administration.suspicion, { translatorOf, badRequest });
  collectionRoutes(app, administration.collection, translators);

  app.all("/*", answerUnknown);
}
