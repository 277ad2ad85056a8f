import type {
  FastifyInstance,
  RawReplyDefaultExpression as RawReply,
  RawRequestDefaultExpression as RawRequest,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
} from "fastify";

/** Answers GET and HEAD: no other route answers HEAD. */
export function readRoute<Given extends RouteGenericInterface>(
  app: FastifyInstance,
  url: string,
  handler: RouteHandlerMethod<RawServerDefault, RawRequest, RawReply, Given>,
): void {
  app.route<Given>({ method: ["GET", "HEAD"], url, handler });
}
