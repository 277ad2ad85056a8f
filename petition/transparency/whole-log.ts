/** Reads a log from its first entry up to a head: entries, hash tiles and root must be of one tree, and each entry keep the rules. */
import { isEqual, type Sha256, toHex } from "./bytes.ts";
import type { LogEntry } from "./entry.ts";
import { hashesOf, inOrder, type ReadFile, tileOf } from "./files.ts";
import { Lie, Unreadable } from "./lie.ts";
import { Recount } from "./recount.ts";
import { entriesIn, GrowingTiles, type HashTile, pathOfTile, TILE_WIDTH, type Tile, widthIn } from "./tiles.ts";
import { type Hash, type Head, leafHash } from "./tree.ts";

const ASKED_AHEAD = 8;

interface Tools {
  sha256: Sha256;
  read: ReadFile;
  counted?(entry: LogEntry): void;
}

/** A bundle of entries, and the hashes that the site gives of them. */
interface Part {
  first: number;
  entries: Uint8Array[];
  given: Hash[];
}

/** Which the log must have had on its way; `lie`: what it is if not. */
export type OlderHead = Head & { lie(): Lie };

export class WholeLog {
  readonly recount = new Recount();
  private readonly tree: GrowingTiles;
  /** The first entry that is not the one of the hash that the site gives. */
  private mismatch: number | null = null;
  private wrongTile: string | null = null;
  private older: readonly OlderHead[] = [];
  private readonly readTexts = new Set<string>();
  private readonly tools: Tools;

  constructor(tools: Tools) {
    this.tools = tools;
    this.tree = new GrowingTiles(tools.sha256);
  }

  /** Goes on where it stopped. Throws a {@link Lie}. Only asks for what is of `head`: nobody learns which older one is looked for. */
  async readTo(head: Head, progress: (entries: number) => unknown, older: readonly OlderHead[] = []): Promise<void> {
    const before = this.tree.size;
    this.older = older;
    const tiles = { from: Math.floor(before / TILE_WIDTH), to: Math.ceil(head.size / TILE_WIDTH), ahead: ASKED_AHEAD };
    this.recount.beginSpan();
    for await (const part of inOrder(tiles, (index) => this.ask(head.size, index))) {
      await this.compareUpper(this.take(part));
      await progress(this.tree.size);
    }
    this.compareRoots(head, before);
    await this.compareUpper(this.tree.last());
    if (this.wrongTile) throw new Lie("tile", `The hash tile ${this.wrongTile} is not of the entries below it.`);
    await this.compareTexts();
  }

  private async ask(size: number, index: number): Promise<Part> {
    const width = widthIn(size, { level: 0, index });
    const [entries, given] = await Promise.all([
      this.bundle({ level: "entries", index, width }),
      hashesOf(this.tools.read, { level: 0, index, width }),
    ]);
    return { first: index * TILE_WIDTH, entries, given };
  }

  private async bundle(tile: Tile): Promise<Uint8Array[]> {
    const { bytes, width } = await tileOf(this.tools.read, tile);
    const entries = entriesIn(bytes);
    const entry = tile.index * TILE_WIDTH;
    if (!entries)
      throw new Lie("bundle", `What is given for the entries from ${entry} on is cut off, or no bundle of entries.`, { entry });
    if (entries.length === width) return entries.slice(0, tile.width);
    const sentence = `From entry ${entry} on, ${entries.length} entries are given where the head has ${width}.`;
    throw new Lie("bundle", sentence, { entry });
  }

  private take({ first, entries, given }: Part): HashTile[] {
    const leaves = entries.map((entry) => leafHash(this.tools.sha256, entry));
    // A tile that was not full is read again.
    const known = [...(this.tree.edge[0] ?? [])];
    const changed = known.findIndex((leaf, at) => !isAt(leaves, at, leaf));
    if (changed >= 0) throw new Lie("forked", `Entry ${first + changed} became another one while it was read.`);
    const wrong = leaves.findIndex((leaf, at) => !isAt(given, at, leaf));
    if (wrong >= 0) this.mismatch ??= first + wrong;
    return entries.flatMap((entry, at) => (at < known.length ? [] : this.grow(entry, leaves[at] as Hash)));
  }

  private grow(entry: Uint8Array, leaf: Hash): HashTile[] {
    // Entries that are not the signed ones are not counted.
    const counted = this.mismatch === null ? this.recount.take(entry) : null;
    if (counted) this.tools.counted?.(counted);
    const full = this.tree.push(leaf);
    const passed = counted ? this.older.filter(({ size }) => size === this.tree.size) : [];
    const unmet = passed.find(({ root }) => !isEqual(this.tree.root(), root));
    // At once: no later lie may hide that the log was forked.
    if (unmet) throw unmet.lie();
    return full;
  }

  /** Each hash in an upper tile is the root of a full tile below. */
  private async compareUpper(tiles: HashTile[]): Promise<void> {
    for (const { level, index, hashes } of tiles) {
      if (level === 0 || this.mismatch !== null || this.wrongTile) continue;
      const tile = { level, index, width: hashes.length };
      const given = await hashesOf(this.tools.read, tile);
      if (!hashes.every((hash, place) => isAt(given, place, hash))) this.wrongTile = pathOfTile(tile);
    }
  }

  private compareRoots({ size, root }: Head, before: number): void {
    const entry = this.mismatch;
    const isSigned = isEqual(this.tree.root(), root);
    if (isSigned && entry === null) return;
    if (isSigned)
      throw new Lie("tile", `The hash tile that browsers would be given for entry ${entry} is not of that entry.`, { entry });
    if (entry !== null)
      throw new Lie("altered", `Entry ${entry} is not the one that is signed: it was altered, left out or moved.`, { entry });
    const forked = `The head of ${size} entries does not continue that of ${before} entries, which was read just before.`;
    if (before > 0) throw new Lie("forked", forked);
    throw new Lie("root", `The ${size} entries do not make up the root that the head signs.`);
  }

  private async compareTexts(): Promise<void> {
    for (const [hash, index] of this.recount.texts) {
      if (this.readTexts.has(hash)) continue;
      const text = await this.tools.read(`text/${hash}`);
      if (!text) throw new Unreadable(`The text that entry ${index} names is not given: /log/text/${hash} answers 404.`);
      if (toHex(this.tools.sha256(text)) !== hash)
        throw new Lie("text", `What is given as the text that entry ${index} names has another hash.`, { entry: index });
      this.readTexts.add(hash);
    }
  }
}

function isAt(hashes: readonly Hash[], place: number, hash: Hash): boolean {
  const there = hashes[place];
  return there !== undefined && isEqual(there, hash);
}
