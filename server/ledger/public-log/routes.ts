import { and, eq } from "drizzle-orm";
import type { FastifyInstance, FastifyReply, FastifyRequest, preHandlerAsyncHookHandler } from "fastify";
import type { Petition } from "../../../contract/petition.ts";
import { receiptRequest } from "../../../contract/transparency.ts";
import { writeReceiptProof } from "../../../petition/transparency/receipt.ts";
import { bundleOf, readTilePath, TILE_WIDTH, type Tile, widthIn } from "../../../petition/transparency/tiles.ts";
import { sha256 } from "../../platform/crypto/crypto.ts";
import { withinDeadline } from "../../platform/database/deadline.ts";
import { shownTexts } from "../../platform/database/schema.ts";
import { holdsCurrent } from "../../platform/http/answers.ts";
import { readRoute } from "../../platform/http/read-route.ts";
import { visitorOf } from "../../platform/visitor.ts";
import type { PublicLog } from "./public-log.ts";
import { readEntries, readTile } from "./store.ts";
import { type WitnessTools, withCosignatures, witnessRows } from "./witnesses.ts";

const FOR_EVER = "public, max-age=31536000, immutable";
const FOR_NOW = "public, max-age=60";
const NOT_YET = "public, max-age=1";
const ASK_AGAIN = "public, no-cache";

type Tools = Pick<WitnessTools, "db" | "witnesses"> & { publicLog: Pick<PublicLog, "head"> };

export function logRoutes(app: FastifyInstance, tools: Tools): void {
  const { db, publicLog } = tools;
  let known = 0;
  const head = () => withinDeadline(publicLog.head());

  async function sizeFor(needed: number): Promise<number> {
    if (needed > known) known = (await head())?.size ?? 0;
    return known;
  }

  readRoute(app, "/log/checkpoint", async (request, reply) => {
    const state = await head();
    if (!state) return missing(reply);
    return revalidated(request, reply, withCosignatures(state, await withinDeadline(witnessRows(tools))));
  });

  readRoute(app, "/log/key", async (request, reply) => {
    const state = await head();
    return state ? revalidated(request, reply, `${state.keys}\n`) : missing(reply);
  });

  readRoute<{ Params: { "*": string } }>(app, "/log/tile/*", async (request, reply) => {
    const tile = readTilePath(request.params["*"]);
    const bytes = tile && (await withinDeadline(bytesOf(tile)));
    if (!bytes) return missing(reply);
    return readable(reply)
      .type("application/octet-stream")
      .header("cache-control", tile.width < TILE_WIDTH ? FOR_NOW : FOR_EVER)
      .send(bytes);
  });

  readRoute<{ Params: { hash: string } }>(app, "/log/text/:hash", async (request, reply) => {
    const { hash } = request.params;
    const isPetition = and(eq(shownTexts.version, hash), eq(shownTexts.kind, "petition"));
    const found = /^[\da-f]{64}$/.test(hash) ? db.select().from(shownTexts).where(isPetition).execute() : Promise.resolve([]);
    const [row] = await withinDeadline(found);
    if (!row) return missing(reply);
    return readable(reply).type("text/plain; charset=utf-8").header("cache-control", FOR_EVER).send(row.text);
  });

  async function bytesOf(tile: Tile): Promise<Buffer | null> {
    const { level, index, width } = tile;
    const height = level === "entries" ? 0 : level;
    const needed = (index * TILE_WIDTH + width) * TILE_WIDTH ** height;
    if (!Number.isSafeInteger(needed) || widthIn(await sizeFor(needed), tile) < width) return null;
    if (level !== "entries") return readTile(db, { ...tile, level });
    const from = index * TILE_WIDTH;
    const entries = await readEntries(db, from, from + width);
    return entries.length === width ? Buffer.from(bundleOf(entries)) : null;
  }
}

const STATUS = { receipt: 200, waiting: 200, none: 200, gone: 404, unknown: 404, expired: 410 } as const;

export function receiptRoutes(
  api: FastifyInstance,
  { petition, preHandler }: { petition: Pick<Petition, "ownReceipt">; preHandler: preHandlerAsyncHookHandler },
): void {
  api.post<{ Querystring: { format?: unknown } }>("/petition/receipt", { preHandler }, async (request, reply) => {
    const asked = receiptRequest.safeParse(request.body);
    if (!asked.success) throw Object.assign(new Error(), { statusCode: 400 });
    const outcome = await petition.ownReceipt(asked.data.token, visitorOf(request));
    reply.code(STATUS[outcome.outcome]).header("cache-control", "no-store");
    if (outcome.outcome !== "receipt" || request.query.format !== "tlog-proof") return reply.send(outcome);
    return reply.type("text/plain; charset=utf-8").send(writeReceiptProof(outcome.receipt));
  });
}

function readable(reply: FastifyReply): FastifyReply {
  return reply.header("access-control-allow-origin", "*").header("cross-origin-resource-policy", "cross-origin");
}

function revalidated(request: Pick<FastifyRequest, "headers">, reply: FastifyReply, text: string): FastifyReply {
  const etag = `"${sha256(text).slice(0, 32)}"`;
  readable(reply).type("text/plain; charset=utf-8").header("cache-control", ASK_AGAIN).header("etag", etag);
  return holdsCurrent(request, etag) ? reply.code(304).send() : reply.send(text);
}

function missing(reply: FastifyReply): FastifyReply {
  return readable(reply).code(404).header("cache-control", NOT_YET).type("text/plain; charset=utf-8").send("Not found\n");
}
