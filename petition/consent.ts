/** Name, address and a political opinion (GDPR, Art. 9 (2)(a)); a consent's version is the hash of this very text. */
export const CONSENT_MESSAGE = "signing.consent";

export type Visibility = "public" | "private";
