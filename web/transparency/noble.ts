/** What browsers lack, or have only in some versions: SHA-256 that answers at once, and Ed25519. Loaded where a receipt is checked. */
import { hashes, verify } from "@noble/ed25519";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import type { VerifyTools } from "../../petition/transparency/receipt.ts";

hashes.sha512 = sha512;

export const nobleTools: VerifyTools = {
  sha256,
  // As strict as RFC 8032: what Node.js and Go refuse is refused here, too.
  verifySignature: (message, signature, publicKey) => verify(signature, message, publicKey, { zip215: false }),
};
