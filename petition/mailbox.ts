/** What is known of the mailbox behind an address: its provider's habits, a likely slip in its domain, where it is read. */
import { asciiAddress, EMAIL_LENGTH_MAX, readEmail, splitAddress } from "./email-address.ts";
import { meantDomain } from "./mail-domain-typo.ts";
import { type MailProvider, providerOf } from "./mail-providers.ts";

/**
 * The form in which addresses are compared, never written to: letter case, Punycode, and what large providers deliver
 * to one mailbox (Gmail's dots, `+tags`, second domains) taken away. `address` comes from {@link readEmail}.
 */
export function normaliseEmail(address: string): string {
  const { local, domain: wire } = splitAddress(asciiAddress(address.toLowerCase()));
  const provider = providerOf(wire);
  if (!provider) return `${local}@${wire}`;
  return `${normaliseLocal(local, provider)}@${provider.shared ? provider.domains[0] : wire}`;
}

/**
 * A normalised address without its `+tag`, whoever its provider is: how often we write counts by it. Elsewhere a tag may be another
 * mailbox, but nearly everywhere it is the same one.
 */
export function withoutTag(normalised: string): string {
  return normalised.replace(/^([^+@][^+]*)\+.*@/, "$1@");
}

/** The address with its likely typing error in the domain mended, or null if there is nothing to suggest. `address` is what was typed. */
export function suggestAddress(address: string): string | null {
  const typed = address.trim();
  if (typed.length > EMAIL_LENGTH_MAX || typed.split("@").length !== 2) return null;
  const { local, domain } = splitAddress(typed);
  const meant = meantDomain(domain.trim().toLowerCase());
  if (meant === null) return null;
  const read = readEmail(`${local}@${meant}`);
  return "address" in read ? read.address : null;
}

/** Where the owner of the address reads e-mail, as a plain link without personal data, or null where we do not know it. */
export function webmailOf(address: string): { name: string; url: string } | null {
  const provider = providerOf(splitAddress(address.trim().toLowerCase()).domain);
  return provider?.url ? { name: provider.name, url: provider.url } : null;
}

function normaliseLocal(local: string, provider: MailProvider): string {
  const untagged = provider.tags ? local.replace(/\+.*$/, "") : local;
  const normalised = provider.dots ? untagged.replaceAll(".", "") : untagged;
  return normalised || local;
}
