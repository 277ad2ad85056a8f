/** The box states name, address and a political opinion (GDPR, Art. 9 (2)(a)); a version is the hash of this very text. */
export const CONSENT_MESSAGE = "signing.consent";
