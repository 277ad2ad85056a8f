/** What signers are shown: the consent beside the box, the appeal that is signed, the linked policy. */
export const TEXT_KINDS = ["consent", "petition", "policy"] as const;
export type TextKind = (typeof TEXT_KINDS)[number];

export const TEXT_VERSIONS = ["consentVersion", "petitionVersion", "policyVersion"] as const;

/** SHA-256 in hex of each text, in the language in which it was shown. */
export type TextVersions = Record<(typeof TEXT_VERSIONS)[number], string>;

export function isPresent(shown: TextVersions, now: TextVersions): boolean {
  return TEXT_VERSIONS.every((version) => shown[version] === now[version]);
}

/** In years; at this age nobody in the European Union needs a parent's consent (GDPR, Art. 8 (1)). */
export const AGE_MIN = 16;
