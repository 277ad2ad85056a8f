import { parseCookie, stringifySetCookie } from "cookie";
import type { Petition } from "../../contract/petition.ts";
import type { SignReceipt } from "../../contract/signing.ts";
import { RECEIPT_COOKIE, RECEIPT_COOKIE_ATTRIBUTES } from "../../petition/receipt-cookie.ts";

/** `Set-Cookie` for an encrypted receipt; `publicUrl` decides whether it may travel unencrypted. */
export function receiptCookie(encrypted: string, publicUrl: string): string {
  return stringifySetCookie({
    name: RECEIPT_COOKIE,
    value: encrypted,
    ...RECEIPT_COOKIE_ATTRIBUTES,
    secure: publicUrl.startsWith("https:"),
  });
}

export function forgottenReceipt(): string {
  return stringifySetCookie({ name: RECEIPT_COOKIE, value: "", ...RECEIPT_COOKIE_ATTRIBUTES, maxAge: 0 });
}

export function readReceipt(request: Request, petition: Petition): SignReceipt | null {
  const encrypted = parseCookie(request.headers.get("cookie") ?? "")[RECEIPT_COOKIE];
  return encrypted ? petition.decryptReceipt(encrypted) : null;
}
