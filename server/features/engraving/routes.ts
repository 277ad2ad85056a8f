import type { FastifyInstance } from "fastify";
import { drawEngraving, LAST_STEP } from "../../../petition/engraving.ts";
import { acceptedEncoding, type Encoding, pack } from "../../platform/http/answers.ts";
import { readRoute } from "../../platform/http/read-route.ts";

const FOR_GOOD = "public, max-age=31536000, immutable";

const STEPS = Array.from({ length: LAST_STEP + 1 }, (_, step) => String(step));

type Drawn = Record<Encoding | "plain", Promise<Buffer>>;

/** Whoever asks for a step that the count has not reached learns nothing of it: no count is looked at. */
export function engravingRoutes(app: FastifyInstance): void {
  const drawn = new Map<number, Drawn>();
  readRoute<{ Params: { step: string } }>(app, "/drawings/engraving/:step", async (request, reply) => {
    const step = STEPS.indexOf(request.params.step);
    if (step < 0) return reply.callNotFound();
    const forms = drawn.get(step) ?? draw(step);
    drawn.set(step, forms);
    const encoding = acceptedEncoding(request);
    if (encoding !== null) reply.header("content-encoding", encoding);
    return reply
      .header("vary", "Accept-Encoding")
      .header("cache-control", FOR_GOOD)
      .type("image/svg+xml")
      .send(await forms[encoding ?? "plain"]);
  });
}

function draw(step: number): Drawn {
  const bytes = Buffer.from(drawEngraving(step));
  return { plain: Promise.resolve(bytes), br: pack.br(bytes), gzip: pack.gzip(bytes) };
}
