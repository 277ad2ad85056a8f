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
