import type { FastifyInstance, FastifyRequest } from "fastify";
import { countRefusal } from "../metrics/counters.ts";

export function refuseForeignForms(site: FastifyInstance, publicUrl: () => string): void {
  site.addHook("onRequest", async (request) => {
    if (request.method === "GET" || request.method === "HEAD" || isOwnForm(request, publicUrl())) return;
    countRefusal("foreign-form");
    throw Object.assign(new Error(), { statusCode: 403 });
  });
}

/** Without a host only our public address is known to be ours. */
export function isOwnForm({ headers, host }: Pick<FastifyRequest, "headers"> & { host?: string }, publicUrl: string): boolean {
  const { origin } = headers;
  if (origin === undefined) return ["same-origin", "none", undefined].includes(headers["sec-fetch-site"]?.toString());
  return origin === publicUrl || (host !== undefined && [`http://${host}`, `https://${host}`].includes(origin));
}
