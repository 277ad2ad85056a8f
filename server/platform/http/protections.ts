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
