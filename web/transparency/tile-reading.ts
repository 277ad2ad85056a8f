import type { Sha256 } from "../../petition/transparency/bytes.ts";
import { type ReadFile, tileOf } from "../../petition/transparency/files.ts";
import { Unreadable } from "../../petition/transparency/lie.ts";
import { nodesInTiles, pathOfTile, TILE_WIDTH, type Tile, widthIn } from "../../petition/transparency/tiles.ts";
import { HASH_LENGTH, type ReadNode } from "../../petition/transparency/tree.ts";

/** Tiles of the lowest level that are always fetched together. */
const GROUP = 16;

/** Entries that an observer of the requests cannot tell apart. */
export const ALIKE = GROUP * TILE_WIDTH;

/** The same for every older size within {@link ALIKE} entries: an observer learns no more. The last group goes with the one before. */
export function tilesBetween(older: number, size: number): Tile[] {
  const lastWhole = Math.max(0, Math.floor(size / ALIKE) - 1);
  const group = Math.min(Math.floor(Math.max(0, older - 1) / ALIKE), lastWhole);
  const width = (group === lastWhole ? 2 : 1) * GROUP;
  const tiles: Tile[] = [];
  for (let level = 0; widthIn(size, { level, index: 0 }) > 0; level += 1) {
    const [first, end] = [tileAbove(group * GROUP, level), tileAbove(group * GROUP + width - 1, level)];
    const ofGroup = Array.from({ length: end - first + 1 }, (_, place) => first + place);
    const last = Math.floor((Math.floor(size / TILE_WIDTH ** level) - 1) / TILE_WIDTH);
    for (const index of new Set([...ofGroup, last])) {
      const width = widthIn(size, { level, index });
      if (width > 0) tiles.push({ level, index, width });
    }
  }
  return tiles;
}

function tileAbove(index: number, level: number): number {
  return Math.floor(index / TILE_WIDTH ** level);
}

export async function nodesBetween(sha256: Sha256, older: number, size: number, read: ReadFile): Promise<ReadNode> {
  const tiles = tilesBetween(older, size);
  const fetched = await Promise.all(tiles.map(async (tile) => [placeOf(tile), await hashesOf(tile, read)] as const));
  const hashes = new Map(fetched);
  return nodesInTiles(sha256, size, async (tile) => {
    const found = hashes.get(placeOf(tile));
    if (!found) throw new Unreadable(`No proof needs ${pathOfTile(tile)}`);
    return found;
  });
}

function placeOf({ level, index }: Tile): string {
  return `${level}/${index}`;
}

async function hashesOf(tile: Tile, read: ReadFile): Promise<Uint8Array> {
  const { bytes } = await tileOf(read, tile);
  if (bytes.length < tile.width * HASH_LENGTH) throw new Unreadable(`${pathOfTile(tile)} is cut off`);
  return bytes;
}
