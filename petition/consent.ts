/** What a signer agrees to, and who may see the name. */

/**
 * The message beside the consent box: it states name, e-mail address and the fact of signing, which reveals a political
 * opinion (GDPR, Art. 9 (2)(a)). The version of a consent is the hash of that very text in the signer's language.
 */
export const CONSENT_MESSAGE = "signing.consent";

/** Public: listed by name; private: counted and listed as the anonymous label. */
export type Visibility = "public" | "private";
