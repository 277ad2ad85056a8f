/** Reads a log from its first entry up to a head: entries, hash tiles and root must be of one tree, and each entry keep the rules. */
import { isEqual, toHex } from "../../petition/transparency/bytes.ts";
import { entriesIn, pathOfTile, TILE_WIDTH, type Tile, widthIn } from "../../petition/transparency/tiles.ts";
import { type Hash, type Head, leafHash, rootOf } from "../../petition/transparency/tree.ts";
import { verifyTools } from "./ed25519.ts";
import { Lie, type LieKind, Unreadable } from "./lie.ts";
import { Recount } from "./recount.ts";
import { hashesOf, inOrder, type Site, tileOf } from "./site.ts";

const ASKED_AHEAD = 8;

const { sha256 } = verifyTools;

export type Milestone = Head & { lie(): Lie };

export class WholeLog {
  readonly recount = new Recount();
  private size = 0;
  /** The root of each tile of leaves, computed from entries and from the tiles that the site gives. */
  private readonly own: Hash[] = [];
  private readonly given: Hash[] = [];
  private last: Hash[] = [];
  private mismatch: Mismatch | null = null;
  private readonly readTexts = new Set<string>();
  private readonly site: Site;

  constructor(site: Site) {
    this.site = site;
  }

  /** Goes on where it stopped. Throws a {@link Lie}. `milestones`: older heads, which must be a beginning of this one. */
  async readTo(head: Head, milestones: Milestone[], progress: (entries: number) => void): Promise<void> {
    const before = this.size;
    const unmet: Milestone[] = [];
    const tiles = { from: Math.floor(before / TILE_WIDTH), to: Math.ceil(head.size / TILE_WIDTH), ahead: ASKED_AHEAD };
    this.recount.beginSpan();
    for await (const { index, entries, given } of inOrder(tiles, (at) => this.ask(head.size, at))) {
      this.take(index, entries, given);
      const passed = milestones.filter(({ size }) => size > index * TILE_WIDTH && size <= this.size);
      unmet.push(...passed.filter(({ size, root }) => !isEqual(this.rootWithinLast(size), root)));
      progress(this.size);
    }
    this.compareRoots(head, before);
    const full = this.own.slice(0, Math.floor(this.size / TILE_WIDTH));
    await compareUpperTiles(this.site, full, before);
    if (unmet[0]) throw unmet[0].lie();
    await this.compareTexts();
  }

  private async ask(size: number, index: number): Promise<{ index: number; entries: Uint8Array[]; given: Hash[] }> {
    const width = widthIn(size, { level: 0, index });
    const [entries, given] = await Promise.all([
      this.bundle({ level: "entries", index, width }),
      hashesOf(this.site, { level: 0, index, width }),
    ]);
    return { index, entries, given };
  }

  private async bundle(tile: Tile): Promise<Uint8Array[]> {
    const { bytes, width } = await tileOf(this.site, tile);
    const entries = entriesIn(bytes);
    const first = tile.index * TILE_WIDTH;
    if (!entries)
      throw new Lie("bundle", `What is given for the entries from ${first} on is cut off, or no bundle of entries.`);
    if (entries.length === width) return entries.slice(0, tile.width);
    throw new Lie("bundle", `From entry ${first} on, ${entries.length} entries are given where the head has ${width}.`);
  }

  private take(index: number, entries: Uint8Array[], given: Hash[]): void {
    const first = index * TILE_WIDTH;
    const leaves = entries.map((entry) => leafHash(sha256, entry));
    const known = this.size - first;
    // A tile that was not full is read again.
    const changed = this.last.slice(0, known).findIndex((leaf, at) => !isEqual(leaf, leaves[at] ?? leaf));
    if (known > 0 && changed >= 0) throw new Lie("forked", `Entry ${first + changed} became another one while it was read.`);
    this.mismatch ??= mismatchOf(leaves, given, first);
    // Entries that are not the signed ones are not counted.
    if (!this.mismatch) for (const entry of entries.slice(known)) this.recount.take(entry);
    this.own[index] = rootOf(sha256, leaves);
    this.given[index] = this.mismatch ? rootOf(sha256, given) : this.own[index];
    this.last = leaves;
    this.size = first + leaves.length;
  }

  /** Of the tree of a size that ends within the tile that was read last. */
  private rootWithinLast(size: number): Hash {
    const before = this.own.slice(0, -1);
    return rootOf(sha256, [...before, rootOf(sha256, this.last.slice(0, size - before.length * TILE_WIDTH))]);
  }

  private compareRoots({ size, root }: Head, before: number): void {
    if (isEqual(rootOf(sha256, this.own), root)) {
      if (this.mismatch) throw lieOf(this.mismatch, false);
      return;
    }
    if (this.mismatch && isEqual(rootOf(sha256, this.given), root)) throw lieOf(this.mismatch, true);
    const forked = `The head of ${size} entries does not continue that of ${before} entries, which was read just before.`;
    if (before > 0) throw new Lie("forked", forked);
    throw new Lie("root", `The ${size} entries do not make up the root that the head signs.`);
  }

  private async compareTexts(): Promise<void> {
    for (const [hash, index] of this.recount.texts) {
      if (this.readTexts.has(hash)) continue;
      const text = await this.site.bytes(`/log/text/${hash}`);
      if (!text) throw new Unreadable(`The text that entry ${index} names is not given: /log/text/${hash} answers 404.`);
      if (toHex(sha256(text)) !== hash)
        throw new Lie("text", `What is given as the text that entry ${index} names has another hash.`);
      this.readTexts.add(hash);
    }
  }
}

/** Each hash in an upper tile is the root of a full tile below. `roots`: of the full tiles of leaves. `before`: leaves that were compared already. */
async function compareUpperTiles(site: Site, roots: Hash[], before: number): Promise<void> {
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

export interface Mismatch {
  kind: Extract<LieKind, "altered" | "left-out" | "reordered">;
  index: number;
}

/** `first`: the index of the first leaf. Null if all are alike. */
function mismatchOf(leaves: readonly Hash[], given: readonly Hash[], first: number): Mismatch | null {
  const at = leaves.findIndex((leaf, place) => !isAt(given, place, leaf));
  const leaf = leaves[at];
  if (!leaf) return null;
  const index = first + at;
  if (isSameInOtherOrder(leaves, given)) return { kind: "reordered", index };
  return { kind: isAt(given, at + 1, leaf) ? "left-out" : "altered", index };
}

function lieOf({ kind, index }: Mismatch, isOfEntries: boolean): Lie {
  if (!isOfEntries)
    return new Lie("tile", `The hash tile that browsers would be given for entry ${index} is not of that entry.`);
  if (kind === "left-out") return new Lie(kind, `Entry ${index} is left out: in its place stands a later one.`);
  if (kind === "reordered") return new Lie(kind, `Entry ${index} stands in another place than in the tree that is signed.`);
  return new Lie(kind, `Entry ${index} is not the one that is signed: it has been altered.`);
}

function isAt(hashes: readonly Hash[], place: number, hash: Hash): boolean {
  const there = hashes[place];
  return there !== undefined && isEqual(there, hash);
}

function isSameInOtherOrder(one: readonly Hash[], other: readonly Hash[]): boolean {
  return one.map(toHex).sort().join() === other.map(toHex).sort().join();
}
