import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance } from "fastify";

/** What a browser says a request is for (Fetch Metadata) where it would run the answer, or style a page with it. */
const AS_CODE = new Set([
  ...["script", "worker", "sharedworker", "serviceworker", "audioworklet", "paintworklet"],
  ...["json", "style", "xslt"],
]);

/** The build's files, named by their content. */
const BUILT = /^\/assets\/[^/]+\.(?:js|css)(?:\?|$)/;

/** No list, file or answer of ours is run as a script, whatever stands in it and however the browser would read it. */
export function refuseAsCode(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    if (!isForCode(request.headers) || BUILT.test(request.url)) return done();
    reply.code(403).header("cache-control", "no-store").header("vary", "Sec-Fetch-Dest").send();
  });
}

export function isForCode({ "sec-fetch-dest": destination }: IncomingHttpHeaders): boolean {
  return destination !== undefined && AS_CODE.has(destination.toString());
}
