/** A receipt of signing in a cookie, for one redirect: what a page without JavaScript thanks with. */
import type { Petition } from "../../contract/petition.ts";
import type { SignReceipt } from "../../contract/signing.ts";
import { RECEIPT_COOKIE } from "../../contract/signing.ts";

/** Seconds. The server opens a sealed receipt no longer than this, either. */
const LIFETIME = 600;

/** `Set-Cookie` for a sealed receipt; `publicUrl` decides whether it may travel unencrypted. */
export function receiptCookie(encrypted: string, publicUrl: string): string {
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  return `${RECEIPT_COOKIE}=${encrypted}; Path=/; Max-Age=${LIFETIME}; HttpOnly; SameSite=Lax${secure}`;
}

export function readReceipt(request: Request, petition: Petition): SignReceipt | null {
  const cookies = (request.headers.get("cookie") ?? "").split(";").map((cookie) => cookie.trim());
  const encrypted = cookies.find((cookie) => cookie.startsWith(`${RECEIPT_COOKIE}=`))?.slice(RECEIPT_COOKIE.length + 1);
  return encrypted ? petition.decryptReceipt(encrypted) : null;
}
