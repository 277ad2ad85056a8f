/** Tells all whose data we hold of a breach: each once, even if it is interrupted or repeated. */
import type { FastifyInstance } from "fastify";
import { type BreachAnswer, type BreachRequest, breachRequest } from "../../../contract/administration/breach.ts";
import type { Context } from "../../context.ts";
import { idOfLine, noteAct } from "../../ledger/audit/audit.ts";
import { uuidFrom } from "../../platform/crypto/crypto.ts";
import type { Transaction } from "../../platform/database/open.ts";
import { type Batch, inBatches } from "../../platform/jobs/in-batches.ts";
import { type Answering, inOneCall } from "../answering.ts";
import {
  countConcerned,
  findNotice,
  keepNotice,
  learnNumbers,
  lockNotice,
  type Notice,
  noteProgress,
  putEntries,
  readNotices,
  recipientsAfter,
  releaseEntries,
  type Step,
} from "./store.ts";

/** Seven texts are longer than what other calls bring. */
const BODY_LIMIT = 1024 * 1024;

export function breachRoutes(app: FastifyInstance, tools: TellTools, { fromHereAlone, badRequest }: Answering): void {
  app.get("/breach", () => readNotices(tools.db));

  const options = { bodyLimit: BODY_LIMIT, preHandler: fromHereAlone("administration.answer.breachNotFromHere") };
  app.post("/breach", options, async (request, reply) => {
    const asked = breachRequest.safeParse(request.body ?? {});
    return asked.success ? tell(tools, asked.data) : badRequest(request, reply);
  });
}

type TellTools = Pick<Context, "db" | "clock" | "crypto" | "wake">;

async function tell(tools: TellTools, { texts, signed, isDry }: BreachRequest): Promise<BreachAnswer> {
  const { db, clock } = tools;
  const id = idOfLine(`breach ${JSON.stringify([texts, signed])}`);
  const range = { madeAt: clock.now(), signedFrom: signed.from, signedTo: signed.to };
  if (isDry) {
    const known = await findNotice(db, id);
    return { outcome: "dry", ...(await countConcerned(db, range)), wasTold: known?.step === "told" };
  }
  await keepNotice(db, { id, ...range, texts: JSON.stringify(texts) });
  const put = await inOneCall((work) =>
    inBatches<true>(work, (_after, size) => db.transaction((tx) => goOn(tools, tx, id, size))),
  );
  await learnNumbers(db);
  const kept = await findNotice(db, id);
  // Counting what is left of millions takes longer than a call's share of putting them there.
  const [notice] = kept?.step === "told" ? await readNotices(db, id) : [];
  if (!notice) return { outcome: "putting", put };
  tools.wake();
  return { outcome: "told", notice };
}

const NEXT = { unconfirmed: "signatures", signatures: "release" } as const;

async function goOn(tools: TellTools, tx: Transaction, id: string, size: number): Promise<Batch<true>> {
  const notice = await lockNotice(tx, id);
  const { step } = notice;
  if (step === "told") return { done: 0, next: null };
  if (step === "release") return { done: 0, next: (await releaseNext(tools, tx, notice, size)) ? null : true };
  return { done: await putNext(tools, tx, notice, step, size), next: true };
}

async function putNext({ crypto }: TellTools, tx: Transaction, notice: Notice, step: Step, size: number): Promise<number> {
  const recipients = await recipientsAfter(tx, step, notice, size);
  // Of several that wait for one mailbox, one is told.
  const entryOf = (mailbox: string) => uuidFrom(crypto.mac("breach-notice", `${notice.id} ${mailbox}`));
  const entries = new Map(recipients.map(({ id, mailbox }) => [entryOf(mailbox), id]));
  await putEntries(tx, notice, entries);
  const isLast = recipients.length < size;
  await noteProgress(tx, notice.id, isLast ? { step: NEXT[step], place: null } : { place: recipients.at(-1)?.id });
  return recipients.length;
}

/** Answers whether these were the last. */
async function releaseNext({ clock }: TellTools, tx: Transaction, notice: Notice, size: number): Promise<boolean> {
  const released = await releaseEntries(tx, notice, size, clock.now());
  const recipients = notice.recipients + released;
  const isLast = released < size;
  await noteProgress(tx, notice.id, isLast ? { recipients, step: "told" } : { recipients });
  if (isLast) await noteAct(tx, clock, ["mail", "breach-told"], { emails: recipients });
  return isLast;
}
