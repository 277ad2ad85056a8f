import type { FastifyInstance } from "fastify";
import { rotationRequest } from "../../../contract/administration/keys.ts";
import type { Context } from "../../context.ts";
import type { Secrets } from "../../platform/config/secrets.ts";
import { isFromHere } from "../../platform/visitor.ts";
import type { Answering } from "../answering.ts";
import { rotateKey } from "./rotate.ts";

const VARIABLES = { admin: "ADMIN_KEY", secret: "SECRET_KEY" };

export function keyRoutes(
  app: FastifyInstance,
  context: Context,
  { keyFiles, translatorOf, badRequest }: Answering & Pick<Secrets, "keyFiles">,
): void {
  app.post("/keys/rotate", async (request, reply) => {
    // Who has stolen the key must not be able to lock its owner out.
    if (!isFromHere(request)) return reply.code(403).send({ message: translatorOf(request)("rotation.answer.notFromHere") });
    const wanted = rotationRequest.safeParse(request.body);
    if (!wanted.success) return badRequest(request, reply);
    const rotated = await rotateKey({ ...context, keyFiles }, wanted.data);
    if (rotated) return rotated;
    const name = VARIABLES[wanted.data.key];
    return reply.code(409).send({ message: translatorOf(request)("rotation.answer.inEnvironment", { name }) });
  });
}
