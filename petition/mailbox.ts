import { asciiAddress, EMAIL_LENGTH, readEmail, splitAddress } from "./email-address.ts";
import { meantDomain } from "./mail-domain-typo.ts";
import { type MailProvider, providerOf } from "./mail-providers.ts";
import { withoutUnseen } from "./unseen.ts";

/** The form in which addresses are compared, never written to. */
export function normaliseEmail(address: string): string {
  const { local, domain: wire } = splitAddress(asciiAddress(address.toLowerCase()));
  const provider = providerOf(wire);
  if (!provider) return `${local}@${wire}`;
  return `${normaliseLocal(local, provider)}@${provider.shared ? provider.domains[0] : wire}`;
}

/** Nearly everywhere a tag leads to the same mailbox: how often we write is counted by this. */
export function withoutTag(normalised: string): string {
  return normalised.replace(/^([^+@][^+]*)\+.*@/, "$1@");
}

export function suggestAddress(address: string): string | null {
  const typed = withoutUnseen(address).trim();
  if (typed.length > EMAIL_LENGTH.max || typed.split("@").length !== 2) return null;
  const { local, domain } = splitAddress(typed);
  const meant = meantDomain(domain.trim().toLowerCase());
  if (meant === null) return null;
  const read = readEmail(`${local}@${meant}`);
  return "address" in read ? read.address : null;
}

export function webmailOf(address: string): { name: string; url: string } | null {
  const provider = providerOf(splitAddress(address.trim().toLowerCase()).domain);
  return provider?.url ? { name: provider.name, url: provider.url } : null;
}

function normaliseLocal(local: string, provider: MailProvider): string {
  const untagged = provider.tags ? local.replace(/\+.*$/, "") : local;
  const normalised = provider.dots ? untagged.replaceAll(".", "") : untagged;
  return normalised || local;
}
