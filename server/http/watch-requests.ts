/** Each request once it is answered: measured, written to the log, traced. The route's or the page's pattern stands for the path. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { answering } from "../database/in-time.ts";
import { observeRequest } from "../measures/requests.ts";
import type { Span, Traces } from "../tracing/traces.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The pattern of the page that answers; null where no page does, or not yet. */
    page: string | null;
    span: Span | null;
    /** Null until all of it has arrived. */
    answered: (() => void) | null;
  }
}

/** To be called before anything else looks at requests. */
export function watchRequests(app: FastifyInstance, traces: Traces, isTrusted: (request: FastifyRequest) => boolean): void {
  app.decorateRequest("page", null);
  app.decorateRequest("span", null);
  app.decorateRequest("answered", null);
  if (traces.isOn) traceRequests(app, traces, isTrusted);
  // However slowly a form arrives, there is as much time for its answer.
  app.addHook("preHandler", (request, reply, done) => {
    const answered = answering(done);
    request.answered = answered;
    // Of whoever leaves, too: nobody waits for what they asked for.
    reply.raw.once("close", answered);
  });
  app.addHook("onResponse", (request, reply, done) => {
    request.answered?.();
    const { method, page, span } = request;
    const route = page ?? request.routeOptions.url ?? "none";
    const { statusCode: status, elapsedTime } = reply;
    observeRequest(method, route, status, elapsedTime / 1000);
    const line = { method, route, status, milliseconds: Math.round(elapsedTime) };
    if (status >= 500) request.log.error(span ? { ...line, trace: span.traceId } : line, "answered");
    else request.log.info(span ? { ...line, trace: span.traceId } : line, "answered");
    if (span) endSpan(span, method, route, status);
    done();
  });
}

function traceRequests(app: FastifyInstance, traces: Traces, isTrusted: (request: FastifyRequest) => boolean): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const { traceparent } = request.headers;
    const parent = typeof traceparent === "string" && isTrusted(request) ? traceparent : undefined;
    request.span = traces.begin(request.method, "server", { "petition.request.id": request.id }, parent);
    traces.within(request.span, done);
  });
  // What arrives with a body goes on from the socket, which knows of no request.
  app.addHook("preHandler", (request, _reply, done) => traces.within(request.span, done));
}

function endSpan(span: Span, method: string, route: string, status: number): void {
  span.rename(`${method} ${route}`);
  span.add({ "http.request.method": method, "http.route": route, "http.response.status_code": status });
  span.end(status >= 500 ? String(status) : undefined);
}
