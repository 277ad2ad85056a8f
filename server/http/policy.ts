import { createHash } from "node:crypto";

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  // One policy for whatever a script hands to the parser: `web/trusted-types.ts`.
  "require-trusted-types-for 'script'",
  "trusted-types default",
];

/** Of what is no page. Opened on its own, it is shown as what it is and can do nothing. */
export const NO_PAGE = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/** What our pages ask of no device; what is not named is the page's own, as copying and sharing. */
const UNUSED = [
  ...["accelerometer", "autoplay", "camera", "display-capture", "encrypted-media", "fullscreen", "geolocation", "gyroscope"],
  ...["hid", "idle-detection", "local-fonts", "magnetometer", "microphone", "midi", "payment", "picture-in-picture"],
  ...["publickey-credentials-get", "screen-wake-lock", "serial", "usb", "xr-spatial-tracking"],
];

export const PERMISSIONS = UNUSED.map((feature) => `${feature}=()`).join(", ");

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
