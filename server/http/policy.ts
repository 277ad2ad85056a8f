/** Content security policy: nothing from third parties, no inline script but the very ones that we rendered. */
import { createHash } from "node:crypto";

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

/** `html`: the page as it is sent; its inline scripts are allowed by their hashes, so that a kept page needs no nonce. */
export function contentPolicy(html: string, { upgrade }: { upgrade: boolean } = { upgrade: false }): string {
  const hashes = new Set<string>();
  for (const [, script = ""] of html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g))
    hashes.add(`'sha256-${createHash("sha256").update(script).digest("base64")}'`);
  return [
    ...POLICY,
    `script-src 'self' ${[...hashes].join(" ")}`.trim(),
    ...(upgrade ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}
