import { createPrivateKey, createPublicKey, hash, sign, verify } from "node:crypto";
import type { VerifyTools } from "../../petition/transparency/receipt.ts";

export const verifyTools: VerifyTools = {
  sha256: (bytes) => hash("sha256", bytes, "buffer"),
  verifySignature(message, signature, publicKey) {
    const x = Buffer.from(publicKey).toString("base64url");
    try {
      return verify(null, message, createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" }), signature);
    } catch {
      return false;
    }
  },
};

/** What stands before the 32 bytes in the PKCS #8 form of such a key (RFC 8410). */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

export type Signer = ReturnType<typeof signerFrom>;

export function signerFrom(seed: Uint8Array) {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: "der", type: "pkcs8" });
  const { x = "" } = createPublicKey(key).export({ format: "jwk" });
  return { publicKey: Buffer.from(x, "base64url"), sign: (message: Uint8Array) => sign(null, message, key) };
}
