/** Tiles of height 8 (C2SP, tlog-tiles): where a hash or an entry of the log is found. */
import { concat, type Sha256, utf8 } from "./bytes.ts";
import { HASH_LENGTH, type Hash, type ReadNode, rootOf } from "./tree.ts";

const TILE_HEIGHT = 8;
export const TILE_WIDTH = 2 ** TILE_HEIGHT;
const LEVEL_MAX = 6;

/** `width`: how many it holds; a full one holds {@link TILE_WIDTH}. */
export interface Tile {
  level: number | "entries";
  index: number;
  width: number;
}

/** Below the log's own address: `tile/0/x001/234.p/5`. */
export function pathOfTile({ level, index, width }: Tile): string {
  return `tile/${level}/${pathOfNumber(index)}${width < TILE_WIDTH ? `.p/${width}` : ""}`;
}

const PATH = /^(\d|[1-5]\d|6[0-3]|entries)\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** `path`: after `tile/`. Null if there can be no such tile. */
export function readTilePath(path: string): Tile | null {
  const [, level = "", number = "", partial] = PATH.exec(path) ?? [];
  if (!level) return null;
  const index = Number(number.replaceAll(/[x/]/g, ""));
  const width = partial === undefined ? TILE_WIDTH : Number(partial);
  if (!Number.isSafeInteger(index) || pathOfNumber(index) !== number || width > TILE_WIDTH) return null;
  if (partial !== undefined && width === TILE_WIDTH) return null;
  return { level: level === "entries" ? level : Number(level), index, width };
}

/** How many hashes a tile holds in a tree of `size`; 0 where it has none. */
export function widthIn(size: number, { level, index }: Pick<Tile, "level" | "index">): number {
  const height = level === "entries" ? 0 : level;
  if (height > LEVEL_MAX) return 0;
  const nodes = Math.floor(size / TILE_WIDTH ** height);
  return Math.max(0, Math.min(TILE_WIDTH, nodes - index * TILE_WIDTH));
}

/** Thousands apart, all but the last marked: 1234067 is `x001/x234/067`. */
function pathOfNumber(number: number): string {
  const parts: string[] = [];
  for (let rest = number; parts.length === 0 || rest > 0; rest = Math.floor(rest / 1000))
    parts.unshift(`${parts.length > 0 ? "x" : ""}${String(rest % 1000).padStart(3, "0")}`);
  return parts.join("/");
}

/** The tile of a node, and which of its hashes belong to the node. */
export function placeOfNode(level: number, index: number): { level: number; index: number; from: number; to: number } {
  const height = Math.floor(level / TILE_HEIGHT);
  const below = 2 ** (level % TILE_HEIGHT);
  const tile = Math.floor((index * below) / TILE_WIDTH);
  const from = index * below - tile * TILE_WIDTH;
  return { level: height, index: tile, from, to: from + below };
}

/** Reads nodes of a tree out of its tiles: `readTile` answers the hashes of the tile at least up to the width that the tree of `size` has. */
export function nodesInTiles(sha256: Sha256, size: number, readTile: (tile: Tile) => Promise<Uint8Array>): ReadNode {
  return async (level, index) => {
    const place = placeOfNode(level, index);
    const hashes = await readTile({ ...place, width: widthIn(size, place) });
    return rootOf(sha256, hashesIn(hashes).slice(place.from, place.to));
  };
}

export interface HashTile {
  level: number;
  index: number;
  hashes: Hash[];
}

/** A tree that grows, of which only the tiles are kept that are not full. */
export class GrowingTiles {
  size: number;
  readonly edge: Hash[][];
  private readonly sha256: Sha256;

  constructor(sha256: Sha256, edge: readonly Hash[][] = []) {
    this.sha256 = sha256;
    this.edge = edge.map((hashes) => [...hashes]);
    this.size = edge.reduce((sum, hashes, level) => sum + hashes.length * TILE_WIDTH ** level, 0);
  }

  /** Answers the tiles that have become full, the lowest first. */
  push(leaf: Hash): HashTile[] {
    const full: HashTile[] = [];
    for (let [level, hash] = [0, leaf]; ; level += 1) {
      const hashes = this.edge[level] ?? [];
      this.edge[level] = hashes;
      if (hashes.push(hash) < TILE_WIDTH) break;
      full.push({ level, index: this.indexAt(level), hashes });
      this.edge[level] = [];
      hash = rootOf(this.sha256, hashes);
    }
    this.size += 1;
    return full;
  }

  last(): HashTile[] {
    const tiles = this.edge.map((hashes, level) => ({ level, index: this.indexAt(level), hashes }));
    return tiles.filter(({ hashes }) => hashes.length > 0);
  }

  root(): Hash {
    let nodes: Hash[] = [];
    for (const hashes of this.edge) {
      // What is below is the last node of a level.
      nodes = [...hashes, ...nodes];
      if (nodes.length > 0) nodes = [rootOf(this.sha256, nodes)];
    }
    return rootOf(this.sha256, nodes);
  }

  private indexAt(level: number): number {
    return Math.floor(this.size / TILE_WIDTH ** (level + 1));
  }
}

export function hashesIn(tile: Uint8Array): Hash[] {
  return Array.from({ length: Math.floor(tile.length / HASH_LENGTH) }, (_, at) =>
    tile.subarray(at * HASH_LENGTH, (at + 1) * HASH_LENGTH),
  );
}

export function bundleOf(entries: readonly string[]): Uint8Array {
  return concat(
    ...entries.flatMap((entry) => {
      const bytes = utf8(entry);
      return [Uint8Array.of(bytes.length >> 8, bytes.length & 255), bytes];
    }),
  );
}

export function entriesIn(bundle: Uint8Array): Uint8Array[] | null {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bundle.length; ) {
    const [high = 0, low] = bundle.subarray(at, at + 2);
    if (low === undefined) return null;
    const end = at + 2 + high * 256 + low;
    if (end > bundle.length) return null;
    entries.push(bundle.subarray(at + 2, end));
    at = end;
  }
  return entries;
}
