/** What the pages behind the links in our e-mails have in common. */
import type { HeadersArgs } from "react-router";
import { mendToken } from "../../petition/confirmation.ts";

/** The token in an address or a form, mended where a mail program damaged it; "" where there is none. */
export function tokenIn(given: URLSearchParams | FormData): string {
  return mendToken(String(given.get("token") ?? ""));
}

/**
 * Headers of a page with a token in its address: kept by nobody, sent on to nobody. (`no-referrer` would take the origin off the
 * page's own form, too.)
 */
export function headersOfTokenPage({ actionHeaders }: HeadersArgs) {
  const own = { "Cache-Control": "private, no-store", "Referrer-Policy": "strict-origin" };
  return { ...Object.fromEntries(actionHeaders ?? []), ...own };
}
