import { randomBytes } from "node:crypto";
import { COMMITMENT_LABEL, committedText, type Opening } from "../../../petition/transparency/receipt.ts";
import { sha256 } from "./crypto.ts";

interface Committed {
  id: string;
  normalisedEmail: string;
  consentVersion: string | null;
  petitionVersion: string | null;
}

export function commitAnew(of: Committed): { signatureSalt: string; signatureHash: string } {
  const signatureSalt = randomBytes(16).toString("hex");
  return { signatureSalt, signatureHash: sha256(committedText(openingOf(of, signatureSalt))) };
}

export function openingOf({ id, normalisedEmail, consentVersion, petitionVersion }: Committed, salt: string): Opening {
  return {
    label: COMMITMENT_LABEL,
    salt,
    id,
    address: normalisedEmail,
    consentVersion: consentVersion ?? "",
    petitionVersion: petitionVersion ?? "",
  };
}
