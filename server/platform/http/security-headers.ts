import { NO_PAGE } from "./policy.ts";

/** Seconds. */
const YEAR = 365 * 24 * 60 * 60;

/** What every answer tells a browser; a page or a call may say otherwise of its own. `isSecure`: the site is asked by https. */
export function securityHeaders({ isSecure }: { isSecure: boolean }): Record<string, string> {
  return {
    "content-security-policy": NO_PAGE,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "origin-agent-cluster": "?1",
    // With `no-referrer` forms would send `Origin: null`, which is refused.
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-content-type-options": "nosniff",
    "x-dns-prefetch-control": "off",
    "x-download-options": "noopen",
    "x-frame-options": "SAMEORIGIN",
    "x-permitted-cross-domain-policies": "none",
    // The filter that older browsers have is a hole of its own.
    "x-xss-protection": "0",
    ...(isSecure ? { "strict-transport-security": `max-age=${YEAR}; includeSubDomains` } : {}),
  };
}
