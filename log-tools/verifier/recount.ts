import { type Added, changeBy, type LogEntry, type Removed, readEntry } from "../../petition/transparency/entry.ts";
import { Lie } from "./lie.ts";

/** The commitments of a log so far. 16 bytes of each are kept: nobody can make two that are alike. */
const WORDS = 4;
const FULL_ABOVE = 0.7;

export class Commitments {
  /** Four noughts mark a free slot. */
  private slots = new Uint32Array(1024 * WORDS);
  private held = 0;
  private readonly chance = crypto.getRandomValues(new Uint32Array(WORDS));

  /** False where it was there already. `commitment`: SHA-256 in hex. */
  add(commitment: string): boolean {
    if (this.held * WORDS > this.slots.length * FULL_ABOVE) this.grow();
    const word = (at: number) => Number.parseInt(commitment.slice(8 * at, 8 * at + 8), 16);
    const [a, b, c, d] = [word(0), word(1), word(2), word(3)];
    // A hash of noughts would look like a free slot.
    if (!this.put((a | b | c | d) === 0 ? 1 : a, b, c, d)) return false;
    this.held += 1;
    return true;
  }

  private put(a: number, b: number, c: number, d: number): boolean {
    const { slots } = this;
    for (
      let at = Math.floor((this.mixed(a, b, c, d) / 2 ** 32) * (slots.length / WORDS)) * WORDS;
      ;
      at = (at + WORDS) % slots.length
    ) {
      if (slots[at] === a && slots[at + 1] === b && slots[at + 2] === c && slots[at + 3] === d) return false;
      if (slots[at] || slots[at + 1] || slots[at + 2] || slots[at + 3]) continue;
      [slots[at], slots[at + 1], slots[at + 2], slots[at + 3]] = [a, b, c, d];
      return true;
    }
  }

  /** Random, so that nobody can make a log whose commitments share slots. */
  private mixed(...words: number[]): number {
    return words.reduce((sum, word, at) => Math.imul(sum ^ word ^ (this.chance[at] ?? 0), 0x9e3779b1), 0) >>> 0;
  }

  private grow(): void {
    const before = this.slots;
    this.slots = new Uint32Array(before.length * 2);
    for (let at = 0; at < before.length; at += WORDS) {
      const [a = 0, b = 0, c = 0, d = 0] = before.subarray(at, at + WORDS);
      if (a || b || c || d) this.put(a, b, c, d);
    }
  }
}

export type Span = Recount["span"];

/** Counts what a log counts, entry by entry, and checks each by the rules of the format. */
export class Recount {
  entries = 0;
  number = 0;
  readonly added: Partial<Record<Added, number>> = {};
  readonly removed: Partial<Record<Removed, number>> = {};
  /** The first entry of each text, by its hash. */
  readonly texts = new Map<string, number>();
  /** Of the number since {@link beginSpan}. */
  span = { lowest: 0, highest: 0 };
  private hour = "";
  private readonly commitments = new Commitments();
  private readonly utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

  beginSpan(): void {
    this.span = { lowest: this.number, highest: this.number };
  }

  take(bytes: Uint8Array): void {
    const index = this.entries;
    const entry = this.read(bytes);
    if (!entry) throw new Lie("malformed", `Entry ${index} is not written as an entry of such a log.`);
    if (entry.hour < this.hour)
      throw new Lie("hour", `Entry ${index} is of ${entry.hour}, although one before it is of ${this.hour}.`);
    this.hour = entry.hour;
    if (entry.kind === "added" && !this.commitments.add(entry.commitment))
      throw new Lie("repeated", `Entry ${index} adds what an earlier entry has added already: the same commitment.`);
    this.count(entry, index);
    this.entries += 1;
  }

  private count(entry: LogEntry, index: number): void {
    this.number += changeBy(entry);
    if (this.number < 0) throw new Lie("below-zero", `With entry ${index}, more has been removed than was ever added.`);
    this.span.lowest = Math.min(this.span.lowest, this.number);
    this.span.highest = Math.max(this.span.highest, this.number);
    if (entry.kind === "added") this.added[entry.reason] = (this.added[entry.reason] ?? 0) + 1;
    else if (entry.kind === "removed") this.removed[entry.reason] = (this.removed[entry.reason] ?? 0) + 1;
    else if (!this.texts.has(entry.hash)) this.texts.set(entry.hash, index);
  }

  private read(bytes: Uint8Array): LogEntry | null {
    try {
      return readEntry(this.utf8.decode(bytes));
    } catch {
      return null;
    }
  }
}
