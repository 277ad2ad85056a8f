import type { FastifyInstance } from "fastify";
import type { Petition } from "../../../contract/petition.ts";
import { sendOutcome } from "../../platform/http/errors.ts";
import { visitorOf } from "../../platform/visitor.ts";

const STATUS = { accepted: 200, refused: 400 } as const;

export function personalRoutes(app: FastifyInstance, { petition }: { petition: Petition }): void {
  app.post("/petition/personal-link", async (request, reply) =>
    sendOutcome(reply, await petition.sendPersonalLink(request.body, visitorOf(request)), STATUS),
  );
}
