import { isIP } from "node:net";
import { openSheets, SheetsFailure } from "../../features/spreadsheet/google-sheets.ts";
import type { Configuration } from "../../platform/config/configuration.ts";
import type { Witness } from "../../platform/config/kinds.ts";
import { readServiceAccount } from "../../platform/config/secrets.ts";
import { SHARED } from "../../platform/http/answers.ts";
import { isLoopback } from "../../platform/visitor.ts";
import { type Answer, ask, CERTIFICATE_DAYS } from "./asking.ts";
import type { Reached } from "./challenge.ts";
import { codeOf, type Finding, fault, found, good, orGood, unseen, warning } from "./examine.ts";

/** Reserved for papers (RFC 5737): nobody comes from there. */
export const FORGED = "203.0.113.77";

export const NOT_REACHED = unseen("not looked at, since the site was not reached from outside.", "Mend that first.");

/** Seconds: a cache that counts whole ones may be a second ahead. */
const OLDEST = 2;

const BAD_CERTIFICATE = /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED|ERR_TLS_CERT|HOSTNAME_MISMATCH)/;

/** Whether the public address leads to this very installation. `plain`: asked as everybody is, `large`: with a body as large as we take. */
export function addressLeadsHere(publicUrl: string, plain: Reached, large: Reached): Finding {
  if (plain.outcome === "failed") return unreached(publicUrl, plain.code);
  if (plain.outcome === "stranger") return strange(publicUrl, plain);
  if (large.outcome !== "answered")
    return fault(
      "what stands before the site does not pass on 60 KB, which our calls take.",
      "Let it take bodies of 64 KB at least (nginx: client_max_body_size 1m).",
    );
  return good(`${publicUrl} leads to this installation, and passes on what our calls take.`);
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
    `headers${hasPlain ? ", packing and the way from http to https" : " and packing"} are as they should be.`,
    !isSecure && fault("PUBLIC_URL is not https: what people sign is sent open.", "Put a proxy in front that speaks TLS."),
    isSecure &&
      !page.headers["strict-transport-security"] &&
      fault(
        "Strict-Transport-Security does not come through.",
        "Let the proxy pass it on, and start the site with PUBLIC_URL=https://….",
      ),
    hasPlain && (await wayFromHttp(publicUrl, plainPort)),
    ...changed(page),
    !(await isAskedAgain(`${publicUrl}/`, headers, page)) &&
      warning("a page that is known already is sent again.", "Let the proxy pass If-None-Match on."),
  );
}

/** Whether who has the page is told so. It may change meanwhile, hardly thrice. */
async function isAskedAgain(address: string, headers: Record<string, string>, first: Answer): Promise<boolean> {
  let { etag } = first.headers;
  for (let tries = 0; tries < 3 && etag; tries++) {
    const again = await ask(address, { headers: { ...headers, "if-none-match": etag } });
    if (again.status === 304) return true;
    etag = again.headers.etag;
  }
  return etag === undefined;
}

async function wayFromHttp(publicUrl: string, plainPort: number): Promise<Finding | null> {
  const todo = "Let the proxy redirect http to https.";
  const { hostname } = new URL(publicUrl);
  try {
    const { status, headers } = await ask(`http://${hostname}:${plainPort}/`);
    if (status >= 300 && status < 400 && (headers.location ?? "").startsWith(`${publicUrl}/`)) return null;
    return fault(`http://${hostname} answers ${status} instead of leading to ${publicUrl}.`, todo);
  } catch (failure) {
    return warning(`nothing answers at http://${hostname} (${codeOf(failure)}): who types no https finds nothing.`, todo);
  }
}

function changed({ status, headers }: Answer): Finding[] {
  if (status !== 200) return [fault(`the first page answers ${status}.`, "Look into the log of the site and of the proxy.")];
  const lost = ["content-security-policy", "x-content-type-options", "etag", "vary"].filter((name) => !headers[name]);
  return found(
    lost.length > 0 && fault(`the proxy takes off ${lost.join(", ")}.`, "Let it pass the headers of answers on."),
    (headers["cache-control"] !== SHARED || Number(headers.age ?? 0) > OLDEST) &&
      fault(
        "the proxy keeps pages for longer than the second that they say, or lets others do so.",
        "Let it leave Cache-Control as it is, and obey it.",
      ),
    !headers["content-encoding"] &&
      warning("pages arrive unpacked.", "Let the proxy pass Accept-Encoding on, or pack them itself."),
  );
}

export function certificateLasts(days: number): Finding {
  const todo = "Renew it, and look why that did not happen by itself.";
  if (days < 0) return fault("it has ended: browsers refuse the page.", todo);
  const seen = `it is valid for ${days} more days.`;
  if (days < 3) return fault(seen, todo);
  return days < CERTIFICATE_DAYS ? warning(seen, todo) : good(seen);
}

/** What the site makes of `X-Forwarded-For`: asked through its public address, as everybody is and with a forged header. */
type ProxySeen = Record<"plain" | "forged", Reached> & { isSecure: boolean; trust: Configuration["trustProxy"] };

/** Another paper's address: of somebody who is no proxy of ours. */
const STRANGER = "192.0.2.77";

/** The rules of docs/operating/first-day.md, "The proxy". */
export function proxyIsBelievedRightly({ plain, forged, isSecure, trust }: ProxySeen): Finding {
  if (plain.outcome !== "answered" || forged.outcome !== "answered") return NOT_REACHED;
  const { address, peer, isForwarded, forwardedFor } = plain.arrival;
  // Whoever asks from a proxy's own machine may be believed there; a stranger in our place may not.
  if (forged.arrival.address === FORGED && trust?.(STRANGER, forwardedFor.length))
    return fault(
      "a forged X-Forwarded-For is believed: whoever sends one has no limits.",
      "Name fewer proxies in TRUST_PROXY, or let the first proxy replace the header instead of passing it on.",
    );
  if (!isForwarded && !isSecure) return good("none stands in front.");
  if (!isForwarded)
    return fault(
      "the proxy sends no X-Forwarded-For: all visitors share one limit.",
      "Let it send X-Forwarded-For, and name it in TRUST_PROXY.",
    );
  const [first] = forwardedFor;
  if (isIP(first ?? "") === 0)
    return fault(
      "the proxy sends no address in X-Forwarded-For, and Forwarded and X-Real-IP are not believed.",
      "Let it send X-Forwarded-For, and name it in TRUST_PROXY.",
    );
  const isNamed = trust?.(peer, 0) ?? false;
  if (address === first && isNamed) return good(`${address} was seen as the asker, also with a forged X-Forwarded-For.`);
  if (address === peer || !isNamed)
    return fault(
      `TRUST_PROXY does not name the proxy at ${peer}: all visitors share one limit.`,
      `Set TRUST_PROXY to ${isLoopback(peer) ? "loopback" : peer}, and start the site again.`,
    );
  return fault(
    `${forwardedFor.length} proxies stand in front, and TRUST_PROXY names fewer: ${address}, one of them, is taken for the visitor.`,
    `Set TRUST_PROXY to the addresses of all of them, or to ${forwardedFor.length} if nobody can go around them.`,
  );
}

export async function analyticsAnswers(address: string): Promise<Finding> {
  const { origin, host } = new URL(address);
  // An event would be counted.
  const status = await statusOf(`${origin}/`);
  return typeof status === "number" && status < 500
    ? good(`${host} answers.`)
    : warning(`${host} does not answer (${status}): events are lost meanwhile.`, "Mend it, or the address in ANALYTICS.");
}

export async function witnessesAnswer(witnesses: readonly Witness[]): Promise<Finding[]> {
  return Promise.all(
    witnesses.map(async ({ address, key: { name } }) => {
      // An empty request is none, and is refused.
      const status = await statusOf(`${address}/add-checkpoint`, { method: "POST", body: "" });
      if (status === 400) return good(`${name} answers.`);
      const todo = "Ask who runs it; until it is back the log goes on without its cosignature.";
      return typeof status === "number" && status < 500 && status !== 404
        ? warning(`${name} answers ${status}, as no witness does.`, "Look at its address in LOG_WITNESSES.")
        : warning(`${name} does not answer (${status}).`, todo);
    }),
  );
}

async function statusOf(address: string, asking?: { method: "POST"; body: string }): Promise<number | string> {
  try {
    return (await ask(address, asking)).status;
  } catch (failure) {
    return codeOf(failure);
  }
}

type Copied = { id: string; endpoint: string | null; serviceAccountFile: string };

/** Reads the names of the tabs; whether rows may be written shows with the first one. */
export async function spreadsheetIsOpen({ id, endpoint, serviceAccountFile }: Copied, ending: AbortSignal): Promise<Finding> {
  let account: ReturnType<typeof readServiceAccount>;
  try {
    account = readServiceAccount(serviceAccountFile);
  } catch (failure) {
    return fault((failure as Error).message, "The site does not start with it.");
  }
  const sheets = openSheets({ spreadsheetId: id, account, endpoint });
  ending.addEventListener("abort", () => sheets.abandon());
  try {
    await sheets.tabs();
    return good(`the service account ${account.email} can open it.`);
  } catch (failure) {
    const code = failure instanceof SheetsFailure ? failure.code : "unknown";
    if (/\b(?:403|404)\b/.test(code))
      return fault(
        `the service account may not open it (${code}).`,
        `Share it with ${account.email}, as an editor; is GOOGLE_SHEETS_ID right?`,
      );
    if (code.startsWith("token")) return fault(`the service account's key is not taken (${code}).`, "Make a new key for it.");
    return unseen(`the service did not answer (${code}).`, "Try again; rows wait until it does.");
  }
}
