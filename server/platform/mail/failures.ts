export class UnusableAddress extends Error {
  override name = "UnusableAddress";
}

/** A 5xx answer is final (RFC 5321, 4.2.1), unless it is about a full mailbox, our login or the connection. */
export function sortFailure(error: unknown): "later" | "never" {
  if (error instanceof UnusableAddress) return "never";
  const { status, enhanced } = read(error);
  if (status < 500 || status > 599) return "later";
  if (!isAboutOneEmail(error)) return "later";
  if (status === 552 || enhanced.endsWith(".2.2")) return "later";
  if ([530, 534, 535, 538].includes(status) || enhanced.startsWith("5.7.8")) return "later";
  return "never";
}

export function isAboutOneEmail(error: unknown): boolean {
  return ["EENVELOPE", "EMESSAGE"].includes(read(error).code);
}

/** Such as `EENVELOPE 550 5.1.1`: codes only, since servers repeat the address in their sentences. */
export function failureCode(error: unknown): string {
  if (error instanceof UnusableAddress) return error.name;
  const { code, cause, status, enhanced } = read(error);
  return [code, cause, status || "", enhanced].filter(Boolean).join(" ") || "unknown";
}

export function failedAtEncryption(error: unknown): boolean {
  return /^ETLS|\bERR_SSL_/.test(failureCode(error));
}

export function adviceOn(code: string): { seen: string; todo: string } | null {
  return ADVICE.find(({ of }) => of.test(code)) ?? null;
}

const ADVICE = [
  {
    of: /^EAUTH/,
    seen: "it refuses the login",
    todo: "Look at user and password in SMTP_URL; special letters are written as in addresses (%40 for @).",
  },
  {
    of: /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO/,
    seen: "its certificate is not valid",
    todo: "Name it in SMTP_URL as its certificate does, or renew the certificate; within a network of your own: add ?tls=optional.",
  },
  {
    of: /^ETLS|ERR_SSL_(?!WRONG_VERSION)/,
    seen: "it offers no STARTTLS, or fails at it",
    todo: "Take a server that does; within a network of your own: add ?tls=optional to SMTP_URL.",
  },
  { of: /EDNS|ENOTFOUND/, seen: "its name leads nowhere", todo: "Correct the host in SMTP_URL." },
  {
    of: /^ETIMEDOUT/,
    seen: "it does not answer",
    todo: "Many providers block port 25: take 587, or smtps and 465. Is the port open?",
  },
  {
    of: /^ESOCKET|^ECONN|^EPROTOCOL/,
    seen: "it cannot be spoken to",
    todo: "Look at host and port in SMTP_URL: smtps:// is for 465, smtp:// for 587 and 25.",
  },
  {
    of: /^(?:EENVELOPE|EMESSAGE) 4/,
    seen: "it takes no e-mail for the moment",
    todo: "Look into its log, or ask its operator: it may hold back senders that it does not know.",
  },
];

/** `cause`: the library's own codes hide those of the system and of TLS. */
function read(error: unknown): { code: string; cause: string; status: number; enhanced: string } {
  if (!(error instanceof Error)) return { code: "", cause: "", status: 0, enhanced: "" };
  const { code, originalCode, responseCode, response } = error as Error & Record<string, unknown>;
  return {
    code: typeof code === "string" ? code : error.name,
    cause: typeof originalCode === "string" ? originalCode : "",
    status: typeof responseCode === "number" ? responseCode : 0,
    enhanced: /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(typeof response === "string" ? response : "")?.[1] ?? "",
  };
}
