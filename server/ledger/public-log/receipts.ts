/** What a signer is given: the opening of the commitment, and the proof that its entry stands in a published head. */
import type { OwnReceipt } from "../../../contract/transparency.ts";
import { normaliseEmail } from "../../../petition/mailbox.ts";
import { toBase64 } from "../../../petition/transparency/bytes.ts";
import { codeOf } from "../../../petition/transparency/receipt.ts";
import { inclusionProof } from "../../../petition/transparency/tree.ts";
import { openingOf } from "../../platform/crypto/commitment.ts";
import { sha256Bytes } from "../../platform/crypto/crypto.ts";
import type { Database } from "../../platform/database/open.ts";
import type { signatures } from "../../platform/database/schema.ts";
import { signerOf } from "./sign-again.ts";
import { entryOf, type LogState, readNodes } from "./store.ts";

export type Provable = Pick<
  typeof signatures.$inferSelect,
  "id" | "email" | "normalisedEmail" | "consentVersion" | "petitionVersion" | "signatureHash" | "signatureSalt"
>;

/** `checkpoint`: the signed head of `state`. Null where its entry does not stand in it yet. */
export async function receiptFor(
  db: Database["db"],
  signature: Provable,
  state: LogState,
  checkpoint: string,
): Promise<OwnReceipt | null> {
  const { signatureHash, signatureSalt } = signature;
  const found = signatureHash === null ? null : await entryOf(db, signatureHash);
  if (!found || signatureSalt === null || found.index >= state.size) return null;
  const { index, entry, number } = found;
  const proof = await inclusionProof(sha256Bytes, index, state.size, readNodes(db, state.size));
  return {
    number,
    code: codeOf(sha256Bytes, entry),
    receipt: {
      origin: state.origin,
      key: signerOf(state),
      opening: openingOf(
        { ...signature, normalisedEmail: signature.normalisedEmail ?? normaliseEmail(signature.email) },
        signatureSalt,
      ),
      ...{ entry, index, size: state.size },
      proof: proof.map(toBase64),
      checkpoint,
    },
  };
}
