/** `POST /keys/rotate`. Registered below the question for the key. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type RotationRequest, rotationRequest } from "../../contract/administration/keys.schema.ts";
import type { KeyRotated } from "../../contract/administration/keys.ts";
import type { Translate } from "../../messages/translate.ts";
import { isForwarded, isLoopback } from "../http/visitor.ts";

const VARIABLES = { admin: "ADMIN_KEY", secret: "SECRET_KEY" };

interface KeyRoutes {
  /** Null where the environment sets the key. */
  rotate(wanted: RotationRequest): Promise<KeyRotated | null>;
  translatorOf(request: FastifyRequest): Translate;
  badRequest(request: FastifyRequest, reply: FastifyReply): FastifyReply;
}

export function keyRoutes(app: FastifyInstance, { rotate, translatorOf, badRequest }: KeyRoutes): void {
  app.post("/keys/rotate", async (request, reply) => {
    // Who has stolen the key must not be able to lock its owner out.
    if (!isFromHere(request)) return reply.code(403).send({ message: translatorOf(request)("rotation.answer.notFromHere") });
    const wanted = rotationRequest.safeParse(request.body);
    if (!wanted.success) return badRequest(request, reply);
    const rotated = await rotate(wanted.data);
    if (rotated) return rotated;
    const name = VARIABLES[wanted.data.key];
    return reply.code(409).send({ message: translatorOf(request)("rotation.answer.inEnvironment", { name }) });
  });
}

/** From the machine itself, also where the server listens on one of its outer addresses alone. */
function isFromHere(request: FastifyRequest): boolean {
  const { remoteAddress = "", localAddress } = request.socket;
  return !isForwarded(request) && (isLoopback(remoteAddress.replace(/^::ffff:/, "")) || remoteAddress === localAddress);
}
