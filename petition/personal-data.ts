/** The link with which a signer sees, corrects and withdraws their own signature, without an account. */

/** How long such a link works, in milliseconds; each further e-mail brings a fresh one. */
export const PERSONAL_LINK_LIFETIME = 365 * 24 * 60 * 60_000;
