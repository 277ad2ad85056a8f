/** Content security policy: nothing from third parties, no inline script but the very ones that we made. */
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

/** `scripts`: what {@link takeMarks} found. */
export function contentPolicy(scripts: string[], { upgrade }: { upgrade: boolean } = { upgrade: false }): string {
  return [...POLICY, `script-src ${["'self'", ...scripts].join(" ")}`, ...(upgrade ? ["upgrade-insecure-requests"] : [])].join(
    "; ",
  );
}

/**
 * Takes the marks out of a rendered page that say which inline scripts are ours: `nonce` was drawn for this rendering, so that
 * nothing that came from data can carry it. Answers the page without them, and the hashes of those scripts: a page that is kept
 * and sent to many must not name a nonce.
 */
export function takeMarks(html: string, nonce: string): { html: string; scripts: string[] } {
  const mark = ` nonce="${nonce}"`;
  const ours = new RegExp(`<script(?![^>]*\\ssrc=)[^>]*${mark}[^>]*>([\\s\\S]*?)</script>`, "g");
  const scripts = [...html.matchAll(ours)].map(
    ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
  return { html: html.replaceAll(mark, ""), scripts: [...new Set(scripts)] };
}
