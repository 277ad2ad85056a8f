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

export function contentPolicy(scripts: string[], { upgrade }: { upgrade: boolean } = { upgrade: false }): string {
  return [...POLICY, `script-src ${["'self'", ...scripts].join(" ")}`, ...(upgrade ? ["upgrade-insecure-requests"] : [])].join(
    "; ",
  );
}

/** A page that is kept and sent to many must not name a nonce: it gets the hashes of its scripts instead (decision 0014). */
export function takeMarks(html: string, nonce: string): { html: string; scripts: string[] } {
  const mark = ` nonce="${nonce}"`;
  const ours = new RegExp(`<script(?![^>]*\\ssrc=)[^>]*${mark}[^>]*>([\\s\\S]*?)</script>`, "g");
  const scripts = [...html.matchAll(ours)].map(
    ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
  return { html: html.replaceAll(mark, ""), scripts: [...new Set(scripts)] };
}
