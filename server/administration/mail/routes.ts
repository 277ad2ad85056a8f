import { and, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import {
  type AdminMail,
  FAILED_SHOWN,
  type FailedMail,
  type MailRetried,
} from "../../../contract/administration/operations.ts";
import type { Context } from "../../context.ts";
import { noteAct } from "../../ledger/audit/audit.ts";
import { lockedIds } from "../../platform/database/locked.ts";
import type { Transaction } from "../../platform/database/open.ts";
import { outbox, pendingConfirmations, signatures } from "../../platform/database/schema.ts";
import { countMails, forgetMailCounts, IS_MAIL, oldestWaiting } from "../../platform/mail/metrics.ts";
import { checkSender, type SenderTools } from "../../platform/mail/sender.ts";
import type { Answering } from "../answering.ts";

const SELECTOR = /^[a-z0-9](?:[a-z0-9._-]{0,61}[a-z0-9])?$/i;

export function mailRoutes(
  app: FastifyInstance,
  context: Context,
  { sender, answer, badRequest, withId }: Answering & { sender: SenderTools },
): void {
  app.get("/mail", () => readMails(context));
  app.post("/mail/retry", async () => ({ retried: await sendAgain(context) }) satisfies MailRetried);

  app.post<{ Params: { id: string } }>("/mail/:id/retry", { preHandler: withId }, async (request, reply) => {
    const retried = await sendAgain(context, request.params.id);
    if (retried > 0) return { retried } satisfies MailRetried;
    return reply.code(404).send(answer(request, "administration.answer.noSuchMail"));
  });

  app.get<{ Querystring: { selector?: unknown } }>("/sender", async (request, reply) => {
    const { selector = null } = request.query;
    if (selector !== null && !(typeof selector === "string" && SELECTOR.test(selector))) return badRequest(request, reply);
    return checkSender(sender, selector);
  });
}

const RETRIED_MAX = 10_000;

async function readMails({ db }: Pick<Context, "db">): Promise<AdminMail> {
  const { waiting, held, failed: failedTotal } = await countMails(db);
  const oldest = Math.min(...Array.from((await oldestWaiting(db)).values(), Number));
  const failed = await db
    .select({
      id: outbox.id,
      kind: outbox.kind,
      email: sql<string | null>`coalesce(${pendingConfirmations.email}, ${signatures.email})`,
      reason: outbox.lastError,
      attempts: outbox.attempts,
      failedAt: outbox.failedAt,
    })
    .from(outbox)
    .leftJoin(pendingConfirmations, eq(pendingConfirmations.id, outbox.subjectId))
    .leftJoin(signatures, eq(signatures.id, outbox.subjectId))
    .where(and(IS_MAIL, isNotNull(outbox.failedAt)))
    .orderBy(desc(outbox.failedAt))
    .limit(FAILED_SHOWN);
  return {
    ...{ waiting, held, failedTotal },
    oldestWaiting: Number.isFinite(oldest) ? new Date(oldest).toISOString() : null,
    failed: failed.map(
      ({ reason, failedAt, ...row }): FailedMail => ({
        ...row,
        reason: reason ?? "unknown",
        failedAt: failedAt?.toISOString() ?? "",
      }),
    ),
  };
}

async function sendAgain({ db, clock, wake }: Pick<Context, "db" | "clock" | "wake">, id?: string): Promise<number> {
  const retried = await db.transaction(async (tx) => {
    const failed = tx
      .select({ id: outbox.id })
      .from(outbox)
      .where(and(IS_MAIL, isNotNull(outbox.failedAt), id ? eq(outbox.id, id) : undefined))
      .orderBy(outbox.failedAt)
      .limit(RETRIED_MAX)
      .for("update", { skipLocked: true });
    const again = await tx
      .update(outbox)
      .set({ failedAt: null, attempts: 0, leasedUntil: null, nextAttemptAt: clock.now() })
      .where(inArray(outbox.id, failed))
      .returning({ subjectId: outbox.subjectId });
    if (again.length === 0) return 0;
    await markWaiting(
      tx,
      again.map(({ subjectId }) => subjectId),
    );
    await noteAct(tx, clock, ["mail", "sent-again"], { emails: again.length });
    return again.length;
  });
  if (retried > 0) {
    forgetMailCounts(db);
    wake();
  }
  return retried;
}

async function markWaiting(tx: Transaction, ids: string[]): Promise<void> {
  const { id, status } = pendingConfirmations;
  const failed = lockedIds(tx, pendingConfirmations, and(inArray(id, ids), eq(status, "failed")));
  await tx.update(pendingConfirmations).set({ status: "pending", emailRetryCount: 0 }).where(inArray(id, failed));
}
