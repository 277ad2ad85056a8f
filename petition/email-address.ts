import { orElse } from "./or-else.ts";
import { withoutUnseen } from "./unseen.ts";

/** `max` in the form that goes over the wire (RFC 5321, 4.5.3.1.3, less the angle brackets), `localMax` before the @ (4.5.3.1.1). */
export const EMAIL_LENGTH = { max: 254, localMax: 64 };

export type EmailFault = "missing" | "no-at" | "invalid" | "too-long" | "local-too-long";

export const EMAIL_SENTENCES = {
  missing: "signing.faults.email.missing",
  "no-at": "signing.faults.email.noAt",
  invalid: "signing.faults.email.invalid",
  "too-long": "signing.faults.email.tooLong",
  "local-too-long": "signing.faults.email.localTooLong",
} as const satisfies Record<EmailFault, string>;

/** HTML standard, "valid e-mail address". */
const LOCAL_PART = /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+$/;

/** No separator that a URL or a header would read; the middle dot is Catalan. */
const DOMAIN_CHARACTERS = /^[\p{L}\p{M}\p{N}\-.·]+$/u;

const NOT_SENT = /(?=\p{M})\p{Default_Ignorable_Code_Point}/gu;

/** RFC 1123, 2.1. */
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export function readEmail(raw: string): { address: string } | { fault: EmailFault } {
  const typed = withoutUnseen(raw).trim();
  if (typed === "") return { fault: "missing" };
  if (typed.length > EMAIL_LENGTH.max) return { fault: "too-long" };
  const [local = "", typedDomain, ...others] = typed.split("@");
  if (typedDomain === undefined) return { fault: "no-at" };
  // Not every mail program understands a domain in full-width letters.
  const domain = typedDomain.replace(NOT_SENT, "").normalize("NFKC").toLowerCase();
  const wire = asciiDomain(domain);
  if (others.length > 0 || wire === null || !LOCAL_PART.test(local)) return { fault: "invalid" };
  if (local.length > EMAIL_LENGTH.localMax) return { fault: "local-too-long" };
  if (local.length + 1 + wire.length > EMAIL_LENGTH.max) return { fault: "too-long" };
  return { address: `${local}@${domain}` };
}

export function asciiAddress(address: string): string {
  const { local, domain } = splitAddress(address);
  return `${local}@${asciiDomain(domain) ?? domain}`;
}

/** Null for what is no host name with a dot, or an IP address. */
function asciiDomain(domain: string): string | null {
  if (!DOMAIN_CHARACTERS.test(domain)) return null;
  // The URL parser is the one implementation of Punycode that browsers and servers share.
  const wire = /^[\0-\x7f]*$/.test(domain) ? domain : orElse(() => new URL(`http://${domain}`).hostname, null);
  const labels = wire?.split(".") ?? [];
  const isHost = labels.length >= 2 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? "");
  return isHost ? wire : null;
}

export function splitAddress(address: string): { local: string; domain: string } {
  const cut = address.lastIndexOf("@");
  return { local: address.slice(0, Math.max(0, cut)), domain: address.slice(cut + 1) };
}
