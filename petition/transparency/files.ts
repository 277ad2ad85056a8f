import { Lie, Unreadable } from "./lie.ts";
import { hashesIn, pathOfTile, TILE_WIDTH, type Tile } from "./tiles.ts";
import { HASH_LENGTH, type Hash } from "./tree.ts";

/** A file below `/log/`; null where there is none. Throws where nothing can be reached. */
export type ReadFile = (path: string) => Promise<Uint8Array | null>;

export async function textOf(read: ReadFile, path: string): Promise<string> {
  const bytes = await read(path);
  if (!bytes) throw new Unreadable(`/log/${path} answers 404.`);
  return new TextDecoder().decode(bytes);
}

export async function hashesOf(read: ReadFile, tile: Tile): Promise<Hash[]> {
  const { bytes, width } = await tileOf(read, tile);
  if (bytes.length !== width * HASH_LENGTH)
    throw new Lie("tile", `The tile ${pathOfTile(tile)} has ${bytes.length} bytes instead of ${width * HASH_LENGTH}.`);
  return hashesIn(bytes).slice(0, tile.width);
}

/** A partial tile may be gone once it is full: then the full one is the answer, of another `width`. */
export async function tileOf(read: ReadFile, tile: Tile): Promise<{ bytes: Uint8Array; width: number }> {
  const bytes = await read(pathOfTile(tile));
  if (bytes) return { bytes, width: tile.width };
  const full = tile.width < TILE_WIDTH ? await read(pathOfTile({ ...tile, width: TILE_WIDTH })) : null;
  if (full) return { bytes: full, width: TILE_WIDTH };
  throw new Unreadable(`The signed head needs ${pathOfTile(tile)}, which the site does not answer (404).`);
}

/** The answers to consecutive numbers, in order, some asked for before they are needed. */
export async function* inOrder<Answer>(
  { from, to, ahead }: { from: number; to: number; ahead: number },
  ask: (number: number) => Promise<Answer>,
): AsyncGenerator<Answer> {
  const asked: Promise<Answer>[] = [];
  for (let next = from; next < to || asked.length > 0; ) {
    for (; next < to && asked.length < ahead; next += 1) asked.push(ask(next));
    // Awaited later, or never if an earlier one failed.
    for (const answer of asked) answer.catch(() => {});
    yield await (asked.shift() as Promise<Answer>);
  }
}
