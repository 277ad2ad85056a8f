/** Without the salt, which only the signer is given, it tells nothing about the address. */
import { sha256 } from "./crypto.ts";

export interface Committed {
  salt: string;
  id: string;
  normalisedEmail: string;
  consentVersion: string;
  petitionVersion: string;
}

export function commitment(of: Committed): string {
  return sha256(
    ["bargeld-erhalten signature 1", of.salt, of.id, of.normalisedEmail, of.consentVersion, of.petitionVersion].join("\n"),
  );
}
