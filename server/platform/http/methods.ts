import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Translators } from "../translators.ts";
import { languageOf } from "../visitor.ts";
import { sentenceFor } from "./errors.ts";

export interface Methods {
  /** 204 to `OPTIONS` and 405 where there is something under this address, else 404. */
  answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply;
}

/** To be called before the routes are registered. */
export function watchMethods(app: FastifyInstance, translators: Translators): Methods {
  const known = new Map<string, { pattern: RegExp; methods: Set<string> }>();

  app.addHook("onRoute", ({ url, method }) => {
    const methods = [method].flat();
    if (methods.includes("OPTIONS")) return;
    const entry = known.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    known.set(url, entry);
    for (const one of methods) entry.methods.add(one);
  });

  function methodsAt(path: string): Set<string> | undefined {
    return [...known.values()].find(({ pattern }) => pattern.test(path))?.methods;
  }

  return {
    answerUnknown(request, reply) {
      const methods = methodsAt(request.url.split("?", 1)[0] ?? "");
      const allowed = methods && !methods.has(request.method) ? [...methods].toSorted().join(", ") : null;
      reply.header("cache-control", "no-store");
      if (allowed !== null) reply.header("allow", allowed);
      if (allowed !== null && request.method === "OPTIONS") return reply.code(204).send();
      const status = allowed === null ? 404 : 405;
      return reply.code(status).send({ message: sentenceFor(status, translators[languageOf(request)]) });
    },
  };
}

function patternOf(url: string): RegExp {
  if (url === "/*") return /^\/(?!api(?:\/|$))/;
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replace(/:\w+/g, "[^/]+").replace(/\*$/, ".*")}$`);
}
