import type { FastifyInstance } from "fastify";
import { withAnswerDeadline } from "../database/deadline.ts";
import { observeRequest } from "../metrics/durations.ts";

declare module "fastify" {
  interface FastifyRequest {
    page: string | null;
    answered: (() => void) | null;
  }
}

/** To be called before anything else looks at requests. */
export function watchRequests(app: FastifyInstance): void {
  app.decorateRequest("page", null);
  app.decorateRequest("answered", null);
  app.addHook("preHandler", (request, reply, done) => {
    const answered = withAnswerDeadline(done);
    request.answered = answered;
    reply.raw.once("close", answered);
  });
  app.addHook("onResponse", (request, reply, done) => {
    request.answered?.();
    const { method, page } = request;
    const route = page ?? request.routeOptions.url ?? "none";
    const { statusCode: status, elapsedTime } = reply;
    observeRequest(method, route, status, elapsedTime / 1000);
    const line = { method, route, status, milliseconds: Math.round(elapsedTime) };
    // Of 503 its reason is a line, or a metric: refused in a flood, each would be one more thing to write.
    if (status >= 500 && status !== 503) request.log.error(line, "answered");
    else request.log.info(line, "answered");
    done();
  });
}
