/** A receipt of signing in a cookie, for one redirect: what a page without JavaScript thanks with. */
import { parseCookie, stringifySetCookie } from "cookie";
import type { Petition } from "../../contract/petition.ts";
import { RECEIPT_COOKIE, RECEIPT_LIFETIME, type SignReceipt } from "../../contract/signing.ts";

/** `Set-Cookie` for an encrypted receipt; `publicUrl` decides whether it may travel unencrypted. */
export function receiptCookie(encrypted: string, publicUrl: string): string {
  return stringifySetCookie({
    name: RECEIPT_COOKIE,
    value: encrypted,
    path: "/",
    maxAge: RECEIPT_LIFETIME / 1000,
    httpOnly: true,
    sameSite: "lax",
    secure: publicUrl.startsWith("https:"),
  });
}

export function readReceipt(request: Request, petition: Petition): SignReceipt | null {
  const encrypted = parseCookie(request.headers.get("cookie") ?? "")[RECEIPT_COOKIE];
  return encrypted ? petition.decryptReceipt(encrypted) : null;
}
