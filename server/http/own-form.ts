import type { FastifyInstance, FastifyRequest } from "fastify";
import { countRefusal } from "../measures/refusals.ts";

export function refuseForeignForms(site: FastifyInstance, publicUrl: () => string): void {
  site.addHook("onRequest", async (request) => {
    if (request.method === "GET" || request.method === "HEAD" || isOwnForm(request, publicUrl())) return;
    countRefusal("foreign-form");
    throw Object.assign(new Error(), { statusCode: 403 });
  });
}

export function isOwnForm(request: Pick<FastifyRequest, "headers" | "host">, publicUrl: string): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return ["same-origin", "none", undefined].includes(request.headers["sec-fetch-site"]?.toString());
  return origin === publicUrl || origin === `http://${request.host}` || origin === `https://${request.host}`;
}
