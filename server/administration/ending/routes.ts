import { and, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import { type AdminEnd, type EndAnswer, type EndingState, endRequest } from "../../../contract/administration/commands.ts";
import { dayOfMoment } from "../../../petition/calendar.ts";
import { confirmableUntil } from "../../../petition/collection.ts";
import { erasesAt, isHandedOver } from "../../../petition/ending.ts";
import type { Context } from "../../context.ts";
import type { CollectionControl } from "../../features/collection/collection.ts";
import { countUndecided } from "../../features/moderation/quarantine.ts";
import { isAboutSomebody } from "../../ledger/audit/audit.ts";
import { readCount, readEnd } from "../../ledger/count/count.ts";
import type { Database } from "../../platform/database/open.ts";
import { pendingConfirmations, UNCONFIRMED_STATUSES } from "../../platform/database/schema.ts";
import { type Answering, inOneCall } from "../answering.ts";

export function endingRoutes(app: FastifyInstance, tools: EndTools, { answer, fromHereAlone, badRequest }: Answering): void {
  app.get("/end", () => adminEnd(tools));

  app.post("/end", { preHandler: fromHereAlone("administration.answer.endNotFromHere") }, async (request, reply) => {
    const asked = endRequest.safeParse(request.body ?? {});
    if (!asked.success) return badRequest(request, reply);
    const done = await endPetition(tools, asked.data);
    return done ?? reply.code(409).send(answer(request, "administration.answer.notHandedOver"));
  });
}

type EndTools = Pick<Context, "db" | "clock" | "configuration" | "ending"> & { collection: CollectionControl };

export async function endingState({ db, clock, ending }: Pick<EndTools, "db" | "clock" | "ending">): Promise<EndingState> {
  const end = await readEnd(db);
  const erases = erasesAt(ending.handover);
  return {
    handedOverOn: ending.handover.date,
    erasedBy: ending.handover.erasedBy,
    isDue: end === null && erases !== null && erases <= clock.now(),
    endedAt: end?.endedAt.toISOString() ?? null,
    erasedAt: end?.erasedAt?.toISOString() ?? null,
  };
}

async function adminEnd(tools: EndTools): Promise<AdminEnd> {
  return {
    ...(await endingState(tools)),
    signatureCount: (await readCount(tools.db)).count,
    going: await countGoing(tools.db),
    confirmable: await countConfirmable(tools.db, tools.clock.now()),
    undecided: await countUndecided(tools.db, tools.clock.now()),
  };
}

async function endPetition(tools: EndTools, { waive, waiveUndecided }: z.infer<typeof endRequest>): Promise<EndAnswer | null> {
  const { db, clock, ending, collection, configuration } = tools;
  if ((await readEnd(db)) === null) {
    const now = clock.now();
    if (ending.handover.date !== null && !isHandedOver(ending.handover, dayOfMoment(now))) return null;
    const closed = await close(collection);
    const confirmable = waive ? 0 : await countConfirmable(db, now);
    if (confirmable > 0) {
      const until = confirmableUntil(closed, configuration.confirmationLifetime);
      return { outcome: "closed", confirmable, confirmableUntil: until.toISOString() };
    }
    const undecided = waiveUndecided ? 0 : await countUndecided(db, now);
    if (undecided > 0) return { outcome: "undecided", undecided };
    await ending.end("ended");
  }
  const erased = await inOneCall((work) => ending.erase(work));
  const end = await readEnd(db);
  return end?.erasedAt ? { outcome: "erased", erased, signatureCount: end.count } : { outcome: "erasing", erased };
}

async function close(collection: CollectionControl): Promise<Date> {
  const { status, since } = await collection.state();
  const closed = status === "closed" ? since : (await collection.change({ status: "closed", day: null, texts: {} })).since;
  return new Date(closed ?? 0);
}

async function countConfirmable(db: Database["db"], now: Date): Promise<number> {
  const { expiresAt, status } = pendingConfirmations;
  return db.$count(pendingConfirmations, and(gt(expiresAt, now), inArray(status, UNCONFIRMED_STATUSES)));
}

const all = (...tables: string[]): SQL => sql.raw(tables.map((table) => `(select count(*) from ${table})`).join(" + "));

async function countGoing(db: Database["db"]): Promise<AdminEnd["going"]> {
  const { rows } = await db.execute<Record<keyof AdminEnd["going"], string>>(sql`
    select ${all("signatures")} as signatures, ${all("pending_confirmations")} as unconfirmed, ${all("outbox")} as emails,
      ${all("mail_cooldowns", "suppressions", "mail_caps", "rate_limits")} as hashes,
      ${all("clusters", "quarantines", "suspicions")} as groups,
      (select count(*) from audit_log where ${isAboutSomebody}) as lines`);
  const figures = Object.entries(rows[0] ?? {}).map(([name, number]) => [name, Number(number)]);
  return Object.fromEntries(figures) as AdminEnd["going"];
}
