/** What the name servers say of the sender's domain, for people whose mail servers ask it. */
import { Resolver } from "node:dns/promises";
import { domainOf, findDkim, findDmarc, findSpf, type Names, SELECTORS } from "../../platform/mail/sender.ts";
import { type Finding, fault, good, unseen, warning } from "./finding.ts";
import { countLookups, LOOKUPS_MAX } from "./spf-lookups.ts";

const SECOND = 1000;

export interface SenderNames extends Names {
  resolveMx(name: string): Promise<{ exchange: string; priority: number }[]>;
}

/** `server`: another than the machine's own, such as 9.9.9.9 or 127.0.0.1:5300. */
export function openNames(server: string | null): SenderNames {
  const resolver = new Resolver({ timeout: 2 * SECOND, tries: 2 });
  if (server !== null) resolver.setServers([server]);
  return resolver;
}

export async function senderIsVouchedFor(names: SenderNames, mailFrom: string, selector: string | null): Promise<Finding[]> {
  const domain = domainOf(mailFrom);
  return (
    await Promise.all([spf(names, domain), dkim(names, domain, selector), dmarc(names, domain), comingBack(names, domain)])
  ).flat();
}

async function spf(names: SenderNames, domain: string): Promise<Finding[]> {
  const { outcome, record } = await findSpf(names, domain);
  const todo = `Publish what your mail provider tells you, ending in ~all or -all, as TXT of ${domain}.`;
  if (outcome === "unknown") return [silent("SPF", domain)];
  if (outcome === "missing") return [fault(`SPF: ${domain} has no record: many e-mails will not arrive.`, todo)];
  if (outcome === "several") return [fault(`SPF: ${domain} has several records, which counts as none.`, "Make one of them.")];
  if (outcome === "weak") return [fault(`SPF: the record of ${domain} ends in neither ~all nor -all: anybody may send.`, todo)];
  if (/^v=spf1\s+[-~]all\s*$/i.test(record ?? "")) return [fault(`SPF: the record of ${domain} permits nobody to send.`, todo)];
  const lookups = await countLookups(names, record ?? "");
  if (lookups > LOOKUPS_MAX)
    return [
      fault(
        `SPF: the record of ${domain} takes more than ${LOOKUPS_MAX} look-ups, which counts as broken.`,
        "Take out what you do not send with, or name addresses (ip4:, ip6:) instead of including.",
      ),
    ];
  return [good(`SPF: ${domain} says who may send, in ${lookups} look-ups.`)];
}

async function dkim(names: SenderNames, domain: string, selector: string | null): Promise<Finding[]> {
  const { outcome } = await findDkim(names, domain, selector);
  const where = `${selector ?? "…"}._domainkey.${domain}`;
  if (outcome === "good") return [good(`DKIM: a key is published below _domainkey.${domain}.`)];
  if (outcome === "weak")
    return [fault(`DKIM: the key below _domainkey.${domain} is revoked.`, "Publish the one that you sign with.")];
  if (outcome === "missing")
    return [fault(`DKIM: there is no key at ${where}.`, "Let your mail provider sign, and publish its key there.")];
  if (selector !== null) return [silent("DKIM", domain)];
  return [
    unseen(
      `DKIM: no key of ${domain} under any of ${SELECTORS.length} usual names.`,
      "Look into an e-mail that arrived (see --mail-to): after s= in its DKIM-Signature stands the name. Say it with --dkim-selector.",
    ),
  ];
}

async function dmarc(names: SenderNames, domain: string): Promise<Finding[]> {
  const { outcome } = await findDmarc(names, domain);
  const todo = `Publish "v=DMARC1; p=quarantine" (or p=reject) as TXT of _dmarc.${domain}.`;
  switch (outcome) {
    case "good":
      return [good(`DMARC: ${domain} asks that forged e-mails be refused or set aside.`)];
    case "weak":
      return [warning(`DMARC: the record of ${domain} asks for nothing (p=none).`, todo)];
    case "several":
      return [fault(`DMARC: ${domain} has several records, which counts as none.`, "Make one of them.")];
    case "missing":
      return [fault(`DMARC: ${domain} has no record: large mailbox providers set such e-mails aside.`, todo)];
    case "unknown":
      return [silent("DMARC", domain)];
  }
}

/** Reports of what could not be delivered, and answers. */
async function comingBack(names: SenderNames, domain: string): Promise<Finding[]> {
  try {
    const servers = (await names.resolveMx(domain)).filter(({ exchange }) => exchange !== "" && exchange !== ".");
    if (servers.length > 0) return [good(`MX: ${domain} takes e-mails, so that what comes back arrives somewhere.`)];
  } catch (failure) {
    if (!["ENOTFOUND", "ENODATA"].includes((failure as NodeJS.ErrnoException).code ?? "")) return [silent("MX", domain)];
  }
  return [
    fault(
      `MX: ${domain} takes no e-mails: what comes back is lost, and some servers refuse such senders.`,
      "Publish a mail server for it (MX), or send from a domain that has one.",
    ),
  ];
}

function silent(what: string, domain: string): Finding {
  return unseen(`${what}: the name server did not answer for ${domain}.`, "Try again, or ask another one with --dns.");
}
