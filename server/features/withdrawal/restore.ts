/** The link holds what was erased, encrypted: once its e-mail is delivered, the server keeps nothing of it. */
import { and, eq, inArray, isNotNull } from "drizzle-orm";
import type { Petition } from "../../../contract/petition.ts";
import type { ConsentedTexts, RestorationOutcome, ShownToConsent } from "../../../contract/withdrawal.ts";
import { isExpired } from "../../../petition/confirmation.ts";
import { standingOfName } from "../../../petition/held-names.ts";
import type { Language } from "../../../petition/language.ts";
import { normaliseEmail } from "../../../petition/mailbox.ts";
import type { Context } from "../../context.ts";
import { noteNameCheck, writeAudit } from "../../ledger/audit/audit.ts";
import { changeList, countIn } from "../../ledger/count/count.ts";
import { deleteTombstone, hasTombstone, isLatestErasure } from "../../ledger/erasure/erase.ts";
import { decodeRecord, type ErasedPending, type ErasedSignature, type RestoreRecord } from "../../ledger/erasure/record.ts";
import { commitAnew } from "../../platform/crypto/commitment.ts";
import { sha256 } from "../../platform/crypto/crypto.ts";
import { confirmationHashes, makePersonalLink, readEncrypted } from "../../platform/crypto/links.ts";
import { idsOfMailbox } from "../../platform/database/mailbox.ts";
import type { Transaction } from "../../platform/database/open.ts";
import { pipelineIn } from "../../platform/database/pipelined-transaction.ts";
import { signatureLinks, signatures } from "../../platform/database/schema.ts";

export interface RestorationTools extends Pick<Context, "db" | "clock" | "crypto" | "tombstones" | "changed" | "ending"> {
  collection: Pick<Petition, "collectionNotice">;
  presentTexts: Petition["presentTexts"];
}

type PendingRecord = Extract<RestoreRecord, { kind: "pending" }>;

export function restoration(tools: RestorationTools, token: string, language: Language): Promise<RestorationOutcome> {
  return withRecord(tools, token, (record) => tools.db.transaction((tx) => look(tools, tx, record, language)));
}

/** Needs consent again in every case. A second use changes nothing, and neither does one after the address has signed again. */
export function restore(
  tools: RestorationTools,
  token: string,
  language: Language,
  shown: ShownToConsent,
): Promise<RestorationOutcome> {
  return withRecord(tools, token, async (record) => {
    const notice = record.kind === "pending" ? await tools.collection.collectionNotice(language) : null;
    const outcome = await tools.db.transaction(async (tx): Promise<RestorationOutcome> => {
      const before = await look(tools, tx, record, language, shown.entry);
      if (before.outcome !== "open") return before;
      // What its own link could have confirmed still counts where nothing is collected any more: a result stays as it is.
      const isOver = (link: { confirmationExpiresAt: Date }) => isExpired(link.confirmationExpiresAt, tools.clock.now());
      if (notice && record.kind === "pending" && record.links.every(isOver)) return { outcome: "not-collecting", notice };
      if (shown.consentVersion !== before.texts.consentVersion || shown.policyVersion !== before.texts.policyVersion)
        return { ...before, changed: true };
      if (record.kind === "signature") {
        const isBack = await putBackAndCount(tools, tx, record.signature, before.texts);
        if (isBack) return cameBack(tools, tx, "restored", record.signature.id, language);
      } else {
        const entry = record.entries[before.chosen];
        const isIn = entry && (await enterAndCount(tools, tx, { ...record, entry, texts: before.texts }));
        if (isIn) return cameBack(tools, tx, "confirmed", entry.id, language);
      }
      return look(tools, tx, record, language);
    });
    if (outcome.outcome === "restored" && record.kind === "signature") tools.tombstones.forget(sha256(record.signature.id));
    if (outcome.outcome === "restored" || outcome.outcome === "confirmed") tools.changed();
    return outcome;
  });
}

async function withRecord(
  { crypto, clock, ending }: RestorationTools,
  token: string,
  act: (record: RestoreRecord) => Promise<RestorationOutcome>,
): Promise<RestorationOutcome> {
  const opened = readEncrypted(crypto, "restore", token);
  const record = opened && decodeRecord(opened);
  if (!record) return { outcome: "unknown" };
  if (isExpired(record.expiresAt, clock.now())) return { outcome: "expired" };
  return ending.unlessEnded<RestorationOutcome>(
    () => act(record),
    () => ({ outcome: "ended" }),
  );
}

async function look(
  tools: RestorationTools,
  tx: Transaction,
  record: RestoreRecord,
  language: Language,
  entry = 0,
): Promise<RestorationOutcome> {
  const erased = record.kind === "signature" ? [record.signature] : record.entries;
  const ids = erased.map(({ id }) => id);
  // Before looking whether it is there: another press of the button puts it back and takes the tombstone away at once.
  const used = await isUsed(tx, record);
  const ofMailbox = await idsOfMailbox(tx, normaliseEmail(erased[0]?.email ?? ""));
  const [itself] = await tx.select({ id: signatures.id }).from(signatures).where(inArray(signatures.id, ids));
  const there = itself?.id ?? ofMailbox.find((id) => ids.includes(id));
  if (there !== undefined) {
    const back = await cameBack(tools, tx, "there", there, language);
    // It has another address by now: this mailbox is not the way to it any more.
    return ofMailbox.includes(there) ? back : { ...back, personalLink: undefined };
  }
  if (ofMailbox.length > 0) return { outcome: "signed-anew" };
  if (used) return { outcome: "used" };
  const entries = erased.map(({ fullName, visibility, createdAt }) => ({
    fullName,
    visibility,
    enteredAt: createdAt.toISOString(),
  }));
  const chosen = entry in entries ? entry : 0;
  const { petitionVersion: _signed, ...texts } = tools.presentTexts(language);
  const expiresAt = record.expiresAt.toISOString();
  return { outcome: "open", entries, chosen, expiresAt, isConfirmed: record.kind === "signature", texts };
}

async function cameBack(
  tools: RestorationTools,
  tx: Transaction,
  outcome: "restored" | "confirmed" | "there",
  id: string,
  language: Language,
): Promise<Extract<RestorationOutcome, { isHeld: boolean }>> {
  const isHeld = (await tx.$count(signatures, and(eq(signatures.id, id), isNotNull(signatures.quarantinedAt)))) > 0;
  return { outcome, personalLink: makePersonalLink(tools, id, language), isHeld };
}

async function isUsed(tx: Transaction, record: RestoreRecord): Promise<boolean> {
  if (record.kind === "pending") {
    const hashes = record.entries.map(({ id }) => sha256(id));
    return hasTombstone(tx, hashes);
  }
  const { id, restorations } = record.signature;
  return !(await isLatestErasure(tx, { idHash: sha256(id), restorations }));
}

/** With its old id and times; its old links stay gone, personal ones, too. */
async function putBackAndCount(
  { clock }: RestorationTools,
  tx: Transaction,
  signature: ErasedSignature,
  texts: ConsentedTexts,
): Promise<boolean> {
  const restorations = signature.restorations + 1;
  const proven = provenAnew(signature, texts, clock.now());
  if (!(await putBack(tx, { ...signature, ...proven, restorations, linksSince: clock.now() }))) return false;
  await deleteTombstone(tx, sha256(signature.id));
  await writeAudit(tx, clock, { entityType: "signature", entityId: signature.id, action: "restored" });
  await (signature.quarantinedAt === null ? countIn(pipelineIn(tx), [signature.id], "restored", clock) : changeList(tx));
  return true;
}

async function enterAndCount(
  { clock, crypto }: RestorationTools,
  tx: Transaction,
  { links, entry: pending, texts }: PendingRecord & { entry: ErasedPending; texts: ConsentedTexts },
): Promise<boolean> {
  const now = clock.now();
  const standing = standingOfName(pending, now);
  const proven = provenAnew(pending, texts, now);
  const entered = { ...pending, ...standing, ...proven, confirmedAt: now };
  if (!(await putBack(tx, entered))) return false;
  const hashes = links.flatMap((link) => confirmationHashes(crypto, link));
  const rows = hashes.map((tokenHash) => ({ tokenHash, signatureId: pending.id }));
  if (rows.length > 0) await tx.insert(signatureLinks).values(rows).onConflictDoNothing();
  await writeAudit(tx, clock, { entityType: "signature", entityId: pending.id, action: "confirmed" });
  await noteNameCheck(tx, clock, pending.id, standing);
  await countIn(pipelineIn(tx), [pending.id], "confirmed", clock);
  return true;
}

function provenAnew(
  { id, email, petitionVersion }: Pick<ErasedSignature, "id" | "email" | "petitionVersion">,
  { consentVersion, policyVersion }: ConsentedTexts,
  gdprConsentTimestamp: Date,
) {
  const normalisedEmail = normaliseEmail(email);
  return {
    normalisedEmail,
    gdprConsentTimestamp,
    consentVersion,
    policyVersion,
    ...commitAnew({ id, normalisedEmail, consentVersion, petitionVersion }),
  };
}

/** False if the mailbox has a signature already: the table allows one. */
async function putBack(tx: Transaction, signature: typeof signatures.$inferInsert): Promise<boolean> {
  const kept = await tx.insert(signatures).values(signature).onConflictDoNothing().returning({ id: signatures.id });
  return kept.length > 0;
}
