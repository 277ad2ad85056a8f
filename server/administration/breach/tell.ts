/** Tells all whose data we hold of a breach: each once, whatever is interrupted or done twice. */

import type { BreachAnswer, BreachRequest } from "../../../contract/administration/breach.ts";
import type { Context } from "../../context.ts";
import { idOfLine, writeAudit } from "../../ledger/audit/audit.ts";
import { type Crypto, uuidFrom } from "../../platform/crypto/crypto.ts";
import type { Transaction } from "../../platform/database/open.ts";
import { Interrupted, inBatches, type Work } from "../../platform/jobs/in-batches.ts";
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

/** Milliseconds of one call: what stands before the site must not give up waiting. */
const TIME = 5_000;

export type TellTools = Pick<Context, "db" | "clock" | "crypto" | "wake">;

export async function tell(tools: TellTools, { texts, signed, isDry }: BreachRequest): Promise<BreachAnswer> {
  const { db, clock } = tools;
  const id = idOfLine(`breach ${JSON.stringify([texts, signed])}`);
  const range = { madeAt: clock.now(), signedFrom: signed.from, signedTo: signed.to };
  if (isDry) {
    const known = await findNotice(db, id);
    return { outcome: "dry", ...(await countConcerned(db, range)), wasTold: known?.step === "told" };
  }
  await keepNotice(db, { id, ...range, texts: JSON.stringify(texts) });
  const put = await putForAWhile(tools, id);
  await learnNumbers(db);
  const kept = await findNotice(db, id);
  // Counting what is left of millions takes longer than a call's share of putting them there.
  const [notice] = kept?.step === "told" ? await readNotices(db, id) : [];
  if (!notice) return { outcome: "putting", put };
  tools.wake();
  return { outcome: "told", notice };
}

async function putForAWhile({ db, clock, crypto }: TellTools, id: string): Promise<number> {
  let put = 0;
  const work: Work = {
    ending: AbortSignal.timeout(TIME),
    async did(rows) {
      put += rows;
    },
  };
  try {
    await inBatches<Step | "release">(work, (_after, size) =>
      db.transaction(async (tx) => {
        const notice = await lockNotice(tx, id);
        switch (notice.step) {
          case "unconfirmed":
            return putNext({ tx, crypto, notice, step: "unconfirmed", next: "signatures", size });
          case "signatures":
            return putNext({ tx, crypto, notice, step: "signatures", next: "release", size });
          case "release":
            return releaseNext(tx, notice, size, clock);
          case "told":
            return { done: 0, next: null };
        }
      }),
    );
  } catch (failure) {
    if (!(failure instanceof Interrupted)) throw failure;
  }
  return put;
}

interface Putting {
  tx: Transaction;
  crypto: Crypto;
  notice: Notice;
  step: Step;
  next: "signatures" | "release";
  size: number;
}

async function putNext({ tx, crypto, notice, step, next, size }: Putting) {
  const recipients = await recipientsAfter(tx, step, notice, size);
  // Of several that wait for one mailbox, one is told.
  const entries = new Map(recipients.map(({ id, mailbox }) => [entryOf(crypto, notice.id, mailbox), id]));
  await putEntries(
    tx,
    notice,
    [...entries].map(([id, subjectId]) => ({ id, subjectId })),
  );
  const isLast = recipients.length < size;
  await noteProgress(tx, notice.id, isLast ? { step: next, place: null } : { place: recipients.at(-1)?.id });
  return { done: recipients.length, next: isLast ? next : step };
}

async function releaseNext(tx: Transaction, notice: Notice, size: number, clock: Context["clock"]) {
  const released = await releaseEntries(tx, notice, size, clock.now());
  const recipients = notice.recipients + released;
  const isLast = released < size;
  await noteProgress(tx, notice.id, isLast ? { recipients, step: "told" } : { recipients });
  if (!isLast) return { done: 0, next: "release" as const };
  const about = { entityType: "administration", entityId: "mail", action: "breach-told" } as const;
  await writeAudit(tx, clock, { ...about, changes: { emails: recipients } });
  return { done: 0, next: null };
}

function entryOf(crypto: Crypto, notice: string, mailbox: string): string {
  return uuidFrom(crypto.mac("breach-notice", `${notice} ${mailbox}`));
}
