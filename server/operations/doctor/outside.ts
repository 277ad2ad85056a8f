import { SHARED } from "../../platform/http/cache-in-front.ts";
import { type Asked, ask } from "./asking.ts";
import { codeOf } from "./examine.ts";
import { type Finding, fault, good, orGood, unseen, warning } from "./finding.ts";
import type { Reached } from "./reaching.ts";

/** Seconds: a cache that counts whole ones may be a second ahead. */
const OLDEST = 2;

const BAD_CERTIFICATE = /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED|ERR_TLS_CERT|HOSTNAME_MISMATCH)/;

/** Whether the public address leads to this very installation. `plain`: asked as everybody is, `large`: with a body as large as we take. */
export function addressLeadsHere(publicUrl: string, plain: Reached, large: Reached): Finding[] {
  if (plain.outcome === "failed") return [unreached(publicUrl, plain.code)];
  if (plain.outcome === "stranger") return [strange(publicUrl, plain)];
  if (large.outcome !== "answered")
    return [
      fault(
        "what stands before the site does not pass on 60 KB, which our calls take.",
        "Let it take bodies of 64 KB at least (nginx: client_max_body_size 1m).",
      ),
    ];
  return [good(`${publicUrl} leads to this installation, and passes on what our calls take.`)];
}

function unreached(publicUrl: string, code: string): Finding {
  if (BAD_CERTIFICATE.test(code))
    return fault(
      `the certificate at ${publicUrl} is not valid (${code}): browsers refuse the page.`,
      "Get one for that name, with its whole chain.",
    );
  if (code === "ENOTFOUND")
    return fault(`the name in ${publicUrl} leads nowhere.`, "Set its A and AAAA records, or mend PUBLIC_URL.");
  if (code === "ETIMEDOUT" || code === "EAI_AGAIN" || code === "EHOSTUNREACH" || code === "ENETUNREACH")
    return unseen(
      `${publicUrl} cannot be reached from here (${code}).`,
      "Open it from another network: some routers do not let a machine ask its own public address.",
    );
  return fault(`nothing answers at ${publicUrl} (${code}).`, "Start the proxy, or open its port.");
}

function strange(publicUrl: string, { status }: { status: number }): Finding {
  if (status >= 300 && status < 400)
    return fault(`${publicUrl} leads elsewhere (${status}).`, "Set PUBLIC_URL to the address that people end at.");
  if (status >= 502 && status <= 504)
    return fault(
      `the proxy at ${publicUrl} answers ${status}: it does not find the site.`,
      "Start the site, or mend where the proxy looks for it.",
    );
  return fault(
    `${publicUrl} leads to something that does not know this installation's SECRET_KEY (${status}).`,
    "Run doctor with the site's settings; else another site or another folder answers there.",
  );
}

/** `plainPort`: of the address without https; tests have another than 80. */
export async function pageComesThrough(publicUrl: string, plainPort = 80): Promise<Finding[]> {
  const headers = { "accept-encoding": "br, gzip", accept: "text/html" };
  const page = await ask(`${publicUrl}/`, { headers });
  const isSecure = publicUrl.startsWith("https:");
  // Of another port than the usual one nobody knows where http would be.
  const hasPlain = isSecure && (new URL(publicUrl).port === "" || plainPort !== 80);
  return orGood(
    [
      ...(isSecure ? securely(page) : [insecure()]),
      ...(hasPlain ? await redirected(publicUrl, plainPort) : []),
      ...changed(page),
      ...((await isAskedAgain(`${publicUrl}/`, headers, page)) ? [] : [sentAgain()]),
    ],
    `headers${hasPlain ? ", packing and the way from http to https" : " and packing"} are as they should be.`,
  );
}

/** Whether who has the page is told so. It may change meanwhile, hardly thrice. */
async function isAskedAgain(address: string, headers: Record<string, string>, first: Asked): Promise<boolean> {
  let { etag } = first.headers;
  for (let tries = 0; tries < 3 && etag; tries++) {
    const again = await ask(address, { headers: { ...headers, "if-none-match": etag } });
    if (again.status === 304) return true;
    etag = again.headers.etag;
  }
  return etag === undefined;
}

function sentAgain(): Finding {
  return warning("a page that is known already is sent again.", "Let the proxy pass If-None-Match on.");
}

function insecure(): Finding {
  return fault("PUBLIC_URL is not https: what people sign is sent open.", "Put a proxy in front that speaks TLS.");
}

function securely(page: Asked): Finding[] {
  if (page.headers["strict-transport-security"]) return [];
  return [
    fault(
      "Strict-Transport-Security does not come through.",
      "Let the proxy pass it on, and start the site with PUBLIC_URL=https://….",
    ),
  ];
}

async function redirected(publicUrl: string, plainPort: number): Promise<Finding[]> {
  const todo = "Let the proxy redirect http to https.";
  const { hostname } = new URL(publicUrl);
  try {
    const { status, headers } = await ask(`http://${hostname}:${plainPort}/`);
    const isThere = status >= 300 && status < 400 && (headers.location ?? "").startsWith(`${publicUrl}/`);
    return isThere ? [] : [fault(`http://${hostname} answers ${status} instead of leading to ${publicUrl}.`, todo)];
  } catch (failure) {
    return [warning(`nothing answers at http://${hostname} (${codeOf(failure)}): who types no https finds nothing.`, todo)];
  }
}

/** What a proxy may have taken off, or kept. */
function changed({ status, headers }: Asked): Finding[] {
  if (status !== 200) return [fault(`the first page answers ${status}.`, "Look into the log of the site and of the proxy.")];
  const found: Finding[] = [];
  const lost = ["content-security-policy", "x-content-type-options", "etag", "vary"].filter((name) => !headers[name]);
  if (lost.length > 0) found.push(fault(`the proxy takes off ${lost.join(", ")}.`, "Let it pass the headers of answers on."));
  if (headers["cache-control"] !== SHARED || Number(headers.age ?? 0) > OLDEST)
    found.push(
      fault(
        "the proxy keeps pages for longer than the second that they say, or lets others do so.",
        "Let it leave Cache-Control as it is, and obey it.",
      ),
    );
  if (!headers["content-encoding"])
    found.push(warning("pages arrive unpacked.", "Let the proxy pass Accept-Encoding on, or pack them itself."));
  return found;
}
