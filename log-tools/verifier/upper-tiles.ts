/** Tiles above the leaves: each of their hashes is the root of a full tile below. */
import type { Sha256 } from "../../petition/transparency/bytes.ts";
import { pathOfTile, TILE_WIDTH } from "../../petition/transparency/tiles.ts";
import { type Hash, rootOf } from "../../petition/transparency/tree.ts";
import { inOrder } from "./ahead.ts";
import { Lie } from "./lie.ts";
import { mismatchOf } from "./mismatch.ts";
import { hashesOf, type Site } from "./site.ts";

const ASKED_AHEAD = 8;

/** `roots`: of the full tiles of leaves. Tiles that were full when there were `before` leaves are not asked for again. */
export async function compareUpperTiles(site: Site, sha256: Sha256, roots: Hash[], before: number): Promise<void> {
  let tiles = tilesOf(roots);
  for (let level = 1; tiles.length > 0; level += 1) {
    const span = { from: Math.floor(before / TILE_WIDTH ** (level + 1)), to: tiles.length, ahead: ASKED_AHEAD };
    const answers = inOrder(span, async (index) => {
      const own = tiles[index] ?? [];
      const tile = { level, index, width: own.length };
      return { tile, own, given: await hashesOf(site, tile) };
    });
    for await (const { tile, own, given } of answers)
      if (mismatchOf(own, given, 0)) throw new Lie("tile", `The hash tile ${pathOfTile(tile)} is not of the entries below it.`);
    tiles = tilesOf(tiles.filter((tile) => tile.length === TILE_WIDTH).map((tile) => rootOf(sha256, tile)));
  }
}

function tilesOf(hashes: Hash[]): Hash[][] {
  return Array.from({ length: Math.ceil(hashes.length / TILE_WIDTH) }, (_, at) =>
    hashes.slice(at * TILE_WIDTH, (at + 1) * TILE_WIDTH),
  );
}
