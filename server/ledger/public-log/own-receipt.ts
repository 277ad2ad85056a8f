import { eq, getTableColumns } from "drizzle-orm";
import type { OwnReceipt, ReceiptOutcome } from "../../../contract/transparency.ts";
import type { Milliseconds } from "../../../petition/duration.ts";
import { normaliseEmail } from "../../../petition/mailbox.ts";
import { toBase64 } from "../../../petition/transparency/bytes.ts";
import { codeOf, type Receipt } from "../../../petition/transparency/receipt.ts";
import { inclusionProof } from "../../../petition/transparency/tree.ts";
import type { Base } from "../../platform/base.ts";
import { openingOf } from "../../platform/crypto/commitment.ts";
import { sha256Bytes } from "../../platform/crypto/crypto.ts";
import { isRevoked, readPersonalToken } from "../../platform/crypto/links.ts";
import { withinDeadline } from "../../platform/database/deadline.ts";
import { logEntries, signatures } from "../../platform/database/schema.ts";
import { logFailure } from "../../platform/log.ts";
import type { Ending } from "../ending/ending.ts";
import { signerOf } from "./append.ts";
import { LogAway, type PublicLog } from "./public-log.ts";
import { readNodes } from "./store.ts";
import { type WitnessTools, withCosignatures, witnessRows } from "./witnesses.ts";

/** A visitor who was just counted waits no longer; the receipt can be fetched later. */
const AT_ONCE: Milliseconds = 2_000;

export type ReceiptTools = Pick<Base, "db" | "clock" | "crypto"> & { ending: Ending } & Pick<WitnessTools, "witnesses"> & {
    publicLog: Pick<PublicLog, "head">;
  };

export type Provable = Pick<
  typeof signatures.$inferSelect,
  "id" | "email" | "normalisedEmail" | "consentVersion" | "petitionVersion" | "signatureHash" | "signatureSalt"
> & { committedAddress?: string | null };

/** A signature in quarantine is not counted, and has no receipt. */
export async function ownReceipt(tools: ReceiptTools, token: string): Promise<ReceiptOutcome> {
  const link = readPersonalToken(tools.crypto, token, tools.clock.now());
  if (link === null) return { outcome: "unknown" };
  if (link === "expired") return { outcome: "expired" };
  return tools.ending.unlessEnded<ReceiptOutcome>(
    async () => {
      const [row] = await tools.db
        .select(getTableColumns(signatures))
        .from(signatures)
        .where(eq(signatures.id, link.signatureId));
      if (!row) return { outcome: "gone" };
      if (isRevoked(link, row)) return { outcome: "expired" };
      if (row.quarantinedAt !== null) return { outcome: "none" };
      const receipt = await receiptNow(tools, row);
      return receipt ? { outcome: "receipt", ...receipt } : { outcome: "waiting" };
    },
    () => ({ outcome: "gone" }),
  );
}

type AppendingTools = Pick<ReceiptTools, "db" | "witnesses"> & { publicLog: Pick<PublicLog, "head" | "appendSoon"> };

export async function receiptAtOnce(
  tools: AppendingTools & { log: Base["log"] },
  signature: Provable,
): Promise<Receipt | null> {
  try {
    return await withinDeadline(appendAndProve(tools, signature), AT_ONCE);
  } catch (failure) {
    logFailure(tools.log, failure, "the public log");
    return null;
  }
}

async function appendAndProve(tools: AppendingTools, signature: Provable): Promise<Receipt | null> {
  if (!(await tools.publicLog.appendSoon())) return null;
  return (await receiptNow(tools, signature))?.receipt ?? null;
}

/** Null if the entry is not in the published head yet. */
async function receiptNow(
  { db, witnesses, publicLog }: Pick<ReceiptTools, "db" | "witnesses" | "publicLog">,
  signature: Provable,
): Promise<OwnReceipt | null> {
  const state = await publicLog.head().catch((failure) => {
    if (failure instanceof LogAway) return null;
    throw failure;
  });
  if (!state) return null;
  const checkpoint = withCosignatures(state, await witnessRows({ db, witnesses }));
  const { signatureHash, signatureSalt, email, normalisedEmail, committedAddress } = signature;
  if (signatureHash === null || signatureSalt === null) return null;
  const [found] = await db.select().from(logEntries).where(eq(logEntries.commitment, signatureHash));
  if (!found || found.index >= state.size) return null;
  const { index, entry, number } = found;
  const proof = await inclusionProof(sha256Bytes, index, state.size, readNodes(db, state.size));
  return {
    number,
    code: codeOf(sha256Bytes, entry),
    receipt: {
      origin: state.origin,
      key: signerOf(state),
      opening: openingOf(
        { ...signature, normalisedEmail: committedAddress ?? normalisedEmail ?? normaliseEmail(email) },
        signatureSalt,
      ),
      ...{ entry, index, size: state.size },
      proof: proof.map(toBase64),
      checkpoint,
    },
  };
}
