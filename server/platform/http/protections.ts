import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { countRefusal } from "../metrics/counters.ts";
import { isFromHere } from "../visitor.ts";

/** What a browser says a request is for (Fetch Metadata) where it would run the answer, or style a page with it. */
const AS_CODE = new Set([
  ...["script", "worker", "sharedworker", "serviceworker", "audioworklet", "paintworklet"],
  ...["json", "style", "xslt"],
]);

const BUILT = /^\/assets\/[^/]+\.(?:js|css)(?:\?|$)/;

export function refuseAsCode(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    if (!isForCode(request.headers) || BUILT.test(request.url)) return done();
    reply.code(403).header("cache-control", "no-store").header("vary", "Sec-Fetch-Dest").send();
  });
}

export function isForCode({ "sec-fetch-dest": destination }: IncomingHttpHeaders): boolean {
  return destination !== undefined && AS_CODE.has(destination.toString());
}

export function refuseForeignForms(site: FastifyInstance, publicUrl: () => string): void {
  site.addHook("onRequest", async (request) => {
    if (request.method === "GET" || request.method === "HEAD" || isOwnForm(request, publicUrl())) return;
    countRefusal("foreign-form");
    throw Object.assign(new Error(), { statusCode: 403 });
  });
}

export function isOwnForm({ headers, host }: Pick<FastifyRequest, "headers"> & { host?: string }, publicUrl: string): boolean {
  const { origin } = headers;
  if (origin === undefined) return ["same-origin", "none", undefined].includes(headers["sec-fetch-site"]?.toString());
  return origin === publicUrl || (host !== undefined && [`http://${host}`, `https://${host}`].includes(origin));
}

export function hereAlone(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    if (!isFromHere(request)) return reply.callNotFound();
  });
}

const YEAR = 365 * 24 * 60 * 60;

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

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  // The fonts of a first visit are in a style sheet.
  "font-src 'self' data:",
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

/** Of the file of a worker, whose policy it is: it reads public files. */
export const WORKER = "default-src 'none'; connect-src 'self'";

export const NO_PAGE = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

const UNUSED = [
  ...["accelerometer", "autoplay", "camera", "display-capture", "encrypted-media", "fullscreen", "geolocation", "gyroscope"],
  ...["hid", "idle-detection", "local-fonts", "magnetometer", "microphone", "midi", "payment", "picture-in-picture"],
  ...["publickey-credentials-get", "screen-wake-lock", "serial", "usb", "xr-spatial-tracking"],
];

export const PERMISSIONS = UNUSED.map((feature) => `${feature}=()`).join(", ");

export function contentPolicy({ upgrade }: { upgrade: boolean } = { upgrade: false }): string {
  return [...POLICY, ...(upgrade ? ["upgrade-insecure-requests"] : [])].join("; ");
}
