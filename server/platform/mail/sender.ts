/** What the sender's domain says of itself (RFC 7208, 6376, 7489). */
import { Resolver } from "node:dns/promises";
import type { Finding, SenderCheck } from "../../../contract/administration/operations.ts";
import { SECOND } from "../../../petition/duration.ts";

export interface SenderTools {
  mailFrom: string;
  resolver: Names;
  tryTransport: (() => Promise<void>) | null;
  codeOf(failure: unknown): string;
}

export type Names = Pick<Resolver, "resolveTxt">;

/** Usual names of keys: DNS cannot list them. */
export const SELECTORS = [
  ..."default mail dkim key1 k1 k2 k3 s1 s2 selector1 selector2 google smtp mx".split(" "),
  ..."fm1 fm2 fm3 mailjet mandrill brevo1 brevo2 sib pm mailgun krs pic zoho protonmail".split(" "),
];

/** `server`: another than the machine's own, such as 9.9.9.9 or 127.0.0.1:5300. */
export function openResolver(server: string | null = null): Resolver {
  const resolver = new Resolver({ timeout: 2 * SECOND, tries: 2 });
  if (server !== null) resolver.setServers([server]);
  return resolver;
}

export async function checkSender(tools: SenderTools, selector: string | null): Promise<SenderCheck> {
  const domain = domainOf(tools.mailFrom);
  const [spf, dkim, dmarc, smtp] = await Promise.all([
    findSpf(tools.resolver, domain),
    findDkim(tools.resolver, domain, selector),
    findDmarc(tools.resolver, domain),
    tryServer(tools),
  ]);
  return { domain, spf, dkim, dmarc, smtp };
}

export function addressOf(mailFrom: string): string {
  return /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim();
}

export function domainOf(mailFrom: string): string {
  const address = addressOf(mailFrom);
  return address.slice(address.lastIndexOf("@") + 1).toLowerCase();
}

export async function findSpf(names: Names, domain: string): Promise<Finding> {
  const records = await spfRecordsOf(names, domain);
  if (records === null) return { outcome: "unknown", record: null };
  const [record = null, ...more] = records;
  if (record === null) return { outcome: "missing", record };
  if (more.length > 0) return { outcome: "several", record };
  // `+all` allows everybody; `?all` and no end say nothing about others.
  return { outcome: /[\s][-~]all\s*$/i.test(record) || /\sredirect=/i.test(record) ? "good" : "weak", record };
}

export function spfRecordsOf(names: Names, domain: string): Promise<string[] | null> {
  return textsOf(names, domain, /^v=spf1(?: |$)/i);
}

export async function findDmarc(names: Names, domain: string): Promise<Finding> {
  // A domain without a record has that of its parent.
  for (const place of [domain, domain.split(".").slice(-2).join(".")]) {
    const records = await textsOf(names, `_dmarc.${place}`, /^v=DMARC1(?:\s*;|$)/i);
    if (records === null) return { outcome: "unknown", record: null };
    const [record, ...more] = records;
    if (record === undefined) continue;
    if (more.length > 0) return { outcome: "several", record };
    return { outcome: /;\s*p\s*=\s*(?:quarantine|reject)/i.test(record) ? "good" : "weak", record };
  }
  return { outcome: "missing", record: null };
}

export async function findDkim(names: Names, domain: string, selector: string | null): Promise<Finding> {
  const selectors = selector === null ? SELECTORS : [selector];
  const found = await Promise.all(selectors.map((one) => textsOf(names, `${one}._domainkey.${domain}`, /(?:^|;)\s*p=/i)));
  const record = found.flatMap((records) => records ?? [])[0];
  if (record !== undefined) return { outcome: /(?:^|;)\s*p=\s*(?:;|$)/i.test(record) ? "weak" : "good", record };
  const isCertain = selector !== null && found[0] !== null;
  return { outcome: isCertain ? "missing" : "unknown", record: null };
}

async function textsOf(names: Names, name: string, like: RegExp): Promise<string[] | null> {
  try {
    return (await names.resolveTxt(name)).map((parts) => parts.join("")).filter((text) => like.test(text));
  } catch (failure) {
    return ["ENOTFOUND", "ENODATA"].includes((failure as NodeJS.ErrnoException).code ?? "") ? [] : null;
  }
}

async function tryServer({ tryTransport, codeOf }: SenderTools): Promise<SenderCheck["smtp"]> {
  if (tryTransport === null) return { outcome: "files" };
  try {
    await tryTransport();
    return { outcome: "accepted" };
  } catch (failure) {
    return { outcome: "failed", reason: codeOf(failure) };
  }
}
