import type { FastifyInstance } from "fastify";
import { AUDIT_PAGE_MAX, AUDIT_PAGE_SIZE } from "../../../contract/administration/audit.ts";
import { ABOUT_LENGTH_MAX, isActor, isAuditAction } from "../../../petition/audit.ts";
import { dayAfter, startOfDay } from "../../../petition/calendar.ts";
import { readPage } from "../../../petition/supporters.ts";
import type { Context } from "../../context.ts";
import { type AuditWanted, readAudit } from "../../ledger/audit/read.ts";
import { readCursor } from "../../platform/database/cursor.ts";
import type { Answering } from "../answering.ts";

export function auditRoutes(app: FastifyInstance, { db }: Pick<Context, "db">, { badRequest }: Answering): void {
  app.get<{ Querystring: Record<string, unknown> }>("/audit", async (request, reply) => {
    const wanted = readWanted(request.query);
    return wanted ? readAudit(db, wanted) : badRequest(request, reply);
  });
}

function readWanted(query: Record<string, unknown>): AuditWanted | null {
  const { who = "", action = "", day = "", about = "", before = "", limit = String(AUDIT_PAGE_SIZE) } = query;
  if (typeof day !== "string" || typeof about !== "string" || typeof before !== "string") return null;
  if (!(who === "" || isActor(who)) || !(action === "" || isAuditAction(action))) return null;
  const from = day === "" ? null : startOfDay(day);
  const to = from && startOfDay(dayAfter(day));
  const time = from && to && { from, to };
  const place = before === "" ? null : readCursor(before);
  const size = readPage(limit);
  const isAboutMeant = about.length <= ABOUT_LENGTH_MAX && !about.includes("\0");
  if ((day !== "" && !time) || (before !== "" && !place) || size === null || size > AUDIT_PAGE_MAX || !isAboutMeant)
    return null;
  return {
    who: who === "" ? null : who,
    action: action === "" ? null : action,
    time,
    about: about.trim() || null,
    before: place,
    limit: size,
  };
}
