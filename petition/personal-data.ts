/** The link with which a signer sees, corrects and withdraws their own signature, without an account. */

/** How long such a link works, in milliseconds; each further e-mail brings a fresh one. */
export const PERSONAL_LINK_LIFETIME = 365 * 24 * 60 * 60_000;

/** When a link that is made now stops working. */
export function personalLinkExpiry(now: Date): Date {
  return new Date(now.getTime() + PERSONAL_LINK_LIFETIME);
}

/** What may be done with one signature behind its link, in a window of milliseconds: more than anybody does by hand. */
export const PERSONAL_ACTS = { attempts: 60, window: 10 * 60_000 };
