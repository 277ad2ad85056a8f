/**
 * The way back: the link in the deletion e-mail holds the erased signature itself, sealed, so that the server keeps nothing
 * and only the owner of the mailbox can undo what anybody could ask for (decisions, "Deleting").
 */
import type { RestorationOutcome } from "../../contract/petition.ts";
import { isTooLate, mendToken } from "../../petition/confirmation.ts";
import type { Language } from "../../petition/language.ts";
import { foldAddress } from "../../petition/mailbox.ts";
import { writeAudit } from "../audit/audit.ts";
import type { Clock } from "../clock.ts";
import type { Database, Transaction } from "../database/open.ts";
import { decodeRecord, type RestoreRecord } from "../erasure/record.ts";
import { deleteTrace, isLatestErasure } from "../erasure/store.ts";
import type { Traces } from "../erasure/traces.ts";
import { type Seals, sha256 } from "../seals/seals.ts";
import { changeList, countIn } from "../tally/tally.ts";
import { putBack, standingOf } from "./store.ts";

export interface RestorationTools {
  db: Database["db"];
  clock: Clock;
  seals: Seals;
  traces: Traces;
  /** The path to a signature's own page. */
  personalLink(signatureId: string, language: Language): string;
  counted(): void;
}

/** What the link's page has to say. Looks, changes nothing. */
export function restoration(tools: RestorationTools, token: string, language: Language): Promise<RestorationOutcome> {
  return withRecord(tools, token, (record) => tools.db.transaction((tx) => look(tools, tx, record, language)));
}

/** Its button. A second use changes nothing, nor does one after the address has signed anew. */
export function restore(tools: RestorationTools, token: string, language: Language): Promise<RestorationOutcome> {
  return withRecord(tools, token, async (record) => {
    const outcome = await tools.db.transaction(async (tx): Promise<RestorationOutcome> => {
      const before = await look(tools, tx, record, language);
      if (before.outcome !== "open") return before;
      // Of two presses at once the later one finds what the other has put back.
      if (!(await putBackAndCount(tools, tx, record))) return look(tools, tx, record, language);
      return { outcome: "restored", personalLink: tools.personalLink(record.signature.id, language) };
    });
    if (outcome.outcome === "restored") {
      tools.traces.forget(sha256(record.signature.id));
      tools.counted();
    }
    return outcome;
  });
}

async function withRecord(
  { seals, clock }: RestorationTools,
  token: string,
  act: (record: RestoreRecord) => Promise<RestorationOutcome>,
): Promise<RestorationOutcome> {
  const opened = seals.openBytes("restore", mendToken(token));
  const record = opened && decodeRecord(opened);
  if (!record) return { outcome: "unknown" };
  return isTooLate(record.until, clock.now()) ? { outcome: "expired" } : act(record);
}

async function look(
  tools: RestorationTools,
  tx: Transaction,
  { signature, until }: RestoreRecord,
  language: Language,
): Promise<RestorationOutcome> {
  const standing = await standingOf(tx, signature.id, foldAddress(signature.email));
  if (standing === "there") return { outcome: "there", personalLink: tools.personalLink(signature.id, language) };
  if (standing === "signed-anew") return { outcome: "signed-anew" };
  const isOurs = await isLatestErasure(tx, { idHash: sha256(signature.id), restorations: signature.restorations });
  if (!isOurs) return { outcome: "used" };
  const { fullName, visibility } = signature;
  return { outcome: "open", signature: { fullName, visibility }, until: until.toISOString() };
}

/** With its old id, times, salt and proof of consent; the tokens of its old links stay gone. */
async function putBackAndCount({ clock }: RestorationTools, tx: Transaction, { signature }: RestoreRecord): Promise<boolean> {
  const foldedEmail = foldAddress(signature.email);
  const restorations = signature.restorations + 1;
  if (!(await putBack(tx, { ...signature, foldedEmail, restorations }))) return false;
  await deleteTrace(tx, sha256(signature.id));
  await writeAudit(tx, clock, { entityType: "signature", entityId: signature.id, action: "restored" });
  await (signature.quarantinedAt === null ? countIn(tx, signature, clock) : changeList(tx));
  return true;
}
