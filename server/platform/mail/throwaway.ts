import { disposableEmailBlocklist } from "disposable-email-domains-js";
import { asciiAddress, splitAddress } from "../../../petition/email-address.ts";
import { meantDomain } from "../../../petition/mail-domain-typo.ts";
import { isKept } from "../../../petition/mail-providers.ts";

const THROWAWAY: ReadonlySet<string> = new Set(disposableEmailBlocklist());

/** A mailbox that ends within minutes or days; a likely slip in the domain gets a suggestion, never a refusal. Below a domain counts what is nearest to the address. */
export function isThrowaway(email: string): boolean {
  const { domain: whole } = splitAddress(asciiAddress(email));
  const labels = whole.split(".");
  const domains = labels.map((_, first) => labels.slice(first).join("."));
  const nearest = domains.find((domain) => isKept(domain) || THROWAWAY.has(domain));
  return nearest !== undefined && !isKept(nearest) && meantDomain(whole) === null;
}
